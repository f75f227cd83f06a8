// One plan while it is linked: its ports, its secrets as keys, and what is reported of them.
import { type ConfigPath, configPathToText, mapPromise, type Timer } from "@hookwright/base";
import type { AuthProblem, PlannedSecret, WrittenSecret } from "../../auth-plan.ts";
import type {
  AuthRequest,
  CryptoPort,
  KeyForm,
  KeysPort,
  RouteAuth,
  SignatureScheme,
  Verifier,
} from "../../model.ts";
import { unsignedTarget } from "../build-signed.ts";
import type { DecodedKey, DecodeKey } from "../decode-key.ts";

/** Which secret of an `auth` is read, and what it is for. */
export interface SecretUse {
  /** Keys below the `auth` under which it is written. */
  readonly at: ConfigPath;
  /** `token`: one line that cannot be guessed. `publicKey`: may have several lines, and is not secret. */
  readonly form: "token" | "publicKey";
}

/** What a runtime supplies. */
export interface AuthPorts {
  readonly crypto: CryptoPort;
  /** Undefined: nothing is fetched, and a plan that needs it is a problem. */
  readonly keys?: KeysPort | undefined;
  /** Default: `setTimeout` of the runtime. */
  readonly timer?: Timer | undefined;
  /** The integrator's own checks, by the name that a plan has. */
  readonly verifiers?: Readonly<Record<string, Verifier>> | undefined;
  /** The text of a secret. Undefined if it cannot be used, which the port reports: nothing is verified with it. */
  readonly readSecret: (secret: WrittenSecret, use: SecretUse) => string | undefined;
  /** Gets each text that is a secret, or is as good as one: no log should show it. */
  readonly keepSecret?: ((text: string) => void) | undefined;
}

/** One plan while it is linked. */
export interface Linking {
  readonly ports: AuthPorts;
  /** That of the `auth`. */
  readonly path: ConfigPath;
  readonly problems: AuthProblem[];
}

/** What the handshake of a sender signs with. */
export interface HandshakeKeys {
  /** None where the sender has a private key. */
  readonly secrets: readonly string[];
  /** The literal texts with which what the sender signs begins. */
  readonly signedPrefixes: readonly string[];
}

/** What a family of proofs makes of its plan. */
export interface FamilyParts
  extends Pick<
    RouteAuth,
    "needsBody" | "check" | "signsDecoded" | "inputs" | "replaySeconds" | "publicHosts"
  > {
  readonly handshakeKeys?: HandshakeKeys;
  /** The signed time of a request that `check` accepted, in milliseconds since the epoch. */
  readonly sentAt?: (request: AuthRequest) => number | undefined;
}

/** An attacker can replay a request with another query if the sender does not sign the query, so the event gets the query of the config. */
export function withPublicQuery(
  check: RouteAuth["check"],
  publicUrl: string | undefined,
): RouteAuth["check"] {
  if (publicUrl === undefined) return check;
  return (request) =>
    mapPromise(check(request), (result) =>
      result.ok ? { ...result, target: unsignedTarget(publicUrl, request.target) } : result,
    );
}

/** A text, and the keys below the `auth` under which it is written. */
export interface ReadSecret {
  readonly text: string;
  readonly at: ConfigPath;
}

export function readSecrets(
  planned: readonly PlannedSecret[],
  form: SecretUse["form"],
  { ports: { readSecret, keepSecret } }: Linking,
): readonly ReadSecret[] {
  return planned.flatMap(({ secret, at }) => {
    const text = readSecret(secret, { at, form });
    if (text === undefined) return [];
    if (form === "token") keepSecret?.(text);
    return [{ text, at }];
  });
}

interface KeyToRead {
  readonly decode: DecodeKey;
  readonly form: KeyForm;
  readonly algorithm: SignatureScheme["algorithm"];
  /** Whether the row of a vendor says how the secret is read, and the config can say otherwise. */
  readonly isKeyOfRow?: boolean;
}

const COPY_AGAIN = "Copy it once more from where the vendor shows it.";

/** Rows have been wrong about keys, so that the fault may not be in the secret. */
const KEY_OF_ROW = `${COPY_AGAIN} If it looks the same there, the key may be the text: write "key": "utf8" beside "provider", and tell us, because our data may be wrong.`;

/** The bytes of secrets or public keys; a text without the form of a key is reported, without the text. */
export function decodeKeys(
  secrets: readonly ReadSecret[],
  { decode, form, algorithm, isKeyOfRow = false }: KeyToRead,
  linking: Linking,
): readonly DecodedKey[] {
  return secrets.flatMap(({ text, at }) => {
    const isPublic = at[0] === "publicKey";
    const key = decode(text, { form, algorithm });
    if (!key.ok) {
      const message = `${nameOf(at, linking)} is not ${key.expected}.`;
      const hint = isKeyOfRow && form !== "utf8" && !isPublic ? KEY_OF_ROW : COPY_AGAIN;
      report(linking, { code: "secret_malformed", at, message, hint });
      return [];
    }
    if (!isPublic) checkLength(key.bytes.length, at, linking);
    return [key];
  });
}

/** 16 random bytes cannot be guessed. */
const MIN_SECRET_BYTES = 16;

/** A warning: some vendors, such as Twitch, allow short ones. */
export function checkLength(length: number, at: ConfigPath, linking: Linking): void {
  if (length >= MIN_SECRET_BYTES) return;
  const message = `${nameOf(at, linking)} has fewer than ${MIN_SECRET_BYTES} bytes, so that it can be guessed.`;
  const hint = "Use a longer one, if the vendor lets you choose it.";
  report(linking, { code: "secret_short", severity: "warning", at, message, hint });
}

/** A runtime may refuse a key that looks right. */
export function useKeys<Result>(linking: Linking, use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    const message = "The runtime cannot use a key of this auth.";
    return report(linking, { code: "secret_malformed", at: [], message, hint: COPY_AGAIN });
  }
}

function nameOf(at: ConfigPath, { path }: Linking): string {
  return configPathToText([...path, ...at]);
}

/** Returns undefined, so that a caller can report and return at once. */
export function report(
  { problems }: Pick<Linking, "problems">,
  problem: Omit<AuthProblem, "severity" | "hint"> & {
    readonly severity?: AuthProblem["severity"];
    readonly hint?: string | undefined;
  },
): undefined {
  const { code, severity = "error", at, message, hint } = problem;
  problems.push({ code, severity, at, message, ...(hint !== undefined && { hint }) });
  return undefined;
}

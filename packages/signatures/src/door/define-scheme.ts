// How a sender of one's own signs, as data → the function that makes it, like those of the vendors.
import type { AuthPlan } from "../auth-plan.ts";
import type { AuthInput } from "../authoring/plan-auth/auth-input.ts";
import { planHandshake } from "../authoring/plan-auth/plan-handshake.ts";
import { planSignatures } from "../authoring/plan-auth/plan-signatures.ts";
import { planToken } from "../authoring/plan-auth/plan-token.ts";
import type { WrittenAuth } from "../authoring/plan-auth/written-auth.ts";
import { decodeKey } from "../serving/decode-key.ts";
import { linkSignatures } from "../serving/link/link-signatures.ts";
import { linkToken } from "../serving/link/link-token.ts";
import type { PublicKeyOptions, SecretOptions, TokenOptions, UrlOptions } from "./options.ts";
import { commonPlan, createSender, planSecrets, type WebhookSender } from "./sender.ts";

interface Definition {
  /** `provider` of the results. */
  readonly name: string;
  /** The request by which the sender checks a URL: `probe`, or a text of it that `echo` repeats. */
  readonly handshake?: Pick<NonNullable<AuthInput["handshake"]>, "probe" | "echo">;
}

type Signed = Definition &
  Pick<AuthInput, "signature" | "encoding" | "algorithm" | "key" | "signed" | "timestamp" | "id">;

/** A sender that signs with a secret. Default: HMAC-SHA256 of the body, in hexadecimal. */
export type SecretDefinition = Signed & { readonly scheme?: "hmac" };

/** A sender that signs with a private key. Default: Ed25519 of the body, in base64; a key in PEM. */
export type PublicKeyDefinition = Signed & { readonly scheme: "publicKey" };

/** A sender that shows a token. */
export interface TokenDefinition extends Definition {
  readonly scheme: "token";
  /** Where the token is: one of them. `json` is a path in the body. */
  readonly token: Pick<AuthInput, "header" | "prefix" | "query" | "json">;
}

/** What makes a sender of a scheme of one's own. */
type Make<Options> = (options: Options & Partial<UrlOptions>) => WebhookSender;

/**
 * Describes how a sender of your own signs: which header, what is signed, when. The keys are those of an `auth` in a
 * config of Hookwright. What is wrong with them is a result of `verify`, all at once: test it with `sign`.
 *
 * @example
 * ```ts
 * const acme = defineScheme({
 *   name: "acme",
 *   signature: { header: "x-acme-signature", prefix: "sha256=" },
 *   signed: "{timestamp}.{body}",
 *   timestamp: { header: "x-acme-time", unit: "s", toleranceSeconds: 300 },
 *   handshake: { echo: { from: "query.challenge", to: "text" } },
 * });
 * const result = await verify(request, acme({ secret: ["new", "old"] }));
 * ```
 */
export function defineScheme(definition: SecretDefinition): Make<SecretOptions>;
/** For a sender with a private key. */
export function defineScheme(definition: PublicKeyDefinition): Make<PublicKeyOptions>;
/** For a sender that signs nothing. */
export function defineScheme(definition: TokenDefinition): Make<TokenOptions>;
export function defineScheme(
  definition: SecretDefinition | PublicKeyDefinition | TokenDefinition,
): Make<SecretOptions & PublicKeyOptions & TokenOptions> {
  return (options) => {
    const { name, handshake, ...scheme } = definition;
    if (scheme.scheme === "token") {
      const auth = written({ ...scheme.token, token: "" }, handshake, options);
      const planned = planToken(auth, undefined);
      const common = partsOf(name, auth);
      if (planned === undefined) return invalid(common, auth);
      const plan = { ...common, ...planned, tokens: planSecrets("token", options.token) };
      return createSender({ plan, link: linkToken, problems: auth.problems });
    }
    const way = scheme.scheme === "publicKey" ? "publicKey" : "secret";
    const auth = written(scheme, handshake, options);
    const planned = planSignatures(auth, undefined, way);
    const common = partsOf(name, auth);
    if (planned === undefined) return invalid(common, auth);
    const plan = { ...common, ...planned, secrets: planSecrets(way, options[way]) };
    return createSender({
      plan,
      link: (own, linking) => linkSignatures(own, linking, decodeKey),
      problems: auth.problems,
    });
  };
}

function written(
  scheme: AuthInput,
  handshake: Definition["handshake"],
  { publicUrl, toleranceSeconds }: Partial<UrlOptions & SecretOptions>,
): WrittenAuth {
  const input = { ...scheme, handshake, publicUrl, toleranceSeconds };
  return { input, path: [], problems: [] };
}

function partsOf(name: string, auth: WrittenAuth): ReturnType<typeof commonPlan> {
  const handshake = planHandshake(auth, undefined);
  const { publicUrl } = auth.input;
  return commonPlan(
    { id: name, name, ...(handshake && { handshake }) },
    publicUrl === undefined ? {} : { publicUrl },
  );
}

/** Accepts nothing: its problems are the result of every check. */
function invalid(common: ReturnType<typeof commonPlan>, { problems }: WrittenAuth): WebhookSender {
  const plan: AuthPlan = { ...common, kind: "verifier", verify: "" };
  return createSender({ plan, link: () => undefined, problems });
}

// The plan of the endpoints and the ports of the runtime → the endpoints. Their secrets are read and checked.
import {
  type AuthPlan,
  type AuthPorts,
  type BodyFormat,
  type CryptoPort,
  linkAuth,
  type RouteAuth,
  type WrittenSecret,
} from "@hookwright/signatures/runtime";
import {
  type ConfigPath,
  configPathToText,
  createProblem,
  type FormOptions,
  type Problem,
  type ProblemExtras,
  type Report,
} from "../../model/index.ts";
import type { Endpoint, Endpoints } from "../resolve/index.ts";
import { checkPlaceholder } from "./check-placeholder.ts";

/** The settings of one hook name, as data. */
export interface EndpointPlan {
  readonly name: string;
  /** Absent: only the hook token opens it. */
  readonly auth?: AuthPlan;
  readonly bodyFormats: readonly BodyFormat[];
  /** `files`: how the content of a part is read, by the name of the part. */
  readonly form?: Omit<FormOptions, "files"> & {
    readonly files: Readonly<Record<string, "json" | "text">>;
  };
  readonly maxBodyBytes: number;
}

/** The settings of all hook names, as data. */
export interface EndpointsPlan {
  /** The names of mappings, and the built-in routes. */
  readonly named: readonly EndpointPlan[];
  /** For every other name; absent if each mapping has a name. */
  readonly ofOthers?: Pick<EndpointPlan, "bodyFormats" | "maxBodyBytes">;
}

interface EndpointPorts
  extends SecretPorts,
    Pick<AuthPorts, "keys" | "timer" | "verifiers" | "keepSecret"> {
  /** Called if there is an `auth`. */
  readonly chooseCrypto: () => CryptoPort;
  /** False for a config that exposes nothing: it needs no secrets. */
  readonly readsSecrets: boolean;
}

export function linkEndpoints({ named, ofOthers }: EndpointsPlan, ports: EndpointPorts): Endpoints {
  const link = createAuthLinker(ports);
  const byName = new Map<string, Endpoint>();
  let hasAuth = false;
  for (const { auth: plan, form, ...endpoint } of named) {
    const auth = plan && link(plan);
    hasAuth ||= auth !== undefined;
    byName.set(endpoint.name, {
      ...endpoint,
      auth,
      ...(form !== undefined && {
        form: { ...form, files: new Map(Object.entries(form.files)) },
      }),
    });
  }
  return {
    byName,
    ofOthers: ofOthers && { name: undefined, auth: undefined, ...ofOthers },
    hasAuth,
  };
}

/** The linker returns undefined for a plan with a problem, which it reports. */
function createAuthLinker(ports: EndpointPorts): (plan: AuthPlan) => RouteAuth | undefined {
  const { keys, timer, verifiers, keepSecret, readsSecrets, report } = ports;
  const readerOf = createSecretReaders(ports);
  let crypto: CryptoPort | undefined;
  return (plan) => {
    crypto ??= ports.chooseCrypto();
    const readSecret = readsSecrets ? readerOf(plan) : () => undefined;
    const result = linkAuth(plan, { crypto, keys, timer, verifiers, keepSecret, readSecret });
    for (const { code, at, message, hint, severity } of result.problems) {
      report(createProblem(code, [...plan.path, ...at], message, { hint, severity }));
    }
    return result.ok ? result.auth : undefined;
  };
}

interface SecretPorts {
  /** A secret as written and its path → its text, or why it cannot be read. */
  readonly readSecret: (
    written: WrittenSecret,
    path: ConfigPath,
    form: "token" | "publicKey",
  ) =>
    | { readonly ok: true; readonly secret: string; readonly wasTrimmed: boolean }
    | { readonly ok: false; readonly problem: Problem };
  /** The hook tokens. */
  readonly tokens: readonly string[];
  readonly report: Report;
}

/** A secret of an `auth`. */
interface FoundSecret {
  readonly plan: AuthPlan;
  /** Keys below the `auth`. */
  readonly at: ConfigPath;
}

/** The reader of each plan knows the secrets of the previous plans, to find shared ones. */
function createSecretReaders(ports: SecretPorts): (plan: AuthPlan) => AuthPorts["readSecret"] {
  const known = new Map<string, FoundSecret>();
  return (plan) =>
    (written, { at, form }) => {
      const path = [...plan.path, ...at];
      const found = readUsable(written, path, { form, ports });
      if (found === undefined || form === "publicKey") return found?.secret;
      checkUnguessable(written, path, found, ports.report);
      checkShared(found.secret, { plan, at }, { known, ports });
      return found.secret;
    };
}

type UsableSecret = Extract<ReturnType<SecretPorts["readSecret"]>, { readonly ok: true }>;

/** Undefined if the secret cannot be used: everybody can guess an empty secret. */
function readUsable(
  written: WrittenSecret,
  path: ConfigPath,
  { form, ports }: { readonly form: "token" | "publicKey"; readonly ports: SecretPorts },
): UsableSecret | undefined {
  const result = ports.readSecret(written, path, form);
  if (result.ok && result.secret !== "") return result;
  const hint = 'Write "${NAME}" and set that variable to what the vendor shows.';
  const message = `${configPathToText(path)} is blank.`;
  ports.report(result.ok ? createProblem("secret_blank", path, message, { hint }) : result.problem);
  return undefined;
}

function checkUnguessable(
  written: WrittenSecret,
  path: ConfigPath,
  { secret, wasTrimmed }: UsableSecret,
  report: Report,
): void {
  if (wasTrimmed) {
    const message = `${configPathToText(path)} has white space around it, which is cut off.`;
    const hint =
      "Remove the white space from the stored secret. If the white space is not part of the vendor's secret, requests are checked correctly even now.";
    report(createProblem("secret_trimmed", path, message, { hint, severity: "warning" }));
  }
  const placeholder = checkPlaceholder(secret, { path, isLiteral: written === secret });
  if (placeholder !== undefined) report(placeholder);
}

function checkShared(
  text: string,
  secret: FoundSecret,
  { known, ports }: { readonly known: Map<string, FoundSecret>; readonly ports: SecretPorts },
): void {
  const path = [...secret.plan.path, ...secret.at];
  const reportShared = (consequence: string, extras: ProblemExtras): void => {
    const message = `${configPathToText(path)} equals ${consequence}.`;
    ports.report(createProblem("token_shared", path, message, extras));
  };
  if (ports.tokens.includes(text)) {
    reportShared("hooks.token, so that its sender can use every hook", {
      severity: "warning",
      hint: "Give this sender a secret of its own.",
    });
  }
  const earlier = known.get(text);
  if (earlier === undefined) {
    known.set(text, secret);
    return;
  }
  const other = configPathToText([...earlier.plan.path, ...earlier.at]);
  const hint = "Give each sender a secret of its own.";
  if (isGivenAway(secret, earlier)) {
    const why = "and the handshake of one of the two hooks signs texts of strangers with it";
    reportShared(`${other}, ${why}`, { hint });
  } else if (isShared(secret, earlier)) {
    const why = "so that the sender of one hook can use the other";
    reportShared(`${other}, ${why}`, { severity: "warning", hint });
  }
}

/**
 * Hooks of one vendor may share a signing secret: an app often has one for all of its hooks, and the operator
 * cannot choose another.
 */
function isShared(secret: FoundSecret, earlier: FoundSecret): boolean {
  if (secret.plan === earlier.plan) return false;
  const isSigning = signsEvents(secret) && signsEvents(earlier);
  const { provider } = secret.plan;
  return !isSigning || provider === undefined || provider.id !== earlier.plan.provider?.id;
}

function signsEvents({ at: [key] }: FoundSecret): boolean {
  return key === "secret" || key === "secrets";
}

/**
 * Some handshakes sign text that strangers send. Their own hook refuses such a text as an event, but another
 * hook with the same secret cannot tell it from an event of its sender.
 */
function isGivenAway(secret: FoundSecret, earlier: FoundSecret): boolean {
  const isSigning = signsEvents(secret) && signsEvents(earlier);
  return isSigning && signsForStrangers(secret) !== signsForStrangers(earlier);
}

/** Only with a signature of the request: other proofs have no secret with which a handshake could sign. */
function signsForStrangers({ plan }: FoundSecret): boolean {
  return plan.kind === "signature" && plan.signsForStrangers === true;
}

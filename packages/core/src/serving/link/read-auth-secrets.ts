// The secrets of the plans of all endpoints, as written → their texts; what cannot be used, or opens another hook, too, is reported.
import type { AuthPlan, AuthPorts, WrittenSecret } from "@hookwright/signatures/runtime";
import {
  type ConfigPath,
  configPathToText,
  createProblem,
  type Problem,
  type Report,
} from "../../model/index.ts";
import { checkPlaceholder } from "./check-placeholder.ts";

export interface SecretPorts {
  /** A secret as written, and where → its text, or why it cannot be read. */
  readonly readSecret: (
    written: WrittenSecret,
    path: ConfigPath,
    form: "token" | "publicKey",
  ) =>
    | { readonly ok: true; readonly secret: string; readonly wasTrimmed: boolean }
    | { readonly ok: false; readonly problem: Problem };
  /** Those of the hooks. */
  readonly tokens: readonly string[];
  readonly report: Report;
}

/** A secret of a plan. */
interface FoundSecret {
  readonly plan: AuthPlan;
  /** Keys below the `auth`. */
  readonly at: ConfigPath;
}

/** The port of each plan knows the secrets of those before it. */
export function createSecretReaders(
  ports: SecretPorts,
): (plan: AuthPlan) => AuthPorts["readSecret"] {
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

/** Undefined where there is none that can be used: an empty secret is known to everybody. */
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
      "Remove it where the value is kept; nothing is to be done if it does not belong to it.";
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
  const { tokens, report } = ports;
  if (tokens.includes(text)) report(sharedWithHooks(secret));
  const earlier = known.get(text);
  if (earlier === undefined) known.set(text, secret);
  else if (isGivenAway(secret, earlier)) report(sharedWithSigner(secret, earlier));
  else if (isShared(secret, earlier)) report(sharedWithHook(secret, earlier));
}

/** An app has one signing secret for all of its hooks, and the operator cannot choose another. */
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
 * Some handshakes sign for strangers what they send. Their own hook refuses events of such texts; another
 * hook, and one of JSON Web Tokens, cannot tell them from those of its sender.
 */
function isGivenAway(secret: FoundSecret, earlier: FoundSecret): boolean {
  const isSigning = signsEvents(secret) && signsEvents(earlier);
  return isSigning && signsForStrangers(secret) !== signsForStrangers(earlier);
}

/** Beside a signature of the request alone: other proofs give their handshake nothing to sign with. */
function signsForStrangers({ plan }: FoundSecret): boolean {
  return plan.kind === "signature" && plan.signsForStrangers === true;
}

function sharedWithHooks({ plan, at }: FoundSecret) {
  const path = [...plan.path, ...at];
  const message = `${configPathToText(path)} equals hooks.token, so that its sender can use every hook.`;
  const hint = "Give this sender a secret of its own.";
  return createProblem("token_shared", path, message, { severity: "warning", hint });
}

function sharedWithHook({ plan, at }: FoundSecret, earlier: FoundSecret) {
  const path = [...plan.path, ...at];
  const other = configPathToText([...earlier.plan.path, ...earlier.at]);
  const message = `${configPathToText(path)} equals ${other}, so that the sender of one hook can use the other.`;
  const hint = "Give each sender a secret of its own.";
  return createProblem("token_shared", path, message, { severity: "warning", hint });
}

function sharedWithSigner({ plan, at }: FoundSecret, earlier: FoundSecret) {
  const path = [...plan.path, ...at];
  const other = configPathToText([...earlier.plan.path, ...earlier.at]);
  const message = `${configPathToText(path)} equals ${other}, and the handshake of one of the two hooks signs texts of strangers with it.`;
  const hint = "Give each sender a secret of its own.";
  return createProblem("token_shared", path, message, { hint });
}

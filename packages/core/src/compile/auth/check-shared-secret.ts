// The secrets of all `auth`, one after the other → a warning for each that opens another hook, too.
import type { AuthInput } from "../../model/config.ts";
import type { ConfigPath } from "../../model/mapping.ts";
import { configPathToText } from "../../problem/config-path.ts";
import { createProblem, type Report } from "../../problem/problem.ts";

export interface FoundSecret {
  readonly text: string;
  readonly input: AuthInput;
  /** That of the `auth`. */
  readonly authPath: ConfigPath;
  /** Keys below it. */
  readonly at: ConfigPath;
}

export type CheckSharedSecret = (secret: FoundSecret) => void;

export function createSharedSecretCheck(
  tokens: readonly string[],
  report: Report,
): CheckSharedSecret {
  const known = new Map<string, FoundSecret>();
  return (secret) => {
    const { text } = secret;
    if (tokens.includes(text)) report(sharedWithHooks(secret));
    const earlier = known.get(text);
    if (earlier === undefined) known.set(text, secret);
    else if (isShared(secret, earlier)) report(sharedWithHook(secret, earlier));
  };
}

/** An app has one signing secret for all of its hooks, and the operator cannot choose another. */
function isShared(secret: FoundSecret, earlier: FoundSecret): boolean {
  if (secret.authPath === earlier.authPath) return false;
  const isSigning = [secret, earlier].every(
    ({ at: [key] }) => key === "secret" || key === "secrets",
  );
  const { provider } = secret.input;
  return !isSigning || provider === undefined || provider !== earlier.input.provider;
}

function sharedWithHooks({ authPath, at }: FoundSecret) {
  const path = [...authPath, ...at];
  const message = `${configPathToText(path)} equals hooks.token, so that its sender can use every hook.`;
  const hint = "Give this sender a secret of its own.";
  return createProblem("token_shared", path, message, { severity: "warning", hint });
}

function sharedWithHook({ authPath, at }: FoundSecret, earlier: FoundSecret) {
  const path = [...authPath, ...at];
  const other = configPathToText([...earlier.authPath, ...earlier.at]);
  const message = `${configPathToText(path)} equals ${other}, so that the sender of one hook can use the other.`;
  const hint = "Give each sender a secret of its own.";
  return createProblem("token_shared", path, message, { severity: "warning", hint });
}

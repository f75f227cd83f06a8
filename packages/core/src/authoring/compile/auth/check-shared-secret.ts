// The secrets of all `auth`, one after the other → a problem for each that opens another hook, too.

import { PROVIDERS } from "@hookwright/signatures/plan";
import { signsForAnybody } from "@hookwright/signatures/runtime";
import type { ConfigPath } from "../../../base/index.ts";
import { configPathToText, createProblem, type Report } from "../../../base/index.ts";
import type { AuthInput } from "../../config/index.ts";

interface FoundSecret {
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
    else if (isGivenAway(secret, earlier)) report(sharedWithSigner(secret, earlier));
    else if (isShared(secret, earlier)) report(sharedWithHook(secret, earlier));
  };
}

/** An app has one signing secret for all of its hooks, and the operator cannot choose another. */
function isShared(secret: FoundSecret, earlier: FoundSecret): boolean {
  if (secret.authPath === earlier.authPath) return false;
  const isSigning = signsEvents(secret) && signsEvents(earlier);
  const { provider } = secret.input;
  return !isSigning || provider === undefined || provider !== earlier.input.provider;
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
  return isSigning && hasOpenSigner(secret) !== hasOpenSigner(earlier);
}

/** Beside a signature of the request alone: other proofs give their handshake nothing to sign with. */
function hasOpenSigner({ input }: FoundSecret): boolean {
  const provider = PROVIDERS.find(({ id }) => id === input.provider?.trim());
  const isHmac =
    provider === undefined ? input.scheme === "hmac" : provider.signatures !== undefined;
  return isHmac && signsForAnybody(input.handshake?.name ?? provider?.handshake);
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

function sharedWithSigner({ authPath, at }: FoundSecret, earlier: FoundSecret) {
  const path = [...authPath, ...at];
  const other = configPathToText([...earlier.authPath, ...earlier.at]);
  const message = `${configPathToText(path)} equals ${other}, and the handshake of one of the two hooks signs texts of strangers with it.`;
  const hint = "Give each sender a secret of its own.";
  return createProblem("token_shared", path, message, { hint });
}

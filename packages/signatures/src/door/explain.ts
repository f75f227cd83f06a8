// A request and who is to have sent it → each step of the check, and what would have passed.
import type { AuthProblem } from "../auth-plan.ts";
import { explainCheck } from "../authoring/explain/explain-check.ts";
import type { CheckExplanation } from "../authoring/explain/explanation.ts";
import { describeAuthFailure } from "../serving/describe-auth-failure.ts";
import { linkAuth } from "../serving/link-auth.ts";
import {
  type RequestParts,
  readRequest,
  type UnreadCode,
  type WebRequest,
} from "./read-request.ts";
import type { WebhookSender } from "./sender.ts";
import { limitsOf, type VerifyFailureCode, type VerifyOptions } from "./verify.ts";

/** Why a request passes, or does not. It shows no secret. */
export interface RequestExplanation extends Omit<CheckExplanation, "code"> {
  /** Why the request is refused: the first step that fails. */
  readonly code: VerifyFailureCode | undefined;
  /** The code as a sentence, for you and not for the sender. */
  readonly message: string;
  /** What is wrong with the options of the sender, and what is only risky. */
  readonly problems: readonly AuthProblem[];
}

/**
 * Explains what `verify` makes of a request: what was signed, with which secret, and what nearly matches. For a log in
 * development or a captured request: it costs more for a wrong request than for a right one, and loads all families.
 *
 * @example
 * ```ts
 * const { message, signature } = await explain(request, github({ secret }));
 * // "The signature is wrong: another secret, or the body …", { guesses: [{ body: "…" }], … }
 * ```
 */
export async function explain(
  request: WebRequest | RequestParts,
  sender: WebhookSender,
  options: VerifyOptions = {},
): Promise<RequestExplanation> {
  const { plan, link, portsOf } = sender.read();
  const problems: AuthProblem[] = [];
  const own = link(options);
  // The door's own check does not keep what an explanation reads.
  const linked = linkAuth(plan, portsOf(options, []));
  problems.push(...(own.ok ? linked.problems : own.problems));
  if (!own.ok || !linked.ok) return unread("sender_invalid", problems);
  const read = await readRequest(request, limitsOf(options));
  if ("code" in read) return unread(read.code, problems);
  const explained = await explainCheck(linked.auth, read);
  const { code } = explained;
  const message = code === undefined ? PASSES : describeAuthFailure(code);
  return { ...explained, message, problems };
}

const PASSES = "The request is its sender's.";

type OwnCode = UnreadCode | "sender_invalid";

const SENTENCES: Readonly<Record<OwnCode, string>> = {
  sender_invalid: "The options of the sender are wrong, so that no request passes.",
  body_too_large: "The body is larger than maxBodyBytes.",
  body_lost:
    "The bytes of the body are not there: something has read or parsed it before. Pass the request unread, or the bytes.",
};

function unread(code: OwnCode, problems: readonly AuthProblem[]): RequestExplanation {
  return {
    passes: false,
    code,
    message: SENTENCES[code],
    problems,
    keyIndex: undefined,
    handshake: undefined,
    signature: undefined,
    token: undefined,
  };
}

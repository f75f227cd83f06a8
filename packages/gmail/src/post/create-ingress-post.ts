// The gates of a server in this process → posts straight into them, without a connection.
import type { Receiver } from "@hookwright/core/ingress";
import type { PostMail } from "../model/mail.ts";
import { judgeAnswer } from "./judge-answer.ts";

/** Where mails go in this process. */
interface IngressPostOptions {
  readonly ingress: Receiver;
  /** The base path of the hooks and the name: `/hooks/gmail`. */
  readonly target: string;
  /** Asked for each post: a reload may have changed it. */
  readonly hookToken: () => string;
  readonly now: () => number;
}

/** A post passes the same gates as a request: token, limits, idempotency key. */
export function createIngressPost(options: IngressPostOptions): PostMail {
  const { ingress, target, hookToken, now } = options;
  return async (post, { idempotencyKey, signal }) => {
    const bytes = new TextEncoder().encode(JSON.stringify(post));
    const answer = await ingress.receive({
      method: "POST",
      target,
      headers: {
        "content-type": "application/json",
        "content-length": String(bytes.length),
        authorization: `Bearer ${hookToken()}`,
        "idempotency-key": idempotencyKey,
      },
      remoteAddress: undefined,
      readBody: async ({ maxBytes }) =>
        bytes.length > maxBytes ? { kind: "too-large" } : { kind: "bytes", bytes },
      isGone: () => signal.aborted,
    });
    // No answer: the hooks are disabled, or have another path since a reload.
    const { status, headers, body } = answer ?? { status: 404, headers: {}, body: "" };
    return judgeAnswer(
      { status, headers: new Headers(headers), text: body },
      { target, now: now() },
    );
  };
}

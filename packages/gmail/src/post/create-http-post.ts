// The URL of a hook and its token → posts over HTTP.
import type { PostMail, PostResult } from "../model/mail.ts";
import { judgeAnswer } from "./judge-answer.ts";

interface HttpPostOptions {
  /** `http://127.0.0.1:18789/hooks/gmail` */
  readonly hookUrl: string;
  readonly hookToken: string;
  readonly now: () => number;
  /** Default 10,000. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/** An error of the host is a sentence; more is read and dropped. */
const MAX_ANSWER_CHARACTERS = 4_096;

export function createHttpPost(options: HttpPostOptions): PostMail {
  const { hookUrl, hookToken, now, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  return async (post, { idempotencyKey, signal }) => {
    try {
      const response = await fetch(hookUrl, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${hookToken}`,
          "idempotency-key": idempotencyKey,
        },
        body: JSON.stringify(post),
        // The token goes to the host of the config and to no other.
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      const { status, headers } = response;
      const text = (await response.text()).slice(0, MAX_ANSWER_CHARACTERS);
      return judgeAnswer({ status, headers, text }, { target: hookUrl, now: now() });
    } catch (error) {
      return unreachable(error, options);
    }
  };
}

function unreachable(
  error: unknown,
  { hookUrl, timeoutMs = DEFAULT_TIMEOUT_MS }: HttpPostOptions,
): PostResult {
  const { name, cause } = (error ?? {}) as { name?: unknown; cause?: { code?: unknown } };
  const code = typeof cause?.code === "string" ? ` (${cause.code})` : "";
  // Without a query, which could hold a secret.
  const { origin, pathname } = new URL(hookUrl);
  const reason =
    name === "TimeoutError"
      ? `the host did not answer within ${timeoutMs / 1_000} s`
      : `${origin}${pathname} cannot be reached${code}`;
  return { ok: false, isFinal: false, reason };
}

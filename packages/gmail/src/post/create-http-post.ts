// The URL of a hook and its token → posts over HTTP.

import { type FailedExchange, sendRequest } from "@hookwright/node-kit/http";
import type { PostMail } from "../model/mail.ts";
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

export function createHttpPost(options: HttpPostOptions): PostMail {
  const { hookUrl, hookToken, now, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  return async (post, { idempotencyKey, signal }) => {
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${hookToken}`,
      "idempotency-key": idempotencyKey,
    };
    const request = { url: hookUrl, headers, body: JSON.stringify(post) };
    const answer = await sendRequest(request, { signal, timeoutMs });
    return answer.kind === "answer"
      ? judgeAnswer(answer, { target: hookUrl, now: now() })
      : { ok: false, isFinal: false, reason: reasonOf(answer, { hookUrl, timeoutMs }) };
  };
}

function reasonOf(
  { code, system }: FailedExchange,
  { hookUrl, timeoutMs }: { readonly hookUrl: string; readonly timeoutMs: number },
): string {
  if (code === "timeout") return `the host did not answer within ${timeoutMs / 1_000} s`;
  // Without a query, which could hold a secret.
  const { origin, pathname } = new URL(hookUrl);
  const named = system === undefined ? "" : ` (${system})`;
  return `${origin}${pathname} cannot be reached${named}`;
}

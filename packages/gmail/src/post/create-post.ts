// A mail → a post over HTTP, or directly to the ingress of a server in this process; the response → the result of the
// post.

import { jsonFromText, readTextMember } from "@hookwright/base";
import type { Receiver } from "@hookwright/core/ingress";
import { type FailedExchange, sendRequest } from "@hookwright/node-kit/http";
import { readRetryAfterMs } from "../google/failure-of-error.ts";
import type { PostMail, PostResult } from "../model/mail.ts";

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
  // Without the query, which could contain a secret.
  const { origin, pathname } = new URL(hookUrl);
  const target = `${origin}${pathname}`;
  return async (post, { idempotencyKey, signal }) => {
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${hookToken}`,
      "idempotency-key": idempotencyKey,
    };
    const request = { url: hookUrl, headers, body: JSON.stringify(post) };
    const answer = await sendRequest(request, { signal, timeoutMs });
    return answer.kind === "answer"
      ? classifyAnswer(answer, { target, now: now() })
      : { ok: false, isFinal: false, reason: reasonOf(answer, { target, timeoutMs }) };
  };
}

function reasonOf(
  { code, system }: FailedExchange,
  { target, timeoutMs }: { readonly target: string; readonly timeoutMs: number },
): string {
  if (code === "timeout") return `the host did not answer within ${timeoutMs / 1_000} s`;
  const named = system === undefined ? "" : ` (${system})`;
  return `${target} cannot be reached${named}`;
}

/** The server in this process that receives the mails. */
interface IngressPostOptions {
  readonly ingress: Receiver;
  /** The base path of the hooks and the name: `/hooks/gmail`. */
  readonly target: string;
  /** Called for each post, because a reload may have changed the ingress. */
  readonly hookToken: () => string;
  readonly now: () => number;
}

/** A post passes the same checks as a request: token, limits, idempotency key. */
export function createIngressPost(options: IngressPostOptions): PostMail {
  const { ingress, target, hookToken, now } = options;
  return async (post, { idempotencyKey, signal }) => {
    const bytes = new TextEncoder().encode(JSON.stringify(post));
    const answer = await ingress.receive({
      method: "POST",
      target,
      headers: () => ({
        "content-type": "application/json",
        "content-length": String(bytes.length),
        authorization: `Bearer ${hookToken()}`,
        "idempotency-key": idempotencyKey,
      }),
      remoteAddress: () => undefined,
      readBody: async ({ maxBytes }) =>
        bytes.length > maxBytes ? { kind: "too-large" } : { kind: "bytes", bytes },
      isGone: () => signal.aborted,
    });
    // No response: the hooks are disabled, or a reload has changed their path.
    const { status, headers, body } = answer ?? { status: 404, headers: {}, body: "" };
    return classifyAnswer(
      { status, headers: new Headers(headers), text: body },
      { target, now: now() },
    );
  };
}

interface HostAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body: `{"ok":false,"error":"…","code":"…"}` from our hosts, anything from others. */
  readonly text: string;
}

interface AnswerContext {
  /** Where it was posted, for hints: the path `/hooks/gmail`, or the URL without its query. */
  readonly target: string;
  readonly now: number;
}

type Final = Pick<Extract<PostResult, { isFinal: true }>, "hint" | "concerns">;

export function classifyAnswer(answer: HostAnswer, { target, now }: AnswerContext): PostResult {
  const { status, headers, text } = answer;
  if (status >= 200 && status <= 299) return { ok: true };
  const { error, code } = readError(text);
  // The host has seen the key with another body: it took the mail, whose labels have changed since.
  if (status === 422 && code === "idempotency_conflict") return { ok: true };
  const said = error === undefined ? "" : `: ${error}`;
  const reason = `the host answered ${status}${code === undefined ? "" : ` ${code}`}${said}`;
  if (isForNow(status)) {
    const retryAfterMs = readRetryAfterMs(headers, { now });
    return {
      ok: false,
      isFinal: false,
      reason,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  }
  return { ok: false, isFinal: true, reason, ...adviceFor(status, target) };
}

/** 409: the first post of this mail is still in progress. */
function isForNow(status: number): boolean {
  return status >= 500 || [408, 409, 425, 429].includes(status);
}

function adviceFor(status: number, target: string): Final {
  if (status === 400 || status === 422) {
    return {
      concerns: "mail",
      hint: "Correct what the answer names in the config of the host: `hookwright explain` shows what a mail becomes.",
    };
  }
  if (status === 401 || status === 403) {
    return {
      concerns: "host",
      hint: "Make hooks.token here the same as at the host, and start this anew.",
    };
  }
  if (status === 404) {
    return {
      concerns: "mail",
      hint: `Check that ${target} is right, and add "gmail" to hooks.presets at the host; where mappings of your own take some mails only, add { match: { path: "gmail" }, skip: true } as the last one.`,
    };
  }
  if (status === 413) {
    return {
      concerns: "mail",
      hint: "Raise maxBodyBytes at the host, of the mapping or of the hooks, or lower hooks.gmail.maxBytes here.",
    };
  }
  if (status >= 300 && status <= 399) {
    return {
      concerns: "host",
      hint: "Set hooks.gmail.hookUrl to where it was redirected: the token is sent nowhere else.",
    };
  }
  return { concerns: "host", hint: `Check that ${target} is the mail hook of a host.` };
}

const MAX_ERROR_CHARACTERS = 300;

function readError(text: string): { readonly error?: string; readonly code?: string } {
  const value = jsonFromText(text);
  const error = readTextMember(value, "error");
  const code = readTextMember(value, "code");
  return {
    ...(error !== undefined && {
      error: error.replace(/[\s\p{Cc}]+/gu, " ").slice(0, MAX_ERROR_CHARACTERS),
    }),
    ...(code !== undefined && /^[a-z_]{1,40}$/.test(code) && { code }),
  };
}

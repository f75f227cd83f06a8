// The host's answer to a post → what became of it.
import { jsonFromText, readTextMember } from "@hookwright/base";
import { readRetryAfterMs } from "../google/failure-of-error.ts";
import type { PostResult } from "../model/mail.ts";

interface HostAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body: `{"ok":false,"error":"…","code":"…"}` of our hosts, anything of others. */
  readonly text: string;
}

interface JudgeContext {
  /** Where it was posted, for hints: the path `/hooks/gmail`, or the URL. */
  readonly target: string;
  readonly now: number;
}

type Final = Pick<Extract<PostResult, { isFinal: true }>, "hint" | "concerns">;

export function judgeAnswer(answer: HostAnswer, { target, now }: JudgeContext): PostResult {
  const { status, headers, text } = answer;
  if (status >= 200 && status <= 299) return { ok: true };
  const { error, code } = readError(text);
  // The key came before with another body: the mail was taken, and has other labels by now.
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

/** 409: the first post of this mail is still being worked on. */
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

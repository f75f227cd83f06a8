// A request and the URL of a hook → its answer, and how long it took.

import type { BuiltRequest } from "@hookwright/samples/senders";
import { CliError } from "../cli-error.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The beginning of it. */
  readonly body: string;
  readonly ms: number;
}

/** Longer than any vendor waits. */
const MAX_WAIT_MS = 30_000;

/** A hook answers with a line; something else at the URL may send a page. */
const MAX_BODY_CHARACTERS = 2_000;

/** Redirects are not followed: no vendor does. */
export async function postRequest(
  { method, headers, query, body }: BuiltRequest,
  url: URL,
): Promise<Answer> {
  const target = new URL(url);
  target.search = query;
  const startedAt = performance.now();
  try {
    const answer = await fetch(target, {
      method,
      headers: { "user-agent": "hookwright-send", ...headers },
      redirect: "manual",
      signal: AbortSignal.timeout(MAX_WAIT_MS),
      ...(method === "POST" && { body }),
    });
    const text = (await answer.text()).slice(0, MAX_BODY_CHARACTERS);
    const ms = Math.round(performance.now() - startedAt);
    return { status: answer.status, headers: answer.headers, body: text, ms };
  } catch (error) {
    throw new CliError(`There is no answer from ${url.origin}: ${describe(error)}.`, {
      hint: "Check --to, and whether hookwright serve runs there.",
    });
  }
}

function describe(error: unknown): string {
  const { name, cause } = error as Error;
  if (name === "TimeoutError") return `none came within ${MAX_WAIT_MS / 1000} s`;
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return code === undefined ? "the request failed" : `the system says ${code}`;
}

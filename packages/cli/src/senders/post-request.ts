// A request and the URL of a hook → its answer, and how long it took.

import { type FailedExchange, sendRequest } from "@hookwright/node-kit/http";
import type { BuiltRequest } from "@hookwright/samples/senders";
import { CliError } from "../cli-error.ts";

export interface SenderAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The beginning of the body. */
  readonly body: string;
  readonly ms: number;
}

/** Longer than any vendor waits. */
const MAX_WAIT_MS = 30_000;

/** A hook answers with a line; another server at the URL may send a page. */
const MAX_BODY_CHARACTERS = 2_000;

/** Redirects are not followed: no vendor does. */
export async function postRequest(
  { method, headers, query, body }: BuiltRequest,
  url: URL,
): Promise<SenderAnswer> {
  const target = new URL(url);
  target.search = query;
  const startedAt = performance.now();
  const exchange = await sendRequest(
    {
      url: target,
      method,
      headers: { "user-agent": "hookwright-send", ...headers },
      ...(method === "POST" && { body: body as NonNullable<RequestInit["body"]> }),
    },
    { timeoutMs: MAX_WAIT_MS },
  );
  if (exchange.kind !== "answer") {
    throw new CliError(`No answer from ${url.origin}: ${describe(exchange)}.`, {
      hint: "Check --to, and whether hookwright serve runs there.",
    });
  }
  const ms = Math.round(performance.now() - startedAt);
  const { status, headers: answered, text } = exchange;
  return { status, headers: answered, body: text.slice(0, MAX_BODY_CHARACTERS), ms };
}

function describe({ code, system }: FailedExchange): string {
  if (code === "timeout") return `none came within ${MAX_WAIT_MS / 1000} s`;
  return system === undefined ? "the request failed" : `the system says ${system}`;
}

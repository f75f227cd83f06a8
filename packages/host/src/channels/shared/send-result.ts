// An exchange with a platform → the result of the send.

import { readMember } from "@hookwright/base";
import type { Answer, Exchange } from "@hookwright/node-kit/http";
import { retryAfterMs } from "@hookwright/node-kit/times";
import type { SendResult } from "../../model/channel.ts";
import { SEND_CODES, type SendCode } from "./send-codes.ts";

/**
 * Reads the answer to a message as `send` of a channel returns it. A 3xx is a wrong address; rows of the platform
 * come first; then 401 is the credential, 429 and 408, 425, 500, 503 are tried again, further 5xx and a success
 * without an id are unknown, and other statuses refuse the message. `now` is milliseconds since the epoch, for
 * waits that are given as dates.
 *
 * @example
 * ```ts
 * const exchange = await sendRequest({ url, body: text }, { signal });
 * const rules: AnswerRules = {
 *   name: "Pager",
 *   read: ({ status, text }) => (status === 200 ? { id: text } : {}),
 *   rows: [{ status: [404], kind: "message", code: "recipient_unknown" }],
 * };
 * return resultOfExchange(exchange, rules, Date.now());
 * ```
 */
export function resultOfExchange(exchange: Exchange, rules: AnswerRules, now: number): SendResult {
  switch (exchange.kind) {
    case "not_made":
      return refuse("message", "client_refused", rules.name);
    case "not_connected":
      return { kind: "retry", code: exchange.code };
    case "lost":
      return { kind: "unknown", code: exchange.code };
    case "answer":
      return resultOfAnswer(exchange, rules, now);
  }
}

function resultOfAnswer(answer: Answer, rules: AnswerRules, now: number): SendResult {
  const { status, headers } = answer;
  if (status >= 300 && status < 400) return refuse("credential", "redirected", rules.name);
  const facts = rules.read(answer);
  if (facts.id !== undefined) return { kind: "sent", id: facts.id };
  const { kind, code } = rowOf(status, facts, rules);
  if (kind === "unknown") return { kind, code };
  if (kind !== "retry") return refuse(kind, code, rules.name, facts);
  const afterMs = readWait(facts.wait, now) ?? readWait(headers.get("retry-after"), now);
  return { kind, code, ...(afterMs !== undefined && { afterMs }) };
}

function rowOf(
  status: number,
  facts: AnswerFacts,
  { rows }: AnswerRules,
): { readonly kind: ResultKind; readonly code: SendCode } {
  const isSuccess = status < 300;
  const saysWhy = facts.word !== undefined || facts.sentence !== undefined;
  // A success without an id may have sent the message, unless the body says what went wrong.
  if (isSuccess && !saysWhy) return { kind: "unknown", code: "no_id" };
  const row = findRow(rows, status, facts) ?? findRow(COMMON_ROWS, status, facts);
  if (row !== undefined) return row;
  if (status > 500) return { kind: "unknown", code: "gateway_error" };
  return { kind: "message", code: "request_refused" };
}

/**
 * A refusal whose sentence says what the code means and what to do.
 *
 * @example
 * ```ts
 * refuse("message", "recipient_unknown", "Pager");
 * ```
 */
export function refuse(
  scope: "message" | "markup" | "credential",
  code: SendCode,
  platform: string,
  { word, hint }: AnswerFacts = {},
): Extract<SendResult, { readonly kind: "refused" }> {
  const row = SEND_CODES[code];
  const own = isCode(word) ? ` (${platform}: ${word})` : ` (${platform})`;
  const message = `${row.meaning.slice(0, -1)}${own}. ${hint ?? row.hint}`;
  return { kind: "refused", code, message, scope };
}

/** A sentence of the platform may quote the text, so only codes are shown. */
function isCode(word: string | number | undefined): word is string | number {
  return typeof word === "number" || (word !== undefined && /^[\w.]{1,60}$/.test(word));
}

/** `message`, `markup` and `credential` are final: scopes of a refusal. */
type ResultKind = "retry" | "unknown" | "message" | "markup" | "credential";

/** What an answer of a platform means. Omitted conditions hold for every answer. */
export interface ResultRow {
  readonly status?: readonly number[];
  /** The platform's own codes or words. */
  readonly words?: readonly (string | number)[];
  /** A pattern for the platform's own words. */
  readonly like?: RegExp;
  readonly kind: ResultKind;
  readonly code: SendCode;
}

/** What the body of an answer says. */
export interface AnswerFacts {
  /** The platform's own code or word for what went wrong. */
  readonly word?: string | number;
  /** Its sentence, for platforms that say it in no other way. */
  readonly sentence?: string;
  /** Seconds, or an HTTP date. */
  readonly wait?: unknown;
  /** Of the message that was sent. */
  readonly id?: string;
  /** What the operator should write instead. */
  readonly hint?: string;
}

/** A platform: how to read its answers, and what they mean. */
export interface AnswerRules {
  /** As people call it. */
  readonly name: string;
  readonly read: (answer: Answer) => AnswerFacts;
  readonly rows: readonly ResultRow[];
}

/** For what no row of a platform names. 501 and above come from servers in front of it. */
const COMMON_ROWS: readonly ResultRow[] = [
  { status: [401], kind: "credential", code: "unauthorized" },
  { status: [429], kind: "retry", code: "rate_limited" },
  { status: [408, 425, 500, 503], kind: "retry", code: "server_error" },
];

/** The code of a failure that a platform reports after it accepted the message. */
export function codeOfWord(word: string | number, { rows }: AnswerRules): SendCode | undefined {
  return rows.find(({ words }) => words?.includes(word) === true)?.code;
}

function findRow(
  rows: readonly ResultRow[],
  status: number,
  { word, sentence }: AnswerFacts,
): ResultRow | undefined {
  return rows.find(
    (row) =>
      (row.status?.includes(status) ?? true) &&
      (row.words === undefined || (word !== undefined && row.words.includes(word))) &&
      (row.like?.test(sentence ?? String(word ?? "")) ?? true),
  );
}

export function readNumber(
  value: unknown,
  ...steps: readonly (string | number)[]
): number | undefined {
  const found = readMember(value, ...steps);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

/** Seconds as a number or text, or an HTTP date; undefined for anything that names no time to come. */
export function readWait(value: unknown, now: number): number | undefined {
  const wait =
    typeof value === "number"
      ? Math.ceil(value * 1_000)
      : retryAfterMs(typeof value === "string" ? value : undefined, now);
  // An absurdly long wait is left to the engine, which has a cap.
  return wait !== undefined && Number.isFinite(wait) && wait > 0 ? wait : undefined;
}

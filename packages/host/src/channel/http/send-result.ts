// An exchange with a platform → the result of the send.
import type { SendResult } from "../../model/channel.ts";
import { SEND_CODES, type SendCode } from "../send-codes.ts";
import type { Answer, Exchange } from "./exchange.ts";
import {
  type AnswerFacts,
  type AnswerRules,
  COMMON_ROWS,
  findRow,
  type ResultKind,
} from "./result-rows.ts";
import { readWait } from "./retry-after.ts";

/** `now` is milliseconds since the epoch, for waits that are given as dates. */
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

export function refuse(
  scope: "message" | "markup" | "credential",
  code: SendCode,
  platform: string,
  { word, hint }: AnswerFacts = {},
): SendResult {
  const row = SEND_CODES[code];
  const own = isCode(word) ? ` (${platform}: ${word})` : ` (${platform})`;
  const message = `${row.meaning.slice(0, -1)}${own}. ${hint ?? row.hint}`;
  return { kind: "refused", code, message, scope };
}

/** A sentence of the platform may quote the text, so only codes are shown. */
function isCode(word: string | number | undefined): word is string | number {
  return typeof word === "number" || (word !== undefined && /^[\w.]{1,60}$/.test(word));
}

// What an answer of a platform means, as data: the first row that fits decides.
import type { SendCode } from "../send-codes.ts";
import type { Answer } from "./exchange.ts";

/** `message`, `markup` and `credential` are final: scopes of a refusal. */
export type ResultKind = "retry" | "unknown" | "message" | "markup" | "credential";

/** Omitted conditions hold for every answer. */
interface ResultRow {
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
export const COMMON_ROWS: readonly ResultRow[] = [
  { status: [401], kind: "credential", code: "unauthorized" },
  { status: [429], kind: "retry", code: "rate_limited" },
  { status: [408, 425, 500, 503], kind: "retry", code: "server_error" },
];

export function findRow(
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

// Resolutions and refusals → answers, in the one shape that every error has.
import type { Refusal } from "../base/index.ts";
import type { FixedAnswer } from "../resolve/index.ts";
import type { IngressAnswer } from "./request.ts";

const JSON_TYPE = "application/json; charset=utf-8";

const JSON_HEADERS: Readonly<Record<string, string>> = {
  "content-type": JSON_TYPE,
};

const NO_HEADERS: Readonly<Record<string, string>> = {};

/**
 * A gateway that restarts, or a module with a full queue, is ready within seconds; senders wait longer
 * by themselves when it is not.
 */
const RETRY_AFTER: Readonly<Record<string, string>> = { "retry-after": "5" };

/** Nothing is to be done. */
export const NOTHING_TO_DO: IngressAnswer = {
  status: 204,
  headers: NO_HEADERS,
  body: "",
};

/** The same for a vendor that takes nothing but 200 for success. */
export const TAKEN: IngressAnswer = { status: 200, headers: JSON_HEADERS, body: '{"ok":true}' };

/** Written by hand: the values are constants, and serializing them anew is a tenth of a small request. */
const WAKE_NOW: IngressAnswer = {
  status: 200,
  headers: JSON_HEADERS,
  body: '{"ok":true,"mode":"now"}',
};

const WAKE_LATER: IngressAnswer = {
  status: 200,
  headers: JSON_HEADERS,
  body: '{"ok":true,"mode":"next-heartbeat"}',
};

export function answerWake(
  mode: "now" | "next-heartbeat",
  warnings: readonly string[],
): IngressAnswer {
  if (warnings.length > 0) return jsonAnswer(200, { ok: true, mode, warnings });
  return mode === "now" ? WAKE_NOW : WAKE_LATER;
}

export function answerAgent(runId: string, warnings: readonly string[]): IngressAnswer {
  if (warnings.length > 0) return jsonAnswer(202, { ok: true, runId, warnings });
  const body = `{"ok":true,"runId":${JSON.stringify(runId)}}`;
  return { status: 202, headers: JSON_HEADERS, body };
}

/** What says more of the request than its answer does, such as that it is a repeat, stays. */
export function replaceAnswer(answer: IngressAnswer, own: FixedAnswer | undefined): IngressAnswer {
  if (own === undefined) return answer;
  const { "content-type": _, ...others } = answer.headers;
  return { ...own, headers: { ...others, ...own.headers } };
}

/** Every 503 asks its sender to try again; `headers` may name another pause. */
export function answerRefusal(
  refusal: Omit<Refusal, "code"> & { readonly code: string },
  headers: Readonly<Record<string, string>> = refusal.status === 503 ? RETRY_AFTER : NO_HEADERS,
): IngressAnswer {
  const { code, message: error, issues } = refusal;
  const body = issues.length > 0 ? { ok: false, error, code, issues } : { ok: false, error, code };
  const answer = jsonAnswer(refusal.status, body);
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

export function jsonAnswer(status: number, body: object): IngressAnswer {
  return { status, headers: JSON_HEADERS, body: JSON.stringify(body) };
}

/** A refusal whose code an integrator may have chosen. */
interface AnsweredRefusal extends Omit<Refusal, "code"> {
  readonly code: string;
}

export interface GateRefusal {
  readonly refusal: AnsweredRefusal;
  readonly answer: IngressAnswer;
}

export type Gate = GateRefusal | undefined;

/** A refusal that is always the same is a constant of its gate, so that its answer is written once. */
export function refuse(
  refusal: AnsweredRefusal,
  headers?: Readonly<Record<string, string>>,
): GateRefusal {
  return { refusal, answer: answerRefusal(refusal, headers) };
}

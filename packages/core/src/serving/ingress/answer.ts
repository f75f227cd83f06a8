// Resolutions and refusals → answers, in the one shape that every error has.
import {
  createRefusal,
  type EventCode,
  isPayloadAlone,
  type Refusal,
  type RefusalExtras,
} from "../../model/index.ts";
import type { FixedAnswer, RouteStatuses } from "../resolve/index.ts";
import type { Proved } from "./phases.ts";
import type { RequestNotes } from "./record.ts";
import type { BodyLimits, IngressAnswer } from "./request.ts";
import type { StoredAnswer } from "./store.ts";

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
const TAKEN: IngressAnswer = { status: 200, headers: JSON_HEADERS, body: '{"ok":true}' };

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

export function replay(stored: StoredAnswer, notes: RequestNotes): IngressAnswer {
  notes.dedupe = "replayed";
  if (stored.runId !== undefined) notes.runId = stored.runId;
  return markReplayed(stored);
}

export function markReplayed({ status, headers, body }: IngressAnswer): IngressAnswer {
  return { status, headers: { ...headers, "idempotent-replayed": "true" }, body };
}

/**
 * Of an event whose sender is known. Many send it again for days where the answer is a 4xx, and hold up what comes
 * behind it; some switch the hook off for good. So they are told of a success where the payload alone decides that
 * the event can never succeed. What a change of the config would let through keeps its 4xx: it comes again then.
 */
export function answerEvent(gate: GateRefusal, { auth, log: { notes } }: Proved): IngressAnswer {
  const answer = answerGate(gate, notes);
  if (auth?.delivery?.on4xx === undefined || !isPayloadAlone(gate.refusal)) return answer;
  notes.outcome = "refused";
  return NOTHING_TO_DO;
}

/**
 * In the status that the config has for a built-in route, or that the vendor takes for success; an answer of the
 * mapping's own stays.
 */
export function acknowledge(
  answer: IngressAnswer,
  { auth, route: { name } }: Proved,
  statuses: RouteStatuses,
  ownAnswer?: FixedAnswer,
): IngressAnswer {
  if (name === "agent" || name === "wake") {
    const status = statuses[name];
    return answer.status >= 300 || answer.status === status ? answer : { ...answer, status };
  }
  if (auth?.delivery?.acknowledge === undefined || ownAnswer !== undefined) return answer;
  if (answer.status === 204) return TAKEN;
  return answer.status === 202 ? { ...answer, status: 200 } : answer;
}

export function answerGate({ refusal, answer }: GateRefusal, notes: RequestNotes): IngressAnswer {
  notes.code = refusal.code;
  if (refusal.detail !== undefined) notes.detail = refusal.detail;
  return answer;
}

export const NOT_FOUND: GateRefusal = refuse(
  createRefusal("not_found", "There is no hook of this name for this event."),
);

export function tooLarge({ maxBytes }: BodyLimits): GateRefusal {
  return refuse(createRefusal("payload_too_large", `The body is larger than ${maxBytes} bytes.`));
}

export const OVERLOADED: GateRefusal = refuse(
  createRefusal("bodies_overloaded", "Too many requests are being read; send it again."),
);

/** For the record: nobody reads the answer. */
export const CLIENT_CLOSED: GateRefusal = refuse(
  createRefusal("client_closed", "The client closed the connection."),
);

type NotTaken = Extract<EventCode, "dispatch_timeout" | "batch_timeout" | "server_stopping">;

const NOT_TAKEN: Readonly<Record<NotTaken, string>> = {
  dispatch_timeout: "The gateway did not take the action in time; try again.",
  batch_timeout: "The time for this batch was over before anything was dispatched; try again.",
  server_stopping: "The server is stopping; try again.",
};

/** Why an action was not taken → the 503 that asks its sender to try again. */
export function refuseDispatch(code: NotTaken, extras?: RefusalExtras): GateRefusal {
  return refuse(createRefusal(code, NOT_TAKEN[code], extras));
}

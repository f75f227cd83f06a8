// Resolutions and refusals → answers. Every error has the same shape.
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
 * A gateway that restarts, or a module with a full queue, is ready within seconds. If it takes longer,
 * senders back off by themselves.
 */
const RETRY_AFTER: Readonly<Record<string, string>> = { "retry-after": "5" };

/** Nothing is to be done. */
export const NOTHING_TO_DO: IngressAnswer = {
  status: 204,
  headers: NO_HEADERS,
  body: "",
};

/** For a vendor that accepts only 200 as success. */
const TAKEN: IngressAnswer = { status: 200, headers: JSON_HEADERS, body: '{"ok":true}' };

/** Constants, because serializing them each time would take 10 % of a small request. */
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

export function answerDelivery(id: string, warnings: readonly string[]): IngressAnswer {
  const body = { ok: true, delivery: id, ...(warnings.length > 0 && { warnings }) };
  return jsonAnswer(202, body);
}

/** Replaces the answer by the mapping's own. Headers about the request stay, such as the mark of a repeat. */
export function replaceAnswer(answer: IngressAnswer, own: FixedAnswer | undefined): IngressAnswer {
  if (own === undefined) return answer;
  const { "content-type": _, ...others } = answer.headers;
  return { ...own, headers: { ...others, ...own.headers } };
}

/** Every 503 asks the sender to try again; `headers` may name another pause. */
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

/** A refusal that never varies is a constant, so that its answer is serialized once. */
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
 * Answers an event of an authenticated sender. After a 4xx, many vendors repeat it for days and hold back
 * later events; some disable the hook. So they get a success if the payload alone decides that the event can
 * never succeed. An event that a change of the config would accept keeps its 4xx, so that it is sent again.
 */
export function answerEvent(gate: GateRefusal, { auth, log: { notes } }: Proved): IngressAnswer {
  const answer = answerGate(gate, notes);
  if (auth?.delivery?.on4xx === undefined || !isPayloadAlone(gate.refusal)) return answer;
  notes.outcome = "refused";
  return NOTHING_TO_DO;
}

/**
 * Sets the status that the config has for a built-in route, or that the vendor accepts as success. The
 * mapping's own answer is not changed.
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

/** Only for the record: nobody reads the answer. */
export const CLIENT_CLOSED: GateRefusal = refuse(
  createRefusal("client_closed", "The client closed the connection."),
);

type NotTaken = Extract<EventCode, "dispatch_timeout" | "batch_timeout" | "server_stopping">;

const NOT_TAKEN: Readonly<Record<NotTaken, string>> = {
  dispatch_timeout: "The gateway did not accept the action in time; try again.",
  batch_timeout: "The time for this batch was over before anything was dispatched; try again.",
  server_stopping: "The server is stopping; try again.",
};

/** Why an action was not accepted → the 503 that asks the sender to try again. */
export function refuseDispatch(code: NotTaken, extras?: RefusalExtras): GateRefusal {
  return refuse(createRefusal(code, NOT_TAKEN[code], extras));
}

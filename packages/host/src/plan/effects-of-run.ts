// An ended try of a run → its next try, or history, end, summary, delivery and wake in one list.

import { parseThinking } from "@hookwright/core";
import type { Effect } from "../model/effects.ts";
import type {
  AnswerOutcome,
  DeliveryRecord,
  RunHold,
  RunRecord,
  StoredTurn,
} from "../model/records.ts";
import { settingsOfAgent } from "../model/settings.ts";
import {
  type Attachment,
  THINKING_LEVELS,
  type TurnFailure,
  type TurnResult,
} from "../model/turn.ts";
import { classifyAnswer } from "./classify-answer.ts";
import { type RecipientRequest, resolveRecipient } from "./resolve-recipient.ts";
import { runRetryMs } from "./retry-times.ts";
import { eventOfUndelivered, MAX_REASON_CHARACTERS, summaryOfRun } from "./run-events.ts";
import { splitText } from "./split-text.ts";
import { toOneLine } from "./text.ts";
import type { TurnMessage } from "./turn-message.ts";
import type { TurnPolicy } from "./turn-policy.ts";
import { writeOutLinks } from "./write-out-links.ts";

/** A run whose turn has ended. */
export interface EndedRun {
  readonly kind: "run";
  readonly run: RunRecord;
  readonly message: Pick<TurnMessage, "stored" | "tainted">;
  /** The turns before, as the ledger has them; what they hold, the model has read. */
  readonly history: readonly StoredTurn[];
  /** Set while the runner is paused, so that a try that did nothing does not count. */
  readonly hold?: RunHold | undefined;
}

export function effectsOfRun(
  turn: EndedRun,
  result: TurnResult,
  policy: TurnPolicy,
): readonly Effect[] {
  const { run } = turn;
  const again = result.ok ? undefined : nextTry(turn, result, policy);
  if (again !== undefined) return [again];
  const tainted = hasReadOutsideText(turn);
  const { now: at, randomId } = policy;
  const summary = summaryOfRun(run, { id: randomId(), at, result, tainted });
  const said = whatRunSaid(run, result, policy);
  return [
    historyOfRun(turn, result, tainted, at),
    endOfRun(run, result, { at, said }),
    { kind: "event", event: summary },
    ...deliveryOfRun(run, said, { tainted, policy }),
    ...(run.action.wakeMode === "now"
      ? [{ kind: "heartbeat-request", agentId: run.agentId, at, reason: "run" } as const]
      : []),
  ];
}

/** An isolated run reads no history. */
function hasReadOutsideText({ run, message, history }: EndedRun): boolean {
  const isAlone = run.action.sessionMode === "isolated";
  return message.tainted || (!isAlone && history.some((turn) => turn.tainted));
}

/** A turn that the host stopped did not fail. One that did nothing is tried again. */
function nextTry(
  { run, hold }: EndedRun,
  result: TurnFailure,
  policy: TurnPolicy,
): Effect | undefined {
  const { now: at, random, settings } = policy;
  const base = { kind: "run", runId: run.id, at } as const;
  if (result.code === "stopping") {
    return { ...base, state: "queued", dueAt: at, countAttempt: false };
  }
  if (!result.retryable || FINAL_CODES.has(result.code)) return undefined;
  if (hold !== undefined) {
    const waits = { state: "queued", dueAt: at, countAttempt: false, hold } as const;
    return { ...base, ...waits, ...failureOf(result) };
  }
  const { retryAfterMs } = result;
  // A clock that was set back must not keep a run alive forever.
  const elapsedMs = Math.max(0, at - (run.triedSince ?? at));
  const { attempt } = run;
  const maxMs = settings.retryMaxMs;
  const wait = runRetryMs({ attempt, elapsedMs, maxMs, retryAfterMs, random });
  if (wait === undefined) return undefined;
  return { ...base, state: "failed", dueAt: at + wait, ...failureOf(result) };
}

/** Whatever a runner says of them. */
const FINAL_CODES: ReadonlySet<string> = new Set(["timeout", "cancelled"]);

function failureOf({ code, message, partial }: TurnFailure): {
  readonly code: string;
  readonly reason: string;
  readonly partial?: string;
} {
  const reason = toOneLine(message, MAX_REASON_CHARACTERS);
  return { code, reason, ...(partial !== undefined && { partial }) };
}

/** An answer that is to be delivered has its text and files. */
type Said =
  | { readonly kind: Exclude<AnswerOutcome, "deliver"> }
  | {
      readonly kind: "deliver";
      readonly text: string;
      readonly attachments?: readonly Attachment[] | undefined;
    };

function whatRunSaid(
  { agentId, action }: RunRecord,
  result: TurnResult,
  { settings }: TurnPolicy,
): Said | undefined {
  if (!result.ok) return undefined;
  if (!action.deliver) return { kind: "silent" };
  const { attachments } = result;
  const classified = classifyAnswer(result.text, {
    ackMaxChars: settingsOfAgent(agentId, settings).heartbeat.runAckMaxChars,
    hasAttachments: attachments !== undefined && attachments.length > 0,
  });
  return classified.kind === "deliver" ? { ...classified, attachments } : classified;
}

function endOfRun(
  run: RunRecord,
  result: TurnResult,
  { at, said }: { readonly at: number; readonly said: Said | undefined },
): Effect {
  const base = { kind: "run", runId: run.id, at, ...noteOf(run, result) } as const;
  if (!result.ok) {
    const state = result.code === "cancelled" ? "cancelled" : "dead";
    return { ...base, state, ...failureOf(result) };
  }
  const { text: answer, thinking } = result;
  return {
    ...base,
    state: "done",
    answer,
    ...(said !== undefined && { answered: said.kind }),
    ...(thinking !== undefined && { thinking }),
  };
}

/** The requested level is not shown, because it may come from outside. */
function noteOf({ action }: RunRecord, result: TurnResult): { readonly note?: string } {
  const { thinking } = action;
  const isUnknown = thinking !== undefined && parseThinking(thinking) === undefined;
  const notes = [
    ...(isUnknown ? [UNKNOWN_THINKING] : []),
    ...(result.ok && result.note !== undefined ? [result.note] : []),
  ];
  return notes.length === 0 ? {} : { note: toOneLine(notes.join(" "), MAX_REASON_CHARACTERS) };
}

const UNKNOWN_THINKING = `The requested thinking level is unknown, so the model decided. Known levels: ${THINKING_LEVELS.join(", ")}.`;

const MAX_RUNNER_STATE_BYTES: number = 64 * 1024;

function historyOfRun(
  { run, message }: EndedRun,
  result: TurnResult,
  tainted: boolean,
  at: number,
): Effect {
  const { id: turnId, agentId, sessionKey, action } = run;
  const { heading, eventParts, parts } = message.stored;
  const turn = { at, heading, parts: [...eventParts, ...parts], tainted, turnId };
  const base = { kind: "history", agentId, sessionKey } as const;
  if (!result.ok) return { ...base, turn: { ...turn, noAnswer: result.code } };
  return {
    ...base,
    turn: { ...turn, answer: result.text },
    // The session that others continue is not the one of this run.
    ...(action.sessionMode !== "isolated" && keptState(result.runnerState)),
  };
}

/** Empty if there is no state, or more than a runner may keep. */
export function keptState(runnerState: string | undefined): { readonly runnerState?: string } {
  const isKept =
    runnerState !== undefined && Buffer.byteLength(runnerState) <= MAX_RUNNER_STATE_BYTES;
  return isKept ? { runnerState } : {};
}

function deliveryOfRun(
  run: RunRecord,
  said: Said | undefined,
  { tainted, policy }: { readonly tainted: boolean; readonly policy: TurnPolicy },
): readonly Effect[] {
  if (said?.kind !== "deliver") return [];
  const { id: runId, agentId, mappingId, action } = run;
  const { channel, to, accountId } = action;
  const { text, attachments } = said;
  const origin = { runId, mappingId };
  const delivery = createDelivery(
    { agentId, channel, to, accountId, text, attachments, tainted, origin },
    policy,
  );
  const added: Effect = { kind: "delivery", delivery };
  if (delivery.state !== "dead") return [added];
  const { randomId, now: at } = policy;
  return [
    added,
    { kind: "event", event: eventOfUndelivered(run, delivery, { id: randomId(), at }) },
  ];
}

interface DeliveryRequest extends RecipientRequest {
  readonly text: string;
  /** Whether the model read text from outside. */
  readonly tainted: boolean;
  readonly accountId?: string | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  /** The turn whose answer it is; empty for a message of the host itself. */
  readonly origin:
    | { readonly runId?: string | undefined; readonly mappingId?: string | undefined }
    | { readonly heartbeatId: string };
}

/** An answer and its destination → a delivery, or one that is dead at once, with the reason. */
export function createDelivery(request: DeliveryRequest, policy: TurnPolicy): DeliveryRecord {
  const { agentId, origin, attachments = [] } = request;
  const { now, settings, channels, routes, randomId } = policy;
  const recipient = resolveRecipient(request, { channels, routes, defaultTo: settings.defaultTo });
  const accountId = request.accountId ?? (recipient.ok ? recipient.accountId : undefined);
  const written = [request.text, ...attachments.map(noteOfAttachment)].join("\n").trimEnd();
  // Text from outside may have told the model to write a link that looks like another one.
  const text = request.tainted && settings.links === "plain" ? writeOutLinks(written) : written;
  return {
    id: randomId(),
    agentId,
    ...originOf(origin),
    channel: recipient.channel,
    to: recipient.to,
    ...(accountId !== undefined && { accountId }),
    createdAt: now,
    state: recipient.ok ? "queued" : "dead",
    parts: recipient.ok
      ? partsOf(text, recipient.channel, { label: labelOf(origin), channels })
      : [text],
    sentIds: [],
    tries: 0,
    plain: false,
    dueAt: now,
    resends: 0,
    ...(!recipient.ok && { endedAt: now, code: recipient.code, reason: recipient.reason }),
  };
}

function originOf(
  origin: DeliveryRequest["origin"],
): Pick<DeliveryRecord, "runId" | "mappingId" | "heartbeatId"> {
  if ("heartbeatId" in origin) return origin;
  const { runId, mappingId } = origin;
  return {
    ...(runId !== undefined && { runId }),
    ...(mappingId !== undefined && { mappingId }),
  };
}

function labelOf(origin: DeliveryRequest["origin"]): string {
  return "heartbeatId" in origin ? `heartbeat ${origin.heartbeatId}` : `run ${origin.runId}`;
}

/** No channel sends files, so the answer says that there is one. */
function noteOfAttachment({ name }: Attachment): string {
  return `[file not sent: ${toOneLine(name, 100)}]`;
}

/** The parts in which a channel gets a text. */
export function partsOf(
  text: string,
  channel: string,
  { label, channels }: Pick<TurnPolicy, "channels"> & { readonly label: string },
): readonly string[] {
  const port = channels.get(channel);
  if (port === undefined) return [text];
  return splitText(text, {
    limit: port.limit,
    measure: port.measure,
    tail: (missing) => `[… ${missing} more characters, ${label}]`,
  });
}

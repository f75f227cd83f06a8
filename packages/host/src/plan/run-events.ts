// An ended run, or its dead delivery → the event for the main session.
import type { TextPart } from "@hookwright/core";
import type { DeliveryRecord, NewEvent, RunRecord } from "../model/records.ts";
import type { TurnResult } from "../model/turn.ts";
import { cutText, titleOfHook, titleOfRun, toOneLine } from "./text.ts";

const MAX_SUMMARY_CHARACTERS = 2_000;
export const MAX_REASON_CHARACTERS = 500;

interface RunEventOptions {
  readonly id: string;
  readonly at: number;
}

interface SummaryOptions extends RunEventOptions {
  readonly result: TurnResult;
  /** Whether the model read text from outside, in the message or in the history. */
  readonly tainted: boolean;
}

/** One for each run, whatever became of it. */
export function summaryOfRun(run: RunRecord, options: SummaryOptions): NewEvent {
  const { result, tainted } = options;
  return eventOfRun(run, {
    ...options,
    origin: "run",
    status: result.ok ? undefined : (STATUS_BY_CODE.get(result.code) ?? "error"),
    text: result.ok ? summaryOf(result.text) : toOneLine(result.message, MAX_REASON_CHARACTERS),
    source: tainted ? `answer of run ${run.id}` : undefined,
  });
}

const STATUS_BY_CODE: ReadonlyMap<string, string> = new Map([
  ["timeout", "timeout"],
  ["cancelled", "cancelled"],
]);

function summaryOf(answer: string): string {
  const text = answer.trim();
  if (text === "") return "(no answer)";
  return text.length <= MAX_SUMMARY_CHARACTERS ? text : `${cutText(text, MAX_SUMMARY_CHARACTERS)}…`;
}

/** For a delivery of a run. That of a heartbeat adds no event, which would cause a loop. */
export function eventOfUndelivered(
  run: RunRecord,
  { channel, reason = "" }: Pick<DeliveryRecord, "channel" | "reason">,
  options: RunEventOptions,
): NewEvent {
  return eventOfRun(run, {
    ...options,
    origin: "delivery",
    status: "undelivered",
    text: `${channel}: ${toOneLine(reason, MAX_REASON_CHARACTERS)}`,
    // The reason may show the recipient.
    source: run.taintedFields.includes("to") ? `delivery of run ${run.id}` : undefined,
  });
}

/** For the text of a mapping, which has no run. */
export function eventOfUnsent(
  { id: deliveryId, agentId, mappingId, channel, written }: DeliveryRecord,
  reason: string,
  { id, at }: RunEventOptions,
): NewEvent {
  const text = `${channel}: ${toOneLine(reason, MAX_REASON_CHARACTERS)}`;
  const isTainted = written?.isRecipientTainted === true;
  return {
    id,
    agentId,
    at,
    origin: "delivery",
    ...(mappingId !== undefined && { mappingId }),
    title: `${titleOfHook(mappingId)} (undelivered)`,
    parts: [
      // The reason may show the recipient.
      isTainted
        ? { kind: "untrusted", text, source: `delivery ${deliveryId}` }
        : { kind: "trusted", text },
    ],
    tainted: isTainted,
  };
}

interface EventContent extends RunEventOptions {
  readonly origin: "run" | "delivery";
  readonly status: string | undefined;
  readonly text: string;
  /** What the text is called in a fence; absent where it needs none. */
  readonly source: string | undefined;
}

function eventOfRun(
  run: RunRecord,
  { id, at, origin, status, text, source }: EventContent,
): NewEvent {
  const { title, taintedName } = titleOfRun(run);
  const isTainted = source !== undefined || taintedName !== undefined;
  const named = taintedName === undefined ? text : `${taintedName}: ${text}`;
  const part: TextPart = isTainted
    ? { kind: "untrusted", text: named, source: source ?? `name of run ${run.id}` }
    : { kind: "trusted", text: named };
  return {
    id,
    agentId: run.agentId,
    at,
    origin,
    ...(run.mappingId !== undefined && { mappingId: run.mappingId }),
    runId: run.id,
    title: status === undefined ? title : `${title} (${status})`,
    parts: [part],
    tainted: isTainted,
  };
}

// One part of a delivery → a call of its channel within a time limit. No call rejects.
import type { Timer } from "@hookwright/core";
import {
  CALL_TIMEOUT_MS,
  type Channel,
  type OutgoingPart,
  type SendResult,
  type SettleResult,
  type UnknownPart,
} from "../../model/channel.ts";
import type { DeliveryOfRun } from "../effects.ts";
import type { EngineState } from "../state.ts";

export function callTimeoutOf({ callTimeoutMs = CALL_TIMEOUT_MS }: Channel): number {
  return callTimeoutMs;
}

/** A channel that throws has a defect, and bytes may have been sent. */
export function sendPart(
  subject: DeliveryOfRun,
  channel: Channel,
  state: EngineState,
): Promise<SendResult> {
  return callWithin<SendResult>(callTimeoutOf(channel), state.timer, {
    call: (signal) => channel.send(partOf(subject, state), signal),
    late: { kind: "unknown", code: "timeout" },
    failed: { kind: "unknown", code: "channel_failed" },
  });
}

interface Question extends Pick<UnknownPart, "sentAt" | "otherIds"> {
  readonly settle: NonNullable<Channel["settle"]>;
  /** Ends the question early. */
  readonly stopping: Promise<void>;
}

const UNKNOWN: SettleResult = { kind: "unknown" };

/** A question sends nothing, so it is answered as fast as on any platform. */
export function askAboutPart(
  subject: DeliveryOfRun,
  { settle, sentAt, otherIds, stopping }: Question,
  state: EngineState,
): Promise<SettleResult> {
  const part = { ...partOf(subject, state), sentAt, otherIds };
  return callWithin<SettleResult>(CALL_TIMEOUT_MS, state.timer, {
    call: (signal) => Promise.race([settle(part, signal), stopping.then(() => UNKNOWN)]),
    late: UNKNOWN,
    failed: UNKNOWN,
  });
}

function partOf({ delivery, run }: DeliveryOfRun, { live }: EngineState): OutgoingPart {
  const { id, to, accountId, parts, sentIds, plain, runId, mappingId } = delivery;
  const index = sentIds.length;
  // Retention may have removed the run of a delivery that is sent again.
  const sessionKey = runId === undefined ? live.settings.mainKey : run?.sessionKey;
  return {
    key: `${id}/${index + 1}`,
    to,
    text: parts[index] ?? "",
    plain,
    part: index + 1,
    parts: parts.length,
    ...(accountId !== undefined && { accountId }),
    ...(runId !== undefined && { runId }),
    ...(mappingId !== undefined && { mappingId }),
    ...(sessionKey !== undefined && { sessionKey }),
  };
}

interface Call<Result> {
  readonly call: (signal: AbortSignal) => Promise<Result>;
  /** The result of a call that does not end. */
  readonly late: Result;
  /** The result of a call that throws or rejects. */
  readonly failed: Result;
}

/** The channel knows whether bytes were sent, so it may still report after its signal has fired. */
const GRACE_MS = 1_000;

function callWithin<Result>(
  milliseconds: number,
  timer: Timer,
  { call, late, failed }: Call<Result>,
): Promise<Result> {
  const controller = new AbortController();
  return new Promise((resolve) => {
    const end = (result: Result): void => {
      disarm();
      resolve(result);
    };
    let disarm = timer(() => {
      disarm = timer(() => end(late), GRACE_MS);
      controller.abort("timeout");
    }, milliseconds);
    const made = (async () => call(controller.signal))();
    made.catch(() => failed).then(end);
  });
}

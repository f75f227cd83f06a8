// The next part of a delivery → what its channel answers, within the time limit of one call.
import type { Timer } from "@hookwright/core";
import type { Channel, OutgoingPart, SendResult } from "../../model/channel.ts";
import type { DeliveryRecord } from "../../model/records.ts";

const CALL_TIMEOUT_MS = 30_000;

/** A channel knows best whether bytes went out: it may say so when its signal has fired. */
const GRACE_MS = 1_000;

export interface SendOptions {
  readonly channel: Channel;
  readonly timer: Timer;
}

/** Never rejects. */
export function sendPart(
  delivery: DeliveryRecord,
  { channel, timer }: SendOptions,
): Promise<SendResult> {
  const controller = new AbortController();
  return new Promise((resolve) => {
    const end = (result: SendResult): void => {
      disarm();
      resolve(result);
    };
    let disarm = timer(() => {
      disarm = timer(() => end({ kind: "unknown", code: "timeout" }), GRACE_MS);
      controller.abort("timeout");
    }, channel.callTimeoutMs ?? CALL_TIMEOUT_MS);
    callChannel(partOf(delivery), channel, controller.signal).then(end);
  });
}

function partOf({ id, to, accountId, parts, sentIds, plain, runId }: DeliveryRecord): OutgoingPart {
  const index = sentIds.length;
  return {
    key: `${id}/${index + 1}`,
    to,
    text: parts[index] ?? "",
    plain,
    ...(accountId !== undefined && { accountId }),
    ...(runId !== undefined && { runId }),
  };
}

/** A channel that throws has a defect, and bytes may have gone out. */
async function callChannel(
  part: OutgoingPart,
  channel: Channel,
  signal: AbortSignal,
): Promise<SendResult> {
  try {
    return await channel.send(part, signal);
  } catch {
    return { kind: "unknown", code: "channel_failed" };
  }
}

// A Pub/Sub subscription → the messages that wait in it, and their acknowledgement.
import type { Clock } from "../model/clock.ts";
import type { SendToGoogle } from "../model/google.ts";
import { entryOfFailure, type MailLog } from "../model/log.ts";
import type { MailResult } from "../model/source.ts";

export interface PullOptions {
  /** Sends once. */
  readonly send: SendToGoogle;
  /** `projects/P/subscriptions/S` */
  readonly subscription: string;
  readonly clock: Pick<Clock, "now">;
}

export interface ReceivedMessage {
  readonly ackId: string;
  readonly data: unknown;
}

/** Pub/Sub answers an empty pull after a time that it does not tell; 90 s were seen. */
const PULL_MS = 120_000;

/** All of them are one look. */
const MAX_MESSAGES = 100;

export async function pullMessages(
  { send, subscription, clock }: PullOptions,
  signal: AbortSignal,
): Promise<MailResult<readonly ReceivedMessage[]>> {
  const askedAt = clock.now();
  const answer = await send<{ readonly receivedMessages?: unknown }>({
    service: "pubsub",
    method: "POST",
    path: `/v1/${subscription}:pull`,
    body: { maxMessages: MAX_MESSAGES },
    signal,
    timeoutMs: PULL_MS,
  });
  if (!answer.ok) {
    // Nothing came in all the time that we wait.
    const isTimeout = answer.failure.status === undefined && clock.now() - askedAt >= PULL_MS;
    return isTimeout ? { ok: true, value: [] } : answer;
  }
  const { receivedMessages: list } = answer.value;
  return { ok: true, value: Array.isArray(list) ? list.flatMap(readMessage) : [] };
}

function readMessage(received: unknown): readonly ReceivedMessage[] {
  const { ackId, message } = (received ?? {}) as { ackId?: unknown; message?: { data?: unknown } };
  return typeof ackId === "string" && ackId !== "" ? [{ ackId, data: message?.data }] : [];
}

interface AcknowledgeContext extends Pick<PullOptions, "send" | "subscription"> {
  readonly signal: AbortSignal;
  readonly log: MailLog;
}

/** Messages whose acknowledgement fails come again, which costs one look more. */
export async function acknowledgeMessages(
  ackIds: readonly string[],
  { send, subscription, signal, log }: AcknowledgeContext,
): Promise<void> {
  const path = `/v1/${subscription}:acknowledge`;
  const sent = await send({ service: "pubsub", method: "POST", path, body: { ackIds }, signal });
  if (sent.ok || signal.aborted) return;
  const entry = entryOfFailure(sent.failure, { level: "warn", event: "not_acknowledged" });
  const message = `Notifications were not acknowledged, and come again: ${sent.failure.message}`;
  log({ ...entry, message });
}

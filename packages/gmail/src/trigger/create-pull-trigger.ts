// A Pub/Sub subscription → a look for each batch of notifications, which are acknowledged after the look.

import { sleepUntil, type Time } from "@hookwright/node-kit/clock";
import { retryDelayMs } from "@hookwright/node-kit/times";
import { waitOf } from "../google/create-repeating-send.ts";
import { isTemporary, type MailFailure } from "../model/failure.ts";
import type { SendToGoogle } from "../model/google.ts";
import { entryOfFailure, type MailLog } from "../model/log.ts";
import type { MailResult } from "../model/source.ts";
import type { AccountStore } from "../model/state.ts";
import type { Look, Trigger } from "../model/trigger.ts";
import { saveState } from "../state/state-file.ts";
import { isOver } from "./look-regularly.ts";
import { entryOfStray, parseNotification } from "./parse-notification.ts";

interface PullTriggerOptions {
  /** Sends once. */
  readonly send: SendToGoogle;
  readonly account: string;
  /** `projects/P/subscriptions/S` */
  readonly subscription: string;
  readonly store: Pick<AccountStore, "state" | "change">;
  readonly time: Time;
  readonly log: MailLog;
}

/** A service that returns an empty answer at once is not asked again at once. */
const MIN_EMPTY_PULL_MS = 1_000;

export function createPullTrigger(options: PullTriggerOptions): Trigger {
  const { time } = options;
  return {
    async run(look, signal) {
      let failures = 0;
      while (!signal.aborted) {
        const askedAt = time.clock();
        const pulled = await pullMessages(options, signal);
        if (signal.aborted) return;
        failures = pulled.ok ? 0 : failures + 1;
        const next = pulled.ok
          ? await takeMessages(pulled.value, look, { ...options, signal, askedAt })
          : await takeFailure(pulled.failure, look, { ...options, failures });
        if (next === undefined) return;
        await sleepUntil(next, time, signal);
      }
    },
  };
}

interface Pulled extends PullTriggerOptions {
  readonly signal: AbortSignal;
  readonly askedAt: number;
}

/** The time of the next pull. Undefined: the run has ended. */
async function takeMessages(
  messages: readonly ReceivedMessage[],
  look: Look,
  context: Pulled,
): Promise<number | undefined> {
  const { store, log, askedAt } = context;
  if (store.state().pullError !== undefined) {
    await saveState(store, { pullError: undefined }, log);
  }
  if (messages.length === 0) return askedAt + MIN_EMPTY_PULL_MS;
  return (await answer(messages, look, context)) ? undefined : askedAt;
}

async function takeFailure(
  failure: MailFailure,
  look: Look,
  context: PullTriggerOptions & { readonly failures: number },
): Promise<number | undefined> {
  const { time, failures, subscription } = context;
  // A look finds out whether the login is invalid for all requests, and then ends the run.
  if (failure.code === "needs_login" && isOver(await look())) return undefined;
  const waitMs = waitAfter(failure, failures, time);
  await tellFailure(explainPullFailure(failure, subscription), waitMs, context);
  return time.clock() + waitMs;
}

/** True if the run has ended. Then nothing is acknowledged: the notifications are redelivered after the login. */
async function answer(
  messages: readonly ReceivedMessage[],
  look: Look,
  context: Pulled,
): Promise<boolean> {
  const { account, log } = context;
  const ours: string[] = [];
  const others: string[] = [];
  for (const { ackId, data } of messages) {
    const notification = parseNotification(data);
    const isOurs = notification?.account === account.toLowerCase();
    (isOurs ? ours : others).push(ackId);
    if (!isOurs) log(entryOfStray(notification?.account));
  }
  // Logged before the look, which may take long.
  if (others.length > 0) await acknowledgeMessages(others, context);
  if (ours.length === 0) return false;
  const result = await look();
  if (result.ok) await acknowledgeMessages(ours, context);
  return isOver(result);
}

function waitAfter(failure: MailFailure, failures: number, time: Time): number {
  if (isTemporary(failure)) return waitOf(failure, failures, time);
  // Regular looks find the mail meanwhile.
  return retryDelayMs(failures);
}

async function tellFailure(
  failure: MailFailure,
  waitMs: number,
  { store, time, log }: PullTriggerOptions,
): Promise<void> {
  await saveState(store, { pullError: { at: time.clock(), failure } }, log);
  const entry = entryOfFailure(failure, {
    level: isTemporary(failure) ? "warn" : "error",
    event: "not_pulled",
    details: { waitMs: Math.round(waitMs) },
  });
  log({ ...entry, message: `Notifications cannot be pulled: ${failure.message}` });
}

/** A failed pull → the same failure with a hint. */
function explainPullFailure(failure: MailFailure, subscription: string): MailFailure {
  const hint = hintOf(failure, subscription);
  return hint === undefined ? failure : { ...failure, hint };
}

function hintOf({ code, hint, reason, status }: MailFailure, name: string): string | undefined {
  if (code === "not_found") {
    return `There is no ${name}: run \`hookwright gmail setup\`, which makes it, or correct hooks.gmail.subscription.`;
  }
  if (code === "forbidden" && hint === undefined) {
    return `Give the login the role roles/pubsub.subscriber on ${name}.`;
  }
  // Google does not document this message: any 400 to a pull most likely means it.
  if (code === "invalid" && (status === 400 || reason === "FAILED_PRECONDITION")) {
    return `${name} pushes, so that nothing can be pulled from it. Run with --mode push, or run \`hookwright gmail setup --mode pull\`, or name another subscription in hooks.gmail.subscription.`;
  }
  return undefined;
}

interface ReceivedMessage {
  readonly ackId: string;
  readonly data: unknown;
}

/** Pub/Sub answers an empty pull after an undocumented time; 90 s were observed. */
const PULL_MS = 120_000;

/** All messages of a pull cause one look. */
const MAX_MESSAGES = 100;

/** A Pub/Sub subscription → the messages that wait in it, and their acknowledgment. */
async function pullMessages(
  { send, subscription, time }: PullTriggerOptions,
  signal: AbortSignal,
): Promise<MailResult<readonly ReceivedMessage[]>> {
  const askedAt = time.clock();
  const answer = await send<{ readonly receivedMessages?: unknown }>({
    service: "pubsub",
    method: "POST",
    path: `/v1/${subscription}:pull`,
    body: { maxMessages: MAX_MESSAGES },
    signal,
    timeoutMs: PULL_MS,
  });
  if (!answer.ok) {
    // There were no messages during our whole timeout.
    const isTimeout = answer.failure.status === undefined && time.clock() - askedAt >= PULL_MS;
    return isTimeout ? { ok: true, value: [] } : answer;
  }
  const { receivedMessages: list } = answer.value;
  return { ok: true, value: Array.isArray(list) ? list.flatMap(readMessage) : [] };
}

function readMessage(received: unknown): readonly ReceivedMessage[] {
  const { ackId, message } = (received ?? {}) as { ackId?: unknown; message?: { data?: unknown } };
  return typeof ackId === "string" && ackId !== "" ? [{ ackId, data: message?.data }] : [];
}

/** Messages whose acknowledgment fails are redelivered, which costs one more look. */
async function acknowledgeMessages(
  ackIds: readonly string[],
  { send, subscription, signal, log }: Pulled,
): Promise<void> {
  const path = `/v1/${subscription}:acknowledge`;
  const sent = await send({ service: "pubsub", method: "POST", path, body: { ackIds }, signal });
  if (sent.ok || signal.aborted) return;
  const entry = entryOfFailure(sent.failure, { level: "warn", event: "not_acknowledged" });
  const message = `Notifications were not acknowledged, and come again: ${sent.failure.message}`;
  log({ ...entry, message });
}

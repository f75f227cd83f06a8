// A Pub/Sub subscription → looks when it has notifications, which are acknowledged after the look.
import { waitOf } from "../google/repeat.ts";
import type { Clock } from "../model/clock.ts";
import type { MailFailure } from "../model/failure.ts";
import type { SendToGoogle } from "../model/google.ts";
import { entryOfFailure, type MailLog } from "../model/log.ts";
import type { MailResult } from "../model/source.ts";
import type { AccountStore } from "../model/state.ts";
import type { Look, Trigger } from "../model/trigger.ts";
import { saveState } from "../state/save-state.ts";
import { sleepUntil } from "../time/sleep-until.ts";
import { entryOfStray } from "./entry-of-stray.ts";
import { explainPullFailure } from "./explain-pull-failure.ts";
import { isOver } from "./is-over.ts";
import { parseNotification } from "./parse-notification.ts";

export interface PullTriggerOptions {
  /** Sends once. */
  readonly send: SendToGoogle;
  readonly account: string;
  /** `projects/P/subscriptions/S` */
  readonly subscription: string;
  readonly store: Pick<AccountStore, "state" | "change">;
  readonly clock: Clock;
  readonly log: MailLog;
}

/** Pub/Sub answers an empty pull after a time that it does not tell; 90 s were seen. */
const PULL_MS = 120_000;

/** All of them are one look. */
const MAX_MESSAGES = 100;

/** A service that answers at once that there is nothing is not asked at once again. */
const MIN_EMPTY_PULL_MS = 1_000;

/** What a person must mend is asked for again after these times; regular looks go on meanwhile. */
const RETRY_MINUTES = [1, 5, 15, 60] as const;

const MINUTE_MS = 60_000;

export function createPullTrigger(options: PullTriggerOptions): Trigger {
  const { clock } = options;
  return {
    async run(look, signal) {
      let failures = 0;
      while (!signal.aborted) {
        const askedAt = clock.now();
        const pulled = await pull(options, signal);
        if (signal.aborted) return;
        failures = pulled.ok ? 0 : failures + 1;
        const next = pulled.ok
          ? await takeMessages(pulled.value, look, { ...options, signal, askedAt })
          : await takeFailure(pulled.failure, look, { ...options, failures });
        if (next === undefined) return;
        await sleepUntil(next, { clock, signal });
      }
    },
  };
}

interface Pulled extends PullTriggerOptions {
  readonly signal: AbortSignal;
  readonly askedAt: number;
}

/** When the next pull is due. Undefined: the run has ended. */
async function takeMessages(
  messages: readonly Received[],
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
  const { clock, failures, subscription } = context;
  // A look finds out whether the login has ended for everything, and ends the run in that case.
  if (failure.code === "needs_login" && isOver(await look())) return undefined;
  const waitMs = waitAfter(failure, failures, clock);
  await tellFailure(explainPullFailure(failure, subscription), waitMs, context);
  return clock.now() + waitMs;
}

interface Received {
  readonly ackId: string;
  readonly data: unknown;
}

async function pull(
  { send, subscription, clock }: PullTriggerOptions,
  signal: AbortSignal,
): Promise<MailResult<readonly Received[]>> {
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

function readMessage(received: unknown): readonly Received[] {
  const { ackId, message } = (received ?? {}) as { ackId?: unknown; message?: { data?: unknown } };
  return typeof ackId === "string" && ackId !== "" ? [{ ackId, data: message?.data }] : [];
}

/** True where the run has ended. Nothing is acknowledged then: the notifications come again after the login. */
async function answer(
  messages: readonly Received[],
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
  // Before the look, which may take long.
  if (others.length > 0) await acknowledge(others, context);
  if (ours.length === 0) return false;
  const result = await look();
  if (result.ok) await acknowledge(ours, context);
  return isOver(result);
}

async function acknowledge(ackIds: readonly string[], context: Pulled): Promise<void> {
  const { send, subscription, signal, log } = context;
  const path = `/v1/${subscription}:acknowledge`;
  const sent = await send({ service: "pubsub", method: "POST", path, body: { ackIds }, signal });
  if (sent.ok || signal.aborted) return;
  const entry = entryOfFailure(sent.failure, { level: "warn", event: "not_acknowledged" });
  const message = `Notifications were not acknowledged, and come again: ${sent.failure.message}`;
  log({ ...entry, message });
}

function waitAfter(failure: MailFailure, failures: number, clock: Clock): number {
  if (failure.code === "quota" || failure.code === "unavailable") {
    return waitOf(failure, { tries: failures, random: clock.random });
  }
  const index = Math.min(failures, RETRY_MINUTES.length) - 1;
  return (RETRY_MINUTES[index] as number) * MINUTE_MS;
}

async function tellFailure(
  failure: MailFailure,
  waitMs: number,
  { store, clock, log }: PullTriggerOptions,
): Promise<void> {
  await saveState(store, { pullError: { at: clock.now(), failure } }, log);
  const level = failure.code === "quota" || failure.code === "unavailable" ? "warn" : "error";
  const entry = entryOfFailure(failure, {
    level,
    event: "not_pulled",
    details: { waitMs: Math.round(waitMs) },
  });
  log({ ...entry, message: `Notifications cannot be pulled: ${failure.message}` });
}

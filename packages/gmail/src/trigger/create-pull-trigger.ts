// A Pub/Sub subscription → looks when it has notifications, which are acknowledged after the look.
import { waitOf } from "../google/repeat.ts";
import type { Clock } from "../model/clock.ts";
import { isTemporary, type MailFailure } from "../model/failure.ts";
import type { SendToGoogle } from "../model/google.ts";
import { entryOfFailure, type MailLog } from "../model/log.ts";
import type { AccountStore } from "../model/state.ts";
import type { Look, Trigger } from "../model/trigger.ts";
import { saveState } from "../state/save-state.ts";
import { retryDelayMs } from "../time/retry-delay.ts";
import { sleepUntil } from "../time/sleep-until.ts";
import { entryOfStray } from "./entry-of-stray.ts";
import { explainPullFailure } from "./explain-pull-failure.ts";
import { isOver } from "./is-over.ts";
import { parseNotification } from "./parse-notification.ts";
import { acknowledgeMessages, pullMessages, type ReceivedMessage } from "./pull-messages.ts";

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

/** A service that answers at once that there is nothing is not asked at once again. */
const MIN_EMPTY_PULL_MS = 1_000;

export function createPullTrigger(options: PullTriggerOptions): Trigger {
  const { clock } = options;
  return {
    async run(look, signal) {
      let failures = 0;
      while (!signal.aborted) {
        const askedAt = clock.now();
        const pulled = await pullMessages(options, signal);
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
  const { clock, failures, subscription } = context;
  // A look finds out whether the login has ended for everything, and ends the run in that case.
  if (failure.code === "needs_login" && isOver(await look())) return undefined;
  const waitMs = waitAfter(failure, failures, clock);
  await tellFailure(explainPullFailure(failure, subscription), waitMs, context);
  return clock.now() + waitMs;
}

/** True where the run has ended. Nothing is acknowledged then: the notifications come again after the login. */
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
  // Before the look, which may take long.
  if (others.length > 0) await acknowledgeMessages(others, context);
  if (ours.length === 0) return false;
  const result = await look();
  if (result.ok) await acknowledgeMessages(ours, context);
  return isOver(result);
}

function waitAfter(failure: MailFailure, failures: number, clock: Clock): number {
  if (isTemporary(failure)) return waitOf(failure, { tries: failures, random: clock.random });
  // Regular looks find the mail meanwhile.
  return retryDelayMs(failures);
}

async function tellFailure(
  failure: MailFailure,
  waitMs: number,
  { store, clock, log }: PullTriggerOptions,
): Promise<void> {
  await saveState(store, { pullError: { at: clock.now(), failure } }, log);
  const entry = entryOfFailure(failure, {
    level: isTemporary(failure) ? "warn" : "error",
    event: "not_pulled",
    details: { waitMs: Math.round(waitMs) },
  });
  log({ ...entry, message: `Notifications cannot be pulled: ${failure.message}` });
}

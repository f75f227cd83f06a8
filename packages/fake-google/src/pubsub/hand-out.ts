// A subscription → due messages, each held back until its deadline; and their acknowledgment.
import type { World } from "../world.ts";
import { type QueuedMessage, type Subscription, waitForChange } from "./state.ts";

/** Takes up to this many messages that are not held. */
export function takeMessages(
  world: World,
  subscription: Subscription,
  max: number,
): QueuedMessage[] {
  const now = world.clock.now();
  const due = subscription.queue.filter(({ heldUntil }) => heldUntil <= now).slice(0, max);
  for (const message of due) {
    message.attempts += 1;
    message.ackId = `projects/ack:${message.messageId}:${message.attempts}`;
    message.heldUntil = now + subscription.ackDeadlineSeconds * 1_000;
    subscription.counts.delivered += 1;
  }
  return due;
}

/** An id of an earlier delivery, or one whose deadline has passed, has no effect. */
export function acknowledge(
  world: World,
  subscription: Subscription,
  ackIds: readonly string[],
): void {
  const now = world.clock.now();
  for (const ackId of ackIds) {
    const index = subscription.queue.findIndex(
      (message) => message.ackId === ackId && message.heldUntil > now,
    );
    if (index === -1) continue;
    subscription.queue.splice(index, 1);
    subscription.counts.acknowledged += 1;
  }
}

/** Resolves when a message is due, and at the latest after a time. */
export async function waitForMessage(
  world: World,
  subscription: Subscription,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const { clock } = world;
  const end = clock.now() + timeoutMs;
  while (!signal.aborted && clock.now() < end) {
    const next = Math.min(end, ...subscription.queue.map(({ heldUntil }) => heldUntil));
    if (next <= clock.now()) return;
    const woken = new AbortController();
    const either = AbortSignal.any([signal, woken.signal]);
    await waitForChange(subscription, (wakeUp) => {
      void clock.wait(next - clock.now(), either).then(wakeUp);
    });
    woken.abort();
  }
}

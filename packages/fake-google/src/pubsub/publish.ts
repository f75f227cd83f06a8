// A text for a topic → a message in each of its subscriptions.
import type { World } from "../world.ts";
import { wake } from "./state.ts";

/** @returns the id of the message; a topic that is gone takes it and keeps nothing */
export function publish({ pubsub, clock }: World, topic: string, data: string): string {
  const messageId = String(pubsub.nextMessage++);
  for (const subscription of pubsub.subscriptions.values()) {
    if (subscription.topic !== topic) continue;
    subscription.queue.push({
      messageId,
      data: Buffer.from(data).toString("base64"),
      publishTime: new Date(clock.now()).toISOString(),
      attempts: 0,
      ackId: undefined,
      heldUntil: 0,
    });
    wake(subscription);
  }
  return messageId;
}

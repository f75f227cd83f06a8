// A change in the mailbox → a notification on the topic of the watch, as often as Gmail sends one.
import { publish } from "../pubsub/publish.ts";
import { drawFrom } from "../random.ts";
import type { World } from "../world.ts";
import type { Watch } from "./mailbox.ts";

/**
 * Nothing is sent without a watch, after its end, for mails without its labels, and within a second after
 * the last notification.
 */
export function notify(world: World, labels: readonly string[]): void {
  const { mailbox, clock, settings } = world;
  const { watch } = mailbox;
  const now = clock.now();
  if (watch === undefined || now >= watch.expiresAt || !isWatched(watch, labels)) return;
  if (now - mailbox.lastNotifiedAt < settings.notifyIntervalMs) {
    mailbox.notified.dropped += 1;
    return;
  }
  sendNotification(world, watch);
}

/** Also used for the first one, right after `watch`. */
export function sendNotification(world: World, watch: Watch): void {
  const { mailbox, clock, settings, random, closed } = world;
  const data = `{"emailAddress":${JSON.stringify(settings.account)},"historyId":${mailbox.head}}`;
  mailbox.lastNotifiedAt = clock.now();
  mailbox.notified.sent += 1;
  for (let copy = 0; copy < settings.notifyCopies; copy++) {
    const delay = drawFrom(settings.notifyDelayMs, random);
    if (delay === 0) publish(world, watch.topic, data);
    else void clock.wait(delay, closed).then(() => publish(world, watch.topic, data));
  }
}

/** One of its labels is enough; without labels, each change matches. */
function isWatched({ labels }: Watch, changed: readonly string[]): boolean {
  return labels.length === 0 || labels.some((label) => changed.includes(label));
}

// A mail that comes, gets a label or goes → the mailbox, its history and a notification.
import { drawFrom } from "../random.ts";
import type { World } from "../world.ts";
import type { MailInput } from "./mail-input.ts";
import type { HistoryKind, StoredMessage } from "./mailbox.ts";
import { notify } from "./notify.ts";
import { createPayload, createSnippet } from "./store-mail.ts";

/** @returns the id of the mail */
export function deliver(world: World, mail: MailInput): string {
  const { mailbox, clock, settings, random } = world;
  const id = mailbox.nextMessage.toString(16);
  mailbox.nextMessage += 1n + BigInt(Math.floor(random() * 1_000_000));
  const now = clock.now();
  const message: StoredMessage = {
    id,
    threadId: mail.threadId ?? id,
    labels: mail.labels ?? ["UNREAD", "INBOX"],
    snippet: createSnippet(mail),
    internalDate: Math.floor(mail.internalDate ?? now),
    historyId: mailbox.head,
    payload: createPayload(mail, { id, now }),
  };
  mailbox.messages.set(id, message);
  const visibleAt = now + (mail.visibleAfterMs ?? drawFrom(settings.visibleAfterMs, random));
  record(world, message, { kind: "messagesAdded", changed: [], visibleAt });
  if (settings.isHistoryNoisy) addNoise(world, message, visibleAt);
  notify(world, message.labels);
  return id;
}

/** Labels that the mail already has, or does not have, are no change. */
export function changeLabels(
  world: World,
  id: string,
  {
    add = [],
    remove = [],
  }: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
): void {
  const message = findMessage(world, id);
  const visibleAt = world.clock.now() + drawFrom(world.settings.visibleAfterMs, world.random);
  const added = add.filter((label) => !message.labels.includes(label));
  const removed = remove.filter((label) => message.labels.includes(label));
  message.labels = [...message.labels.filter((label) => !removed.includes(label)), ...added];
  if (added.length > 0) record(world, message, { kind: "labelsAdded", changed: added, visibleAt });
  if (removed.length > 0) {
    record(world, message, { kind: "labelsRemoved", changed: removed, visibleAt });
  }
  if (added.length + removed.length > 0) notify(world, [...message.labels, ...removed]);
}

/** Deletes the mail for good. */
export function removeMessage(world: World, id: string): void {
  const message = findMessage(world, id);
  world.mailbox.messages.delete(id);
  const visibleAt = world.clock.now();
  record(world, message, { kind: "messagesDeleted", changed: [], visibleAt });
  notify(world, message.labels);
}

/** All ids of the history so far become unknown. */
export function expireHistory({ mailbox, random, settings }: World): void {
  mailbox.head += nextGap(settings.maxHistoryGap, random);
  mailbox.floor = mailbox.head;
}

function findMessage({ mailbox }: World, id: string): StoredMessage {
  const message = mailbox.messages.get(id);
  if (message === undefined) throw new Error(`There is no mail ${id}.`);
  return message;
}

/** Gmail files a mail after it came, and may list the mail as added once more. */
function addNoise(world: World, message: StoredMessage, visibleAt: number): void {
  const { random } = world;
  if (random() < 0.5) {
    record(world, message, { kind: "labelsAdded", changed: message.labels, visibleAt });
  }
  if (random() < 0.25) record(world, message, { kind: "messagesAdded", changed: [], visibleAt });
}

function record(
  { mailbox, settings, random }: World,
  message: StoredMessage,
  change: {
    readonly kind: HistoryKind;
    readonly changed: readonly string[];
    readonly visibleAt: number;
  },
): void {
  mailbox.head += nextGap(settings.maxHistoryGap, random);
  message.historyId = mailbox.head;
  const { id, threadId, labels } = message;
  const { kind, changed, visibleAt } = change;
  mailbox.records.push({
    id: mailbox.head,
    kind,
    visibleAt,
    message: { id, threadId, labelIds: labels },
    changed,
  });
}

function nextGap(max: number, random: () => number): bigint {
  return 1n + BigInt(Math.floor(random() * max));
}

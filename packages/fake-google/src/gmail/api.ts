// The test API of a mailbox: what its owner and her correspondents do.
import { randomBytes } from "node:crypto";
import { drawFrom } from "../random.ts";
import type { World } from "../world.ts";
import type { MailInput, PartInput } from "./mail-input.ts";
import type { HistoryKind, StoredMessage, StoredPart } from "./mailbox.ts";
import { notify } from "./notify.ts";

export interface GmailApi {
  /** Delivers a mail. @returns its id */
  readonly deliver: (mail?: MailInput) => string;
  readonly label: (id: string, add: readonly string[], remove?: readonly string[]) => void;
  readonly remove: (id: string) => void;
  /** @returns the id of a new label of the user */
  readonly createLabel: (name: string) => string;
  /** Invalidates all ids of the history so far: the next list from one of them is a 404. */
  readonly expireHistory: () => void;
  /** The watch ends now, without a notification. */
  readonly expireWatch: () => void;
  readonly status: () => MailboxStatus;
}

export interface MailboxStatus {
  readonly historyId: string;
  readonly messages: number;
  /** How often each mail was fetched. */
  readonly fetches: Readonly<Record<string, number>>;
  readonly notified: { readonly sent: number; readonly dropped: number };
  readonly watch: { readonly topic: string; readonly expiresAt: number } | undefined;
}

export function createGmailApi(world: World): GmailApi {
  const { mailbox, clock } = world;
  return {
    deliver: (mail = {}) => deliver(world, mail),
    label: (id, add, remove = []) => changeLabels(world, id, { add, remove }),
    remove: (id) => removeMessage(world, id),
    createLabel: (name) => {
      const id = `Label_${randomBytes(8).readBigUInt64BE()}`;
      mailbox.labels.push({ id, name, type: "user" });
      return id;
    },
    expireHistory: () => expireHistory(world),
    expireWatch: () => {
      const { watch } = mailbox;
      if (watch !== undefined) mailbox.watch = { ...watch, expiresAt: clock.now() };
    },
    status: () => ({
      historyId: String(mailbox.head),
      messages: mailbox.messages.size,
      fetches: Object.fromEntries(mailbox.fetches),
      notified: { ...mailbox.notified },
      watch: mailbox.watch && {
        topic: mailbox.watch.topic,
        expiresAt: mailbox.watch.expiresAt,
      },
    }),
  };
}

/** @returns the id of the mail */
function deliver(world: World, mail: MailInput): string {
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
  const visibleAt = now + drawFrom(settings.visibleAfterMs, random);
  record(world, message, { kind: "messagesAdded", changed: [], visibleAt });
  if (settings.isHistoryNoisy) addNoise(world, message, visibleAt);
  notify(world, message.labels);
  return id;
}

/** Adding a label that a mail has, or removing one that it lacks, is not a change. */
function changeLabels(
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

/** Deletes the mail permanently. */
function removeMessage(world: World, id: string): void {
  const message = findMessage(world, id);
  world.mailbox.messages.delete(id);
  const visibleAt = world.clock.now();
  record(world, message, { kind: "messagesDeleted", changed: [], visibleAt });
  notify(world, message.labels);
}

/** Invalidates all ids of the history so far. */
function expireHistory({ mailbox, random }: World): void {
  mailbox.head += nextGap(random);
  mailbox.floor = mailbox.head;
}

function findMessage({ mailbox }: World, id: string): StoredMessage {
  const message = mailbox.messages.get(id);
  if (message === undefined) throw new Error(`There is no mail ${id}.`);
  return message;
}

/** Gmail labels a mail after it arrived, and may list the mail as added once more. */
function addNoise(world: World, message: StoredMessage, visibleAt: number): void {
  const { random } = world;
  if (random() < 0.5) {
    record(world, message, { kind: "labelsAdded", changed: message.labels, visibleAt });
  }
  if (random() < 0.25) record(world, message, { kind: "messagesAdded", changed: [], visibleAt });
}

function record(
  { mailbox, random }: World,
  message: StoredMessage,
  change: {
    readonly kind: HistoryKind;
    readonly changed: readonly string[];
    readonly visibleAt: number;
  },
): void {
  mailbox.head += nextGap(random);
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

/** The largest step between two ids of the history is 40. */
function nextGap(random: () => number): bigint {
  return 1n + BigInt(Math.floor(random() * 40));
}

/** The description of a mail in a test → parts with ids, headers and bytes, as Gmail stores them. */
function createPayload(mail: MailInput, { id, now }: { id: string; now: number }): StoredPart {
  const root = mail.payload ?? defaultPayload(mail);
  const headers = [
    ...headerOf("From", mail.from ?? "Ann <ann@example.org>"),
    ...headerOf("To", mail.to ?? "you@gmail.com"),
    ...headerOf("Subject", mail.subject),
    ...headerOf("Date", mail.date === undefined ? dateHeader(now) : mail.date),
    { name: "Message-ID", value: `<${id}@mail.example.org>` },
    { name: "MIME-Version", value: "1.0" },
    ...(mail.headers ?? []),
  ];
  return storePart(root, { partId: "", headers, messageId: id });
}

/** The snippet as in Gmail: the beginning of the text, with entities. */
function createSnippet({ snippet, text, html, subject }: MailInput): string {
  if (snippet !== undefined) return snippet;
  const visible = text ?? html?.replace(/<[^>]*>/g, " ") ?? subject ?? "";
  return visible
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200)
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#39;");
}

function defaultPayload({ text, html }: MailInput): PartInput {
  const plain = { mimeType: "text/plain", headers: typeHeader("text/plain"), text: text ?? "" };
  if (html === undefined) return plain;
  const page = { mimeType: "text/html", headers: typeHeader("text/html"), text: html };
  if (text === undefined) return page;
  return { mimeType: "multipart/alternative", parts: [plain, page] };
}

interface PartContext {
  readonly partId: string;
  readonly headers: StoredPart["headers"];
  readonly messageId: string;
}

/** Parts of the root are "0", "1"; parts of "0" are "0.0", "0.1". */
function storePart(part: PartInput, { partId, headers, messageId }: PartContext): StoredPart {
  const bytes = bytesOf(part);
  const own = part.headers ?? typeHeader(part.mimeType);
  return {
    partId,
    mimeType: part.mimeType,
    filename: part.filename ?? "",
    headers: [...headers, ...own],
    bytes,
    attachmentId: part.isAttached === true ? `ANGjdJ-${messageId}-${partId}` : undefined,
    parts: (part.parts ?? []).map((child, index) =>
      storePart(child, {
        partId: partId === "" ? `${index}` : `${partId}.${index}`,
        headers: [],
        messageId,
      }),
    ),
  };
}

function bytesOf({ text, base64 }: PartInput): Buffer | undefined {
  if (base64 !== undefined) return Buffer.from(base64, "base64");
  return text === undefined ? undefined : Buffer.from(text, "utf8");
}

function typeHeader(mimeType: string): StoredPart["headers"] {
  const parameter = mimeType.startsWith("text/") ? '; charset="UTF-8"' : "";
  return [{ name: "Content-Type", value: `${mimeType}${parameter}` }];
}

function headerOf(name: string, value: string | null | undefined): StoredPart["headers"] {
  return value === undefined || value === null ? [] : [{ name, value }];
}

/** `Sun, 22 Nov 2026 15:44:10 +0000` */
function dateHeader(now: number): string {
  return new Date(now).toUTCString().replace("GMT", "+0000");
}

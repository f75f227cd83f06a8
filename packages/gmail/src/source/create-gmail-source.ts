// A mailbox at Gmail as a MailSource.

import { sleep, type Time } from "@hookwright/node-kit/clock";
import { createRepeatingSend, type RepeatOptions } from "../google/create-repeating-send.ts";
import {
  createTextOfHtml,
  decodeText,
  findBody,
  findHeader,
  type GmailMessage,
  type GmailPart,
  type MailText,
  mailFromMessage,
} from "../mail/mail-from-message.ts";
import type { GoogleRequest, SendToGoogle } from "../model/google.ts";
import type { FoundMail, MailChanges, MailResult, MailSource } from "../model/source.ts";

interface GmailSourceOptions {
  /** Sends once; temporary failures are retried here. */
  readonly send: SendToGoogle;
  /** An id or a name. */
  readonly label: string;
  readonly includeBody: boolean;
  readonly maxBytes: number;
  readonly time: Time;
  /** Called before each wait, for the log. */
  readonly onWait?: RepeatOptions["onWait"];
}

/** A new project may read 300 mails a minute: 6,000 units, 20 for each. */
const MAX_READS_PER_SECOND = 5;

/** 1 + 2 + 4 + 8 s of waiting; then the look ends, and the next one begins at the same cursor. */
const MAX_TRIES = 5;

const MAX_WAIT_MS = 60_000;

export function createGmailSource(options: GmailSourceOptions): MailSource {
  const { time, label: written, includeBody, maxBytes, onWait } = options;
  const send = createRepeatingSend(options.send, {
    time,
    maxTries: MAX_TRIES,
    maxWaitMs: MAX_WAIT_MS,
    ...(onWait && { onWait }),
  });
  const pace = createPace(time, MAX_READS_PER_SECOND);
  const textOfHtml = createTextOfHtml();
  const reader = { send, time, pace, textOfHtml, includeBody, maxBytes };
  let labelId: string | undefined;

  async function withLabel<T>(
    signal: AbortSignal,
    use: (label: string) => Promise<MailResult<T>>,
  ): Promise<MailResult<T>> {
    if (labelId !== undefined) return await use(labelId);
    const found = await findLabel(send, written, signal);
    if (!found.ok) return found;
    labelId = found.value;
    return await use(labelId);
  }

  return {
    freshCursor: (signal) => readFreshCursor(send, signal),
    listChanges: (cursor, signal) =>
      withLabel(signal, (label) => listHistory(send, { cursor, label, signal })),
    listSince: (since, signal) =>
      withLabel(signal, (label) => listSince(send, { since, label, signal })),
    readMail: (id, signal) =>
      withLabel(signal, (label) => readMessage(reader, { id, label, signal })),
  };
}

async function readFreshCursor(
  send: SendToGoogle,
  signal: AbortSignal,
): Promise<MailResult<string>> {
  const path = "/gmail/v1/users/me/profile";
  const got = await send<{ historyId?: unknown }>({
    service: "gmail",
    method: "GET",
    path,
    signal,
  });
  if (!got.ok) return got;
  const { historyId } = got.value;
  if (isHistoryId(historyId)) return { ok: true, value: historyId };
  const message = "Gmail's profile of the mailbox names no history id.";
  return { ok: false, failure: { code: "unavailable", message } };
}

interface HistoryPage extends Page {
  readonly history?: readonly HistoryRecord[] | null;
  readonly historyId?: string | null;
}

interface HistoryRecord {
  readonly id?: string | null;
  readonly messagesAdded?: readonly HistoryEntry[] | null;
  readonly labelsAdded?: readonly HistoryEntry[] | null;
}

interface HistoryEntry {
  readonly message?: { readonly id?: string | null } | null;
  /** For `labelsAdded`: the labels that were added. */
  readonly labelIds?: readonly string[] | null;
}

interface Labelled {
  /** The id of the watched label. */
  readonly label: string;
  readonly signal: AbortSignal;
}

/** A cursor → the mails that arrived or received the label since, and the next cursor. */
async function listHistory(
  send: SendToGoogle,
  { cursor, label, signal }: Labelled & { readonly cursor: string },
): Promise<MailResult<MailChanges>> {
  const listed = await listPages<HistoryPage>(send, {
    service: "gmail",
    method: "GET",
    path: "/gmail/v1/users/me/history",
    query: {
      startHistoryId: cursor,
      // A mail that a person labels, or that leaves spam, gets the label later.
      historyTypes: ["messageAdded", "labelAdded"],
      labelId: label,
      maxResults: "500",
    },
    signal,
  });
  if (!listed.ok) return isCursorGone(listed.failure) ? cursorGone(listed.failure.status) : listed;
  const records = listed.value.flatMap(({ history }) => history ?? []);
  const inOrder = records
    .filter(({ id }) => isHistoryId(id))
    .sort((left, right) => compareHistoryIds(left.id ?? "0", right.id ?? "0"));
  // `messages` names every mail that changed: only the lists of the requested types are read.
  const ids = inOrder.flatMap(({ messagesAdded, labelsAdded }) => [
    ...(messagesAdded ?? []),
    ...(labelsAdded ?? []).filter(({ labelIds }) => labelIds?.includes(label)),
  ]);
  const unique = new Set(ids.flatMap(({ message }) => message?.id ?? []));
  return { ok: true, value: { ids: [...unique], cursor: nextCursor(cursor, listed.value) } };
}

/**
 * A mail that arrives between two pages may be in neither: so the smallest id of the pages is used. Never goes back.
 */
function nextCursor(cursor: string, pages: readonly HistoryPage[]): string {
  const ids = pages.flatMap(({ historyId }) => (isHistoryId(historyId) ? [historyId] : []));
  const [next = cursor] = ids.sort(compareHistoryIds);
  return isHistoryId(cursor) && compareHistoryIds(next, cursor) < 0 ? cursor : next;
}

/** 404, or for some mailboxes a 400 that mentions the history. */
function isCursorGone(failure: { readonly status?: number; readonly message: string }): boolean {
  const { status, message } = failure;
  return status === 404 || (status === 400 && /history/i.test(message));
}

function cursorGone(status: number | undefined): MailResult<never> {
  const message = "Gmail no longer knows what came since the last look.";
  const failure = { code: "cursor_gone", message, reason: "notFound" } as const;
  return { ok: false, failure: { ...failure, ...(status !== undefined && { status }) } };
}

interface MessagePage extends Page {
  readonly messages?: readonly { readonly id?: string | null }[] | null;
}

/** A time in milliseconds since the epoch → the mails with the label that arrived after it, oldest first. */
async function listSince(
  send: SendToGoogle,
  { since, label, signal }: Labelled & { readonly since: number },
): Promise<MailResult<readonly string[]>> {
  const listed = await listPages<MessagePage>(send, {
    service: "gmail",
    method: "GET",
    path: "/gmail/v1/users/me/messages",
    // In seconds; `after:` with a date would mean midnight in California.
    query: { q: `after:${Math.floor(since / 1_000)}`, labelIds: [label], maxResults: "500" },
    signal,
  });
  if (!listed.ok) return listed;
  const ids = listed.value.flatMap(({ messages }) => messages ?? []).flatMap(({ id }) => id ?? []);
  return { ok: true, value: [...new Set(ids)].reverse() };
}

interface MessageReader {
  readonly send: SendToGoogle;
  readonly time: Pick<Time, "timer">;
  readonly pace: Pace;
  readonly textOfHtml: (html: string) => MailText;
  readonly includeBody: boolean;
  readonly maxBytes: number;
}

interface MessageQuestion extends Labelled {
  readonly id: string;
}

/** A mail may be in the history before it can be read. */
const NOT_YET_MS = 3_000;

/** The id of a message → the mail with its body, or nothing if it is gone or not wanted. */
async function readMessage(
  reader: MessageReader,
  question: MessageQuestion,
): Promise<MailResult<FoundMail | undefined>> {
  const got = await getMessageTwice(reader, question);
  if (!got.ok) return got.failure.code === "not_found" ? NOTHING : got;
  const message = got.value;
  if (!isWanted(message.labelIds ?? [], question.label)) return NOTHING;
  const body = reader.includeBody ? await readBody(reader, message, question) : NOTHING;
  if (!body.ok) return body.failure.code === "not_found" ? NOTHING : body;
  const mail = mailFromMessage(message, { body: body.value, maxBytes: reader.maxBytes });
  const found = { mail: { ...mail, id: question.id }, historyId: message.historyId ?? "0" };
  return { ok: true, value: found };
}

const NOTHING: MailResult<undefined> = { ok: true, value: undefined };

async function getMessageTwice(
  reader: MessageReader,
  question: MessageQuestion,
): Promise<MailResult<GmailMessage>> {
  const first = await getMessage(reader, question);
  if (first.ok || first.failure.code !== "not_found") return first;
  await sleep(NOT_YET_MS, reader.time, question.signal);
  return await getMessage(reader, question);
}

async function getMessage(
  { send, pace, includeBody }: MessageReader,
  { id, signal }: MessageQuestion,
): Promise<MailResult<GmailMessage>> {
  await pace(signal);
  return await send<GmailMessage>({
    service: "gmail",
    method: "GET",
    path: pathOf(id),
    query: includeBody
      ? { format: "full" }
      : { format: "metadata", metadataHeaders: ["From", "To", "Subject", "Date"] },
    signal,
  });
}

function pathOf(id: string): string {
  return `/gmail/v1/users/me/messages/${encodeURIComponent(id)}`;
}

/** The first text part if it is not blank; otherwise HTML as text. */
async function readBody(
  reader: MessageReader,
  message: GmailMessage,
  question: MessageQuestion,
): Promise<MailResult<MailText | undefined>> {
  const { text, html } = findBody(message.payload);
  const plain = await readPart(reader, text, question);
  if (!plain.ok) return plain;
  if (plain.value.trim() !== "") return { ok: true, value: { text: plain.value, isCut: false } };
  const rich = await readPart(reader, html, question);
  if (!rich.ok || rich.value === "") return rich.ok ? NOTHING : rich;
  return { ok: true, value: reader.textOfHtml(rich.value) };
}

async function readPart(
  { send }: MessageReader,
  part: GmailPart | undefined,
  { id, signal }: MessageQuestion,
): Promise<MailResult<string>> {
  const { data, attachmentId } = part?.body ?? {};
  const contentType = findHeader(part, "content-type");
  if (data || !attachmentId) return { ok: true, value: decode(data, contentType) };
  const got = await send<{ readonly data?: string | null }>({
    service: "gmail",
    method: "GET",
    path: `${pathOf(id)}/attachments/${encodeURIComponent(attachmentId)}`,
    signal,
  });
  return got.ok ? { ok: true, value: decode(got.value.data, contentType) } : got;
}

function decode(data: string | null | undefined, contentType: string | undefined): string {
  return decodeText(Buffer.from(data ?? "", "base64url"), contentType);
}

/** History ids are 64-bit integers as text, which a number cannot hold exactly. */
function isHistoryId(id: unknown): id is string {
  return typeof id === "string" && /^\d{1,20}$/.test(id);
}

/** For `sort`: only the sign counts, which the conversion to a number keeps. */
function compareHistoryIds(left: string, right: string): number {
  return Number(BigInt(left) - BigInt(right));
}

/** Waits for the next turn. */
type Pace = (signal: AbortSignal) => Promise<void>;

/** Spaces out expensive requests. */
function createPace(time: Pick<Time, "clock" | "timer">, perSecond: number): Pace {
  const everyMs = 1_000 / perSecond;
  let nextAt = Number.NEGATIVE_INFINITY;
  return async (signal) => {
    const now = time.clock();
    const at = Math.max(now, nextAt);
    nextAt = at + everyMs;
    if (at > now) await sleep(at - now, time, signal);
  };
}

/** More than the mails of a week: stops a list of pages that never ends. */
const MAX_PAGES = 1_000;

interface Page {
  readonly nextPageToken?: string | null;
}

/** A list in pages → the items of all pages. */
async function listPages<P extends Page>(
  send: SendToGoogle,
  request: GoogleRequest,
): Promise<MailResult<readonly P[]>> {
  const pages: P[] = [];
  let query = request.query ?? {};
  while (pages.length < MAX_PAGES) {
    const page = await send<P>({ ...request, query });
    if (!page.ok) return page;
    pages.push(page.value);
    const { nextPageToken } = page.value;
    if (!nextPageToken) return { ok: true, value: pages };
    query = { ...query, pageToken: nextPageToken };
  }
  const message = `Google's list has more than ${MAX_PAGES} pages.`;
  return { ok: false, failure: { code: "unavailable", message } };
}

interface LabelList {
  readonly labels?: readonly { readonly id?: string | null; readonly name?: string | null }[];
}

/** An id takes precedence over a name; names are compared case-insensitively, as Gmail does. */
export async function findLabel(
  send: SendToGoogle,
  label: string,
  signal: AbortSignal,
): Promise<MailResult<string>> {
  const path = "/gmail/v1/users/me/labels";
  const listed = await send<LabelList>({ service: "gmail", method: "GET", path, signal });
  if (!listed.ok) return listed;
  const labels = listed.value.labels ?? [];
  const name = label.trim().toLowerCase();
  const found =
    labels.find(({ id }) => id === label) ??
    labels.find((one) => one.name?.toLowerCase() === name || one.id?.toLowerCase() === name);
  if (found?.id) return { ok: true, value: found.id };
  return {
    ok: false,
    failure: {
      code: "invalid",
      message: `The mailbox has no label "${label}".`,
      hint: `Create it in Gmail, or set hooks.gmail.label to one of: ${nameSome(labels)}.`,
      reason: "label_unknown",
    },
  };
}

const MAX_NAMED = 12;

function nameSome(labels: NonNullable<LabelList["labels"]>): string {
  const names = labels.flatMap(({ name }) => name ?? []);
  const rest = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/**
 * A mail that has lost the label, a draft, spam and trash are not wanted. Neither is a sent mail, or an agent that
 * answers would trigger itself; but a mail to oneself is also in the inbox, and people send such mails on purpose.
 */
export function isWanted(labels: readonly string[], watched: string): boolean {
  if (!labels.includes(watched)) return false;
  const isUnwanted = (label: string): boolean => label !== watched && labels.includes(label);
  if (isUnwanted("SENT") && !labels.includes("INBOX")) return false;
  return !["DRAFT", "SPAM", "TRASH"].some(isUnwanted);
}

// The id of a message → the mail with its body, or nothing where it is gone or not wanted.
import { decodeText } from "../mail/decode-text.ts";
import { findBody } from "../mail/find-body.ts";
import { findHeader, type GmailMessage, type GmailPart } from "../mail/gmail-message.ts";
import { type MailText, mailFromMessage } from "../mail/mail-from-message.ts";
import type { Clock } from "../model/clock.ts";
import type { SendToGoogle } from "../model/google.ts";
import type { FoundMail, MailResult } from "../model/source.ts";
import type { Pace } from "./create-pace.ts";
import { isWanted } from "./is-wanted.ts";

export interface MessageReader {
  readonly send: SendToGoogle;
  readonly clock: Pick<Clock, "sleep">;
  readonly pace: Pace;
  readonly textOfHtml: (html: string) => MailText;
  readonly includeBody: boolean;
  readonly maxBytes: number;
}

export interface MessageQuestion {
  readonly id: string;
  /** The id of the watched label. */
  readonly label: string;
  readonly signal: AbortSignal;
}

/** A mail may be in the history before it can be read. */
const NOT_YET_MS = 3_000;

export async function readMessage(
  reader: MessageReader,
  question: MessageQuestion,
): Promise<MailResult<FoundMail | undefined>> {
  const got = await getMessageTwice(reader, question);
  if (!got.ok) return got.failure.code === "not_found" ? GONE : got;
  const message = got.value;
  if (!isWanted(message.labelIds ?? [], question.label)) return GONE;
  const body = reader.includeBody ? await readBody(reader, message, question) : NO_BODY;
  if (!body.ok) return body.failure.code === "not_found" ? GONE : body;
  const mail = mailFromMessage(message, { body: body.value, maxBytes: reader.maxBytes });
  const found = { mail: { ...mail, id: question.id }, historyId: message.historyId ?? "0" };
  return { ok: true, value: found };
}

const GONE: MailResult<undefined> = { ok: true, value: undefined };
const NO_BODY: MailResult<undefined> = { ok: true, value: undefined };

async function getMessageTwice(
  reader: MessageReader,
  question: MessageQuestion,
): Promise<MailResult<GmailMessage>> {
  const first = await getMessage(reader, question);
  if (first.ok || first.failure.code !== "not_found") return first;
  await reader.clock.sleep(NOT_YET_MS, question.signal);
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

/** The first text, where it is not blank; else HTML as text. */
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
  if (!rich.ok || rich.value === "") return rich.ok ? NO_BODY : rich;
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

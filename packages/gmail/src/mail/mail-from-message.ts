// A message in the format of Gmail's API → the mail to post.

import { compileTemplate, type Template } from "@hookwright/template";
import iconv from "iconv-lite";
import type { Mail } from "../model/mail.ts";

interface MailOptions {
  /** Undefined if there is none, or none is wanted. */
  readonly body: MailText | undefined;
  /** The limit of the body, in bytes of UTF-8. */
  readonly maxBytes: number;
}

export interface MailText {
  readonly text: string;
  /** Whether something was left out already. */
  readonly isCut: boolean;
}

/** Empty fields are left out, as existing mappings expect. */
export function mailFromMessage(message: GmailMessage, { body, maxBytes }: MailOptions): Mail {
  const { payload, snippet, labelIds } = message;
  const date = findHeader(payload, "date");
  const cut = cutText(body?.text ?? "", maxBytes);
  const fields = {
    from: findHeader(payload, "from"),
    to: findHeader(payload, "to"),
    subject: findHeader(payload, "subject"),
    date: date && formatDate(date),
    internalDate: isoOf(message.internalDate),
    snippet,
    body: cut,
    labels: labelIds?.length ? labelIds : undefined,
  };
  const present = Object.entries(fields).filter(([, value]) => value);
  const isCut = cut !== "" && (body?.isCut === true || cut !== body?.text);
  return {
    id: message.id ?? "",
    threadId: message.threadId ?? "",
    ...(Object.fromEntries(present) as Partial<Mail>),
    ...(isCut && { bodyTruncated: true }),
  };
}

/** The last time that a Date can hold. */
const MAX_TIME_MS = 8.64e15;

function isoOf(text: string | null | undefined): string | undefined {
  const isTime = /^\d{1,16}$/.test(text ?? "") && Number(text) <= MAX_TIME_MS;
  return isTime ? new Date(Number(text)).toISOString() : undefined;
}

interface GmailHeader {
  readonly name?: string | null;
  readonly value?: string | null;
}

export interface GmailPart {
  readonly mimeType?: string | null;
  /** Empty if there is none. */
  readonly filename?: string | null;
  /** Names in the sender's spelling; a name may be repeated. */
  readonly headers?: readonly GmailHeader[] | null;
  readonly body?: {
    /** base64url, with or without padding. */
    readonly data?: string | null;
    /** Set if the data must be fetched separately. */
    readonly attachmentId?: string | null;
  } | null;
  readonly parts?: readonly GmailPart[] | null;
}

export interface GmailMessage {
  readonly id?: string | null;
  readonly threadId?: string | null;
  readonly labelIds?: readonly string[] | null;
  readonly snippet?: string | null;
  readonly historyId?: string | null;
  /** Milliseconds since the epoch, as text. */
  readonly internalDate?: string | null;
  readonly payload?: GmailPart | null;
}

/** The first value of a header, case-insensitively; undefined if it is absent or blank. */
export function findHeader(part: GmailPart | null | undefined, name: string): string | undefined {
  const header = part?.headers?.find((one) => one.name?.toLowerCase() === name);
  const value = header?.value?.trim();
  return value === "" ? undefined : value;
}

interface BodyParts {
  readonly text: GmailPart | undefined;
  readonly html: GmailPart | undefined;
}

/** Depth first. Attachments and forwarded messages are not the body. */
export function findBody(payload: GmailPart | null | undefined): BodyParts {
  let text: GmailPart | undefined;
  let html: GmailPart | undefined;
  // A list instead of a recursion: parts may be nested thousands deep.
  const waiting: GmailPart[] = payload ? [payload] : [];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (isAttachment(part)) continue;
    const type = part.mimeType?.toLowerCase();
    if (type === "text/plain") text ??= part;
    if (type === "text/html") html ??= part;
    // A call takes about 100,000 arguments, and a mail may have more parts.
    for (const inner of [...(part.parts ?? [])].reverse()) waiting.push(inner);
  }
  return { text, html };
}

function isAttachment(part: GmailPart): boolean {
  return (
    Boolean(part.filename) ||
    part.mimeType?.toLowerCase() === "message/rfc822" ||
    /^attachment\b/i.test(findHeader(part, "content-disposition") ?? "")
  );
}

/**
 * Gmail returns most texts in UTF-8 while the header still names the charset of the sender, and some in that charset.
 * So valid UTF-8 is read as UTF-8, whatever the header says. ISO-2022-JP is ASCII with escapes, so it is always valid
 * UTF-8.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const charset = charsetOf(contentType);
  const isEscaped = charset.startsWith("iso-2022") && bytes.includes(0x1b);
  const isUtf7 = charset.endsWith("utf-7");
  const utf8 = isEscaped || isUtf7 ? undefined : decodeUtf8(bytes);
  return utf8 ?? decodeBytes(bytes, charset);
}

/** Returns undefined if the bytes are not UTF-8. A byte order mark is dropped. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function charsetOf(contentType = ""): string {
  const [, quoted, bare] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  return (quoted ?? bare ?? "").trim().toLowerCase();
}

/** Not `TextDecoder`: of windows-1252, Node before 22.23 reads 0x80 to 0x9F as control characters. */
function decodeBytes(bytes: Uint8Array, charset: string): string {
  if (isWindows1252(charset)) return iconv.decode(Buffer.from(bytes), "windows-1252");
  if (iconv.encodingExists(charset)) return iconv.decode(Buffer.from(bytes), charset);
  try {
    // `TextDecoder` knows ISO-2022-JP, which iconv-lite does not.
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return iconv.decode(Buffer.from(bytes), "windows-1252");
  }
}

/**
 * Text labeled Latin 1 or ASCII was written on Windows if it has bytes from 0x80 to 0x9F: curly quotes, dashes, €.
 * Invalid UTF-8 is more often such a text than a damaged one.
 */
function isWindows1252(charset: string): boolean {
  return /^(?:iso[-_]?8859[-_]?1|latin-?1|us-ascii|ascii|utf-?8|)$/.test(charset);
}

/** The maximum of characters to convert. Smaller limits are tried if so much HTML takes too much work. */
const MAX_CHARACTERS: readonly number[] = [2 ** 19, 2 ** 16, 2 ** 13];

/** HTML → its text, by the helper htmlToText of the template language. */
export function createTextOfHtml(): (html: string) => MailText {
  let template: Template | undefined;
  return (html) => {
    template ??= compile();
    for (const maxCharacters of MAX_CHARACTERS) {
      const explained = template.explain({ payload: { html: html.slice(0, maxCharacters) } });
      if (explained.ok) return { text: explained.text, isCut: html.length > maxCharacters };
    }
    return { text: "", isCut: true };
  };
}

function compile(): Template {
  const compiled = compileTemplate("{{htmlToText html}}");
  if (compiled.ok) return compiled.template;
  throw new Error("htmlToText is a helper of the template language.");
}

/** A text → its beginning, of at most this many bytes in UTF-8 and without half a character. */
export function cutText(text: string, maxBytes: number): string {
  // A UTF-16 code unit takes at most three bytes.
  if (text.length * 3 <= maxBytes) return text;
  const bytes = Buffer.from(text.slice(0, maxBytes + 1), "utf8");
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  // The second and further bytes of a character begin with the bits 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** RFC 5322, with the years of two and three digits of older mails: `Sun, 4 Jan 2026 06:25:10 +0100 (CET)`. */
const DATE =
  /^(?:[a-z]{3,9}\s*,?\s*)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*[\s-]+(\d{2,4})\s+(\d{1,2}):(\d{2})(?::\d{2})?(?:\s.*)?$/i;

/** A text that is not such a date is left as it is. */
export function formatDate(header: string): string {
  const [, day = "", month = "", year = "", hour = "", minute = ""] = DATE.exec(header) ?? [];
  const monthNumber = MONTHS.indexOf(month.toLowerCase()) + 1;
  const fullYear = yearOf(year);
  const isDate =
    monthNumber > 0 &&
    Number(day) >= 1 &&
    Number(day) <= new Date(Date.UTC(fullYear, monthNumber, 0)).getUTCDate() &&
    Number(hour) <= 23 &&
    Number(minute) <= 59;
  if (!isDate) return header;
  return `${fullYear}-${pad(monthNumber)}-${pad(day)} ${pad(hour)}:${minute}`;
}

/** RFC 5322, 4.3: 00 to 49 are in this century; three digits count from 1900. */
function yearOf(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return digits.length === 2 && year < 50 ? 2000 + year : 1900 + year;
}

function pad(value: string | number): string {
  return String(value).padStart(2, "0");
}

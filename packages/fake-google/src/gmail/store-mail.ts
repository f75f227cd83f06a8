// A mail as a test describes it → parts with ids, headers and bytes, as Gmail stores them.
import type { MailInput, PartInput } from "./mail-input.ts";
import type { StoredPart } from "./mailbox.ts";

export function createPayload(
  mail: MailInput,
  { id, now }: { id: string; now: number },
): StoredPart {
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

/** As Gmail gives it: the beginning of the text, with entities. */
export function createSnippet({ snippet, text, html, subject }: MailInput): string {
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

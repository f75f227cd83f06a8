// A message of Gmail and the text of its body → the mail as mappings read it.
import type { Mail } from "../model/mail.ts";
import { cutText } from "./cut-text.ts";
import { formatDate } from "./format-date.ts";
import { findHeader, type GmailMessage } from "./gmail-message.ts";

interface MailOptions {
  /** Undefined: it has none, or none is wanted. */
  readonly body: MailText | undefined;
  /** Bytes of the body in UTF-8. */
  readonly maxBytes: number;
}

export interface MailText {
  readonly text: string;
  /** Whether something was left out already. */
  readonly isCut: boolean;
}

/** What is empty is left out, as existing mappings expect it. */
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

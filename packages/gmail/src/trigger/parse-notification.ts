// The data of a Pub/Sub message → the mailbox that has new mail.
import { jsonFromText } from "@hookwright/base";
import type { MailLogEntry } from "../model/log.ts";

/**
 * The message that Gmail publishes. Only the address is used: a look begins at our own cursor, not at this history
 * id.
 */
export interface Notification {
  /** In lower case. */
  readonly account: string;
}

/** `{"emailAddress":"user@example.com","historyId":9876543210}` in Base64; undefined for anything else. */
export function parseNotification(data: unknown): Notification | undefined {
  return typeof data === "string"
    ? notificationOf(jsonFromText(Buffer.from(data, "base64").toString("utf8")))
    : undefined;
}

/** The same without Base64, as a subscription with `noWrapper` posts it. The id is a number or a text. */
export function notificationOf(value: unknown): Notification | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { emailAddress, historyId } = value as Readonly<Record<string, unknown>>;
  if (typeof emailAddress !== "string" || !emailAddress.includes("@")) return undefined;
  if (!/^\d{1,20}$/.test(`${historyId}`)) return undefined;
  return { account: emailAddress.toLowerCase() };
}

/** Undefined if it could not be parsed. */
export function entryOfStray(account: string | undefined): MailLogEntry {
  return account === undefined
    ? {
        level: "warn",
        event: "notification_unreadable",
        message: "A message that is not a Gmail notification was dropped.",
        hint: "Let only Gmail publish to the topic.",
      }
    : {
        level: "warn",
        event: "notification_of_other",
        message: "A notification about another account was dropped.",
        hint: "Give each account a topic and a subscription of its own.",
      };
}

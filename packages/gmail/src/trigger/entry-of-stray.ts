// A notification that asks for no look → what the log says of it. Its data is not told: whoever may publish wrote it.
import type { MailLogEntry } from "../model/log.ts";

/** Undefined: it could not be read. */
export function entryOfStray(account: string | undefined): MailLogEntry {
  return account === undefined
    ? {
        level: "warn",
        event: "notification_unreadable",
        message: "A message is no notification of Gmail, and is dropped.",
        hint: "Let only Gmail publish to the topic.",
      }
    : {
        level: "warn",
        event: "notification_of_other",
        message: "A notification is about another account, and is dropped.",
        hint: "Give each account a topic and a subscription of its own.",
      };
}

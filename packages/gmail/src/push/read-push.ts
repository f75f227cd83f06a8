// The body of a push → whose mailbox has news, or that it is no push.
import { parseJson } from "../data/parse-json.ts";
import {
  type Notification,
  notificationOf,
  parseNotification,
} from "../trigger/parse-notification.ts";

export type PushResult =
  /** A notification is undefined where the message holds something else: it is dropped. */
  { readonly ok: true; readonly notification: Notification | undefined } | { readonly ok: false };

/** A subscription with `noWrapper` posts the data without the message around it. */
export function readPush(body: Buffer): PushResult {
  const value = parseJson(body.toString("utf8"));
  if (typeof value !== "object" || value === null) return { ok: false };
  const { message } = value as { readonly message?: unknown };
  if (typeof message === "object" && message !== null) {
    const { data } = message as { readonly data?: unknown };
    return { ok: true, notification: parseNotification(data) };
  }
  const notification = notificationOf(value);
  return notification === undefined ? { ok: false } : { ok: true, notification };
}

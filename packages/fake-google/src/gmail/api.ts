// What tests do to a mailbox, as its owner and her correspondents would.
import { randomBytes } from "node:crypto";
import type { World } from "../world.ts";
import { changeLabels, deliver, expireHistory, removeMessage } from "./change-mailbox.ts";
import type { MailInput } from "./mail-input.ts";

export interface GmailApi {
  /** A mail comes. @returns its id */
  readonly deliver: (mail?: MailInput) => string;
  readonly label: (id: string, add: readonly string[], remove?: readonly string[]) => void;
  readonly remove: (id: string) => void;
  /** @returns the id of a new label of the user */
  readonly createLabel: (name: string) => string;
  /** All ids of the history so far become unknown: the next list from one of them is a 404. */
  readonly expireHistory: () => void;
  /** The watch ends now, in silence. */
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

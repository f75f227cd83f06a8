// A mailbox at Gmail as a MailSource.
import { createRepeatingSend } from "../google/create-repeating-send.ts";
import type { RepeatOptions } from "../google/repeat.ts";
import { createTextOfHtml } from "../mail/text-of-html.ts";
import type { Clock } from "../model/clock.ts";
import type { SendToGoogle } from "../model/google.ts";
import type { MailResult, MailSource } from "../model/source.ts";
import { isHistoryId } from "./compare-history-ids.ts";
import { createPace } from "./create-pace.ts";
import { findLabel } from "./find-label.ts";
import { listHistory } from "./list-history.ts";
import { listSince } from "./list-since.ts";
import { readMessage } from "./read-message.ts";

export interface GmailSourceOptions {
  /** Sends once; what fails for a while is repeated here. */
  readonly send: SendToGoogle;
  /** An id or a name. */
  readonly label: string;
  readonly includeBody: boolean;
  readonly maxBytes: number;
  readonly clock: Clock;
  /** Called before each wait, for the log. */
  readonly onWait?: RepeatOptions["onWait"];
}

/** A new project may read 300 mails a minute: 6,000 units, 20 for each. */
const MAX_READS_PER_SECOND = 5;

/** 1 + 2 + 4 + 8 s of waiting; then the look ends, and the next one begins where it began. */
const MAX_TRIES = 5;
const MAX_WAIT_MS = 60_000;

export function createGmailSource(options: GmailSourceOptions): MailSource {
  const { clock, label: written, includeBody, maxBytes, onWait } = options;
  const send = createRepeatingSend(options.send, {
    clock,
    maxTries: MAX_TRIES,
    maxWaitMs: MAX_WAIT_MS,
    ...(onWait && { onWait }),
  });
  const pace = createPace(clock, MAX_READS_PER_SECOND);
  const textOfHtml = createTextOfHtml();
  const reader = { send, clock, pace, textOfHtml, includeBody, maxBytes };
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

// A time → the mails with the label that came after it, oldest first.
import type { SendToGoogle } from "../model/google.ts";
import type { MailResult } from "../model/source.ts";
import { listPages } from "./list-pages.ts";

interface MessagePage {
  readonly messages?: readonly { readonly id?: string | null }[] | null;
  readonly nextPageToken?: string | null;
}

export interface SinceQuestion {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** The id of the label. */
  readonly label: string;
  readonly signal: AbortSignal;
}

export async function listSince(
  send: SendToGoogle,
  { since, label, signal }: SinceQuestion,
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

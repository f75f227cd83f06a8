// A cursor → the mails that came since, or came to wear the label, and the next cursor.
import type { SendToGoogle } from "../model/google.ts";
import type { MailChanges, MailResult } from "../model/source.ts";
import { compareHistoryIds, isHistoryId } from "./compare-history-ids.ts";
import { listPages } from "./list-pages.ts";

interface HistoryPage {
  readonly history?: readonly HistoryRecord[] | null;
  readonly historyId?: string | null;
  readonly nextPageToken?: string | null;
}

interface HistoryRecord {
  readonly id?: string | null;
  readonly messagesAdded?: readonly HistoryEntry[] | null;
  readonly labelsAdded?: readonly HistoryEntry[] | null;
}

interface HistoryEntry {
  readonly message?: { readonly id?: string | null } | null;
  /** Of `labelsAdded`: the labels that were added. */
  readonly labelIds?: readonly string[] | null;
}

export interface HistoryQuestion {
  readonly cursor: string;
  /** The id of the label. */
  readonly label: string;
  readonly signal: AbortSignal;
}

export async function listHistory(
  send: SendToGoogle,
  { cursor, label, signal }: HistoryQuestion,
): Promise<MailResult<MailChanges>> {
  const listed = await listPages<HistoryPage>(send, {
    service: "gmail",
    method: "GET",
    path: "/gmail/v1/users/me/history",
    query: {
      startHistoryId: cursor,
      // A mail that is filtered by hand, or comes out of spam, gets the label later.
      historyTypes: ["messageAdded", "labelAdded"],
      labelId: label,
      maxResults: "500",
    },
    signal,
  });
  if (!listed.ok) return isCursorGone(listed.failure) ? cursorGone(listed.failure.status) : listed;
  const records = listed.value.flatMap(({ history }) => history ?? []);
  const inOrder = records
    .filter(({ id }) => isHistoryId(id))
    .sort((left, right) => compareHistoryIds(left.id ?? "0", right.id ?? "0"));
  // `messages` names everything that was touched: only the lists of the asked types are read.
  const ids = inOrder.flatMap(({ messagesAdded, labelsAdded }) => [
    ...(messagesAdded ?? []),
    ...(labelsAdded ?? []).filter(({ labelIds }) => labelIds?.includes(label)),
  ]);
  const unique = new Set(ids.flatMap(({ message }) => message?.id ?? []));
  return { ok: true, value: { ids: [...unique], cursor: nextCursor(cursor, listed.value) } };
}

/** A mail that comes between two pages may be in neither: the smallest id of the pages counts. Never goes back. */
function nextCursor(cursor: string, pages: readonly HistoryPage[]): string {
  const ids = pages.flatMap(({ historyId }) => (isHistoryId(historyId) ? [historyId] : []));
  const [next = cursor] = ids.sort(compareHistoryIds);
  return isHistoryId(cursor) && compareHistoryIds(next, cursor) < 0 ? cursor : next;
}

/** 404, and in some mailboxes a 400 that speaks of the history. */
function isCursorGone(failure: { readonly status?: number; readonly message: string }): boolean {
  const { status, message } = failure;
  return status === 404 || (status === 400 && /history/i.test(message));
}

function cursorGone(status: number | undefined): MailResult<never> {
  const message = "Gmail no longer knows what came since the last look.";
  const failure = { code: "cursor_gone", message, reason: "notFound" } as const;
  return { ok: false, failure: { ...failure, ...(status !== undefined && { status }) } };
}

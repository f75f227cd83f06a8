// `history.list`: a start → the changes since, in pages.
import { type FakeAnswer, ok } from "../http/answer.ts";
import type { FakeRequest } from "../http/route.ts";
import type { World } from "../world.ts";
import { invalidArgument, notFound } from "./errors.ts";
import type { HistoryKind, HistoryRecord } from "./mailbox.ts";
import { cutPage, pageSize, readPageToken } from "./page.ts";

/** The values of `historyTypes`, and their lists. */
const KINDS: ReadonlyMap<string, HistoryKind> = new Map([
  ["messageAdded", "messagesAdded"],
  ["messageDeleted", "messagesDeleted"],
  ["labelAdded", "labelsAdded"],
  ["labelRemoved", "labelsRemoved"],
]);

/** The id of the response is the end of the first page's list, also on later pages. */
export function listHistory(world: World, { query }: FakeRequest): FakeAnswer {
  const start = query.get("startHistoryId") ?? "";
  if (!/^\d+$/.test(start)) return invalidArgument("Invalid startHistoryId");
  if (BigInt(start) < world.mailbox.floor) return notFound();
  const asked = query.getAll("historyTypes").map((type) => KINDS.get(type));
  if (asked.includes(undefined)) return invalidArgument("Invalid value at 'history_types'");

  const position = readPageToken(query.get("pageToken"));
  const first = { offset: 0, end: String(visibleHead(world)) };
  const { offset, end } = position ?? first;
  const label = query.get("labelId");
  const found = world.mailbox.records.filter(
    ({ id, kind, message, changed }) =>
      id > BigInt(start) &&
      id <= BigInt(end) &&
      (asked.length === 0 || asked.includes(kind)) &&
      (label === null || message.labelIds.includes(label) || changed.includes(label)),
  );
  const { page, nextPageToken } = cutPage(found, { offset, end }, pageSize(query));
  return ok({
    ...(page.length > 0 && { history: page.map(showRecord) }),
    ...(nextPageToken !== undefined && { nextPageToken }),
    historyId: end,
  });
}

/** Nothing is listed after a record that is not listed yet. */
export function visibleHead({ mailbox, clock }: World): bigint {
  const now = clock.now();
  const hidden = mailbox.records.findIndex(({ visibleAt }) => visibleAt > now);
  if (hidden === -1) return mailbox.head;
  const before = mailbox.records[hidden - 1]?.id ?? mailbox.floor;
  return before > mailbox.floor ? before : mailbox.floor;
}

function showRecord({ id, kind, message, changed }: HistoryRecord): unknown {
  const entry = changed.length === 0 ? { message } : { message, labelIds: changed };
  return {
    id: String(id),
    messages: [{ id: message.id, threadId: message.threadId }],
    [kind]: [entry],
  };
}

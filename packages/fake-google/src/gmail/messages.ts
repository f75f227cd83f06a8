// `messages.list`, `messages.get` and `attachments.get`.
import { type FakeAnswer, gmailError, ok } from "../http/answer.ts";
import type { FakeRequest } from "../http/route.ts";
import type { World } from "../world.ts";
import { invalidArgument, notFound } from "./errors.ts";
import type { StoredMessage, StoredPart } from "./mailbox.ts";
import { cutPage, pageSize, readPageToken } from "./page.ts";
import { compileSearch } from "./search.ts";

/** The newest first. Spam and trash are left out unless they are asked for. */
export function listMessages(world: World, { query }: FakeRequest): FakeAnswer {
  const { mailbox, clock } = world;
  const search = compileSearch(query.get("q") ?? "", { mailbox, now: clock.now() });
  if (!search.ok) return invalidArgument(search.problem);
  const labels = query.getAll("labelIds");
  const isAll =
    query.get("includeSpamTrash") === "true" ||
    search.isAnywhere ||
    labels.includes("SPAM") ||
    labels.includes("TRASH");
  const { offset, end } = readPageToken(query.get("pageToken")) ?? {
    offset: 0,
    end: String(mailbox.nextMessage),
  };
  const found = [...mailbox.messages.values()]
    .filter(
      (message) =>
        BigInt(`0x${message.id}`) < BigInt(end) &&
        labels.every((label) => message.labels.includes(label)) &&
        (isAll || !message.labels.some((label) => label === "SPAM" || label === "TRASH")) &&
        search.doesFit(message),
    )
    .sort((a, b) => b.internalDate - a.internalDate);
  const { page, nextPageToken } = cutPage(found, { offset, end }, pageSize(query));
  return ok({
    ...(page.length > 0 && { messages: page.map(({ id, threadId }) => ({ id, threadId })) }),
    ...(nextPageToken !== undefined && { nextPageToken }),
    resultSizeEstimate: found.length,
  });
}

export function getMessage(world: World, request: FakeRequest): FakeAnswer {
  const { mailbox, settings } = world;
  const id = request.params["id"] ?? "";
  mailbox.fetches.set(id, (mailbox.fetches.get(id) ?? 0) + 1);
  const message = mailbox.messages.get(id);
  if (message === undefined) return notFound();
  const format = (request.query.get("format") ?? "full").toLowerCase();
  if (format === "raw") {
    return gmailError({
      code: 400,
      reason: "invalidArgument",
      message: "The local Google has no raw form of a message.",
      status: "INVALID_ARGUMENT",
    });
  }
  const names = request.query.getAll("metadataHeaders").map((name) => name.toLowerCase());
  return ok({
    id: message.id,
    threadId: message.threadId,
    // Gmail leaves out what is empty.
    ...(message.labels.length > 0 && { labelIds: message.labels }),
    snippet: message.snippet,
    ...(format === "full" && { payload: showPart(message.payload, settings.isBase64Padded) }),
    ...(format === "metadata" && { payload: showHeaders(message, names) }),
    sizeEstimate: sizeOf(message.payload),
    historyId: String(message.historyId),
    internalDate: String(message.internalDate),
  });
}

export function getAttachment({ mailbox, settings }: World, { params }: FakeRequest): FakeAnswer {
  const message = mailbox.messages.get(params["id"] ?? "");
  const part =
    message && allParts(message.payload).find((one) => one.attachmentId === params["attachment"]);
  if (part?.bytes === undefined) return notFound();
  return ok({
    size: part.bytes.length,
    data: encode(part.bytes, settings.isBase64Padded),
  });
}

function showPart(part: StoredPart, isPadded: boolean): unknown {
  const { partId, mimeType, filename, headers, bytes, attachmentId, parts } = part;
  return {
    partId,
    mimeType,
    filename,
    headers,
    body: {
      ...(attachmentId !== undefined && { attachmentId }),
      size: bytes?.length ?? 0,
      ...(bytes !== undefined && attachmentId === undefined && { data: encode(bytes, isPadded) }),
    },
    ...(parts.length > 0 && { parts: parts.map((child) => showPart(child, isPadded)) }),
  };
}

function showHeaders({ payload }: StoredMessage, names: readonly string[]): unknown {
  const headers = payload.headers.filter(
    ({ name }) => names.length === 0 || names.includes(name.toLowerCase()),
  );
  return { mimeType: payload.mimeType, headers };
}

function encode(bytes: Buffer, isPadded: boolean): string {
  const text = bytes.toString("base64url");
  return isPadded ? text.padEnd(Math.ceil(text.length / 4) * 4, "=") : text;
}

function allParts(part: StoredPart): readonly StoredPart[] {
  return [part, ...part.parts.flatMap(allParts)];
}

function sizeOf(part: StoredPart): number {
  return (part.bytes?.length ?? 0) + part.parts.reduce((sum, child) => sum + sizeOf(child), 0);
}

// The paths of Gmail, each with its cost in quota units and its scopes, of which one is enough.
import { type FakeAnswer, gmailError, ok } from "../http/answer.ts";
import { type FakeRequest, type Route, readBody } from "../http/route.ts";
import { checkBearer } from "../oauth/check-bearer.ts";
import { mayGmailPublish } from "../pubsub/policy.ts";
import type { World } from "../world.ts";
import { insufficientScope, invalidArgument, notFound, unauthenticated } from "./errors.ts";
import { listHistory, visibleHead } from "./history.ts";
import type { StoredMessage, StoredPart, Watch } from "./mailbox.ts";
import { sendNotification } from "./notify.ts";
import { cutPage, pageSize, readPageToken } from "./page.ts";

/** Newest first. Spam and trash are left out unless their label is requested. The search may be `after:SECONDS`. */
function listMessages(world: World, { query }: FakeRequest): FakeAnswer {
  const { mailbox } = world;
  const search = query.get("q") ?? "after:0";
  const [, after] = /^after:(\d+)$/.exec(search) ?? [];
  if (after === undefined) {
    return invalidArgument(`The local Google does not know the search ${search}.`);
  }
  const labels = query.getAll("labelIds");
  const isAll = labels.includes("SPAM") || labels.includes("TRASH");
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
        message.internalDate >= Number(after) * 1_000,
    )
    .sort((a, b) => b.internalDate - a.internalDate);
  const { page, nextPageToken } = cutPage(found, { offset, end }, pageSize(query));
  return ok({
    ...(page.length > 0 && { messages: page.map(({ id, threadId }) => ({ id, threadId })) }),
    ...(nextPageToken !== undefined && { nextPageToken }),
    resultSizeEstimate: found.length,
  });
}

function getMessage(world: World, request: FakeRequest): FakeAnswer {
  const { mailbox, settings } = world;
  const id = request.params["id"] ?? "";
  mailbox.fetches.set(id, (mailbox.fetches.get(id) ?? 0) + 1);
  const message = mailbox.messages.get(id);
  if (message === undefined) return notFound();
  const format = (request.query.get("format") ?? "full").toLowerCase();
  if (format === "raw") return invalidArgument("The local Google has no raw form of a message.");
  const names = request.query.getAll("metadataHeaders").map((name) => name.toLowerCase());
  return ok({
    id: message.id,
    threadId: message.threadId,
    // Gmail leaves out empty fields.
    ...(message.labels.length > 0 && { labelIds: message.labels }),
    snippet: message.snippet,
    ...(format === "full" && { payload: showPart(message.payload, settings.isBase64Padded) }),
    ...(format === "metadata" && { payload: showHeaders(message, names) }),
    sizeEstimate: sizeOf(message.payload),
    historyId: String(message.historyId),
    internalDate: String(message.internalDate),
  });
}

function getAttachment({ mailbox, settings }: World, { params }: FakeRequest): FakeAnswer {
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

const WATCH_LIFETIME_MS = 7 * 86_400_000;

/** `watch` and `stop`: a topic that Gmail may publish to → notifications until the watch ends. */
function answerWatch(world: World, request: FakeRequest): FakeAnswer {
  const { mailbox, clock } = world;
  const body = readBody(request);
  const topic = String(body["topicName"] ?? "");
  const refusal = refuseTopic(world, topic);
  if (refusal !== undefined) return refusal;
  const now = clock.now();
  const current = mailbox.watch;
  if (current !== undefined && now < current.expiresAt && current.topic !== topic) {
    return invalidArgument(
      "Only one user push notification client allowed per developer (call /stop then try again)",
    );
  }
  const watch: Watch = {
    topic,
    labels: Array.isArray(body["labelIds"]) ? body["labelIds"].map(String) : [],
    expiresAt: Math.floor(now) + WATCH_LIFETIME_MS,
  };
  mailbox.watch = watch;
  sendNotification(world, watch);
  return ok({ historyId: String(visibleHead(world)), expiration: String(watch.expiresAt) });
}

function answerStop({ mailbox }: World): FakeAnswer {
  mailbox.watch = undefined;
  return { status: 204 };
}

/** Gmail publishes to the topic before it responds. */
function refuseTopic(world: World, topic: string): FakeAnswer | undefined {
  const { projectId } = world.settings;
  if (!topic.startsWith(`projects/${projectId}/topics/`) || topic !== topic.trim()) {
    return invalidArgument(`Invalid topicName does not match projects/${projectId}/topics/*`);
  }
  const failed = `Error sending test message to Cloud PubSub ${topic} : `;
  const found = world.pubsub.topics.get(topic);
  if (found === undefined) {
    return gmailError({
      code: 404,
      reason: "notFound",
      message: `${failed}Resource not found (resource=${topic.split("/").at(-1)}).`,
      status: "NOT_FOUND",
    });
  }
  if (mayGmailPublish(found)) return undefined;
  return gmailError({
    code: 403,
    reason: "forbidden",
    message: `${failed}User not authorized to perform this action.`,
    status: "PERMISSION_DENIED",
  });
}

type Answer = (world: World, request: FakeRequest) => FakeAnswer;

const READING = [
  "https://mail.google.com/",
  "https://www.googleapis.com/auth/gmail.modify",
  "https://www.googleapis.com/auth/gmail.readonly",
];

interface Call {
  readonly method: string;
  /** Below the user. */
  readonly path: string;
  readonly price: number;
  readonly answer: Answer;
}

/** Costs as of 2026-05-01 if they are known, and earlier ones if not. */
const CALLS: readonly Call[] = [
  { method: "POST", path: "watch", price: 100, answer: answerWatch },
  { method: "POST", path: "stop", price: 50, answer: answerStop },
  { method: "GET", path: "history", price: 2, answer: listHistory },
  { method: "GET", path: "profile", price: 1, answer: getProfile },
  { method: "GET", path: "labels", price: 1, answer: listLabels },
  { method: "GET", path: "messages", price: 5, answer: listMessages },
  {
    method: "GET",
    path: "messages/(?<id>[^/]+)",
    price: 20,
    answer: getMessage,
  },
  {
    method: "GET",
    path: "messages/(?<id>[^/]+)/attachments/(?<attachment>[^/]+)",
    price: 20,
    answer: getAttachment,
  },
];

export function gmailRoutes(world: World): readonly Route[] {
  return CALLS.map((call) => ({
    service: "gmail",
    method: call.method,
    path: new RegExp(`^/gmail/v1/users/(?<user>[^/]+)/${call.path}$`),
    answer: (request) => refuse(world, request, call) ?? call.answer(world, request),
  }));
}

function refuse(world: World, request: FakeRequest, call: Call): FakeAnswer | undefined {
  const bearer = checkBearer(world, request, READING);
  if (!bearer.ok) {
    return bearer.reason === "scope" ? insufficientScope() : unauthenticated();
  }
  const { subject } = bearer.grant;
  return refuseUser(world, subject, request) ?? refuseByQuota(world, call.price);
}

/** A service account itself has no mailbox. */
function refuseUser(
  { settings }: World,
  subject: string,
  { params }: FakeRequest,
): FakeAnswer | undefined {
  if (subject !== settings.account) {
    return gmailError({
      code: 400,
      reason: "failedPrecondition",
      message: "Precondition check failed.",
      status: "FAILED_PRECONDITION",
    });
  }
  const user = params["user"] ?? "";
  if (user === "me" || user.toLowerCase() === settings.account.toLowerCase()) return undefined;
  return gmailError({
    code: 403,
    reason: "forbidden",
    message: `Delegation denied for ${settings.account}`,
    status: "PERMISSION_DENIED",
  });
}

function getProfile(world: World): FakeAnswer {
  const { messages } = world.mailbox;
  return ok({
    emailAddress: world.settings.account,
    messagesTotal: messages.size,
    threadsTotal: new Set([...messages.values()].map(({ threadId }) => threadId)).size,
    historyId: String(visibleHead(world)),
  });
}

function listLabels({ mailbox }: World): FakeAnswer {
  return ok({ labels: mailbox.labels });
}

/** Units are refilled evenly, up to those of a minute. */
function refuseByQuota({ mailbox, settings, clock }: World, price: number): FakeAnswer | undefined {
  const { unitsPerMinute } = settings;
  if (unitsPerMinute === undefined) return undefined;
  const now = clock.now();
  const last = mailbox.quota ?? { units: unitsPerMinute, at: now };
  const filled = last.units + ((now - last.at) / 60_000) * unitsPerMinute;
  const units = Math.min(filled, unitsPerMinute);
  const isAllowed = units >= price;
  mailbox.quota = { units: isAllowed ? units - price : units, at: now };
  if (isAllowed) return undefined;

  return gmailError({
    code: 403,
    domain: "usageLimits",
    reason: "userRateLimitExceeded",
    message: "User-rate limit exceeded",
  });
}

// The paths of Gmail, each with its cost in quota units and its scopes, of which one is enough.
import { type FakeAnswer, gmailError, ok } from "../http/answer.ts";
import { type FakeRequest, type Route, readBody } from "../http/route.ts";
import { checkBearer } from "../oauth/check-bearer.ts";
import { mayGmailPublish } from "../pubsub/policy.ts";
import type { World } from "../world.ts";
import { insufficientScope, invalidArgument, notFound, unauthenticated } from "./errors.ts";
import { listHistory, visibleHead } from "./history.ts";
import type { Mailbox, StoredMessage, StoredPart, Watch } from "./mailbox.ts";
import { sendNotification } from "./notify.ts";
import { cutPage, pageSize, readPageToken } from "./page.ts";

/** Newest first. Spam and trash are left out unless they are requested. */
function listMessages(world: World, { query }: FakeRequest): FakeAnswer {
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

function getMessage(world: World, request: FakeRequest): FakeAnswer {
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

/** `watch` and `stop`: a topic that Gmail may publish to → notifications until the watch ends. */
function answerWatch(world: World, request: FakeRequest): FakeAnswer {
  const { mailbox, clock, settings } = world;
  const body = readBody(request);
  const topic = String(body["topicName"] ?? "");
  const refusal = refuseTopic(world, topic);
  if (refusal !== undefined) return refusal;
  const now = clock.now();
  const current = mailbox.watch;
  if (current !== undefined && now < current.expiresAt && current.topic !== topic) {
    return gmailError({
      code: 400,
      reason: "invalidArgument",
      message:
        "Only one user push notification client allowed per developer (call /stop then try again)",
      status: "INVALID_ARGUMENT",
    });
  }
  const behavior = String(body["labelFilterBehavior"] ?? body["labelFilterAction"] ?? "include");
  const watch: Watch = {
    topic,
    labels: Array.isArray(body["labelIds"]) ? body["labelIds"].map(String) : [],
    behavior: behavior.toLowerCase() === "exclude" ? "exclude" : "include",
    expiresAt: Math.floor(now + settings.watchLifetimeMs),
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

const METADATA = "https://www.googleapis.com/auth/gmail.metadata";

interface Call {
  readonly method: string;
  /** Below the user. */
  readonly path: string;
  readonly price: number;
  /** Whether the scope for headers and labels alone is enough. */
  readonly isMetadataEnough: boolean;
  readonly answer: Answer;
}

/** Costs as of 2026-05-01 if they are known, and earlier ones if not. */
const CALLS: readonly Call[] = [
  { method: "POST", path: "watch", price: 100, isMetadataEnough: true, answer: answerWatch },
  { method: "POST", path: "stop", price: 50, isMetadataEnough: true, answer: answerStop },
  { method: "GET", path: "history", price: 2, isMetadataEnough: true, answer: listHistory },
  { method: "GET", path: "profile", price: 1, isMetadataEnough: true, answer: getProfile },
  { method: "GET", path: "labels", price: 1, isMetadataEnough: true, answer: listLabels },
  { method: "GET", path: "messages", price: 5, isMetadataEnough: true, answer: listMessages },
  {
    method: "GET",
    path: "messages/(?<id>[^/]+)",
    price: 20,
    isMetadataEnough: true,
    answer: getMessage,
  },
  {
    method: "GET",
    path: "messages/(?<id>[^/]+)/attachments/(?<attachment>[^/]+)",
    price: 20,
    isMetadataEnough: false,
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
  const scopes = call.isMetadataEnough ? [...READING, METADATA] : READING;
  const bearer = checkBearer(world, request, scopes);
  if (!bearer.ok) {
    return bearer.reason === "scope" ? insufficientScope() : unauthenticated();
  }
  const { subject } = bearer.grant;
  const isReader = bearer.grant.scopes.some((scope) => READING.includes(scope));
  return (
    refuseUser(world, subject, request) ??
    (isReader ? undefined : refuseMetadata(request)) ??
    refuseByQuota(world, call.price)
  );
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

function refuseMetadata({ query, params }: FakeRequest): FakeAnswer | undefined {
  const problem = query.has("q")
    ? "Metadata scope does not support 'q' parameter"
    : "Metadata scope doesn't allow format FULL";
  const isFull = params["id"] !== undefined && (query.get("format") ?? "full") === "full";
  if (!query.has("q") && !isFull) return undefined;
  return gmailError({
    code: 403,
    reason: "forbidden",
    message: problem,
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

type SearchResult =
  | {
      readonly ok: true;
      readonly doesFit: (message: StoredMessage) => boolean;
      /** Whether spam and trash are searched, too. */
      readonly isAnywhere: boolean;
    }
  | { readonly ok: false; readonly problem: string };

interface SearchContext {
  readonly mailbox: Mailbox;
  readonly now: number;
}

type Rule = (message: StoredMessage) => boolean;

const UNITS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  d: 86_400_000,
  m: 30 * 86_400_000,
  y: 365 * 86_400_000,
};

/** The text of a search box → whether a mail matches. Only the terms that clients use; others are an error. */
function compileSearch(text: string, context: SearchContext): SearchResult {
  const rules: Rule[] = [];
  const terms = text.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  for (const term of terms) {
    const isNegated = term.startsWith("-");
    const rule = compileTerm(isNegated ? term.slice(1) : term, context);
    if (rule === undefined) {
      return { ok: false, problem: `The local Google does not know the search term ${term}.` };
    }
    rules.push(isNegated ? (message) => !rule(message) : rule);
  }
  return {
    ok: true,
    doesFit: (message) => rules.every((rule) => rule(message)),
    isAnywhere: terms.some((term) => /^in:(?:anywhere|spam|trash)$/.test(term)),
  };
}

function compileTerm(term: string, { mailbox, now }: SearchContext): Rule | undefined {
  const colon = term.indexOf(":");
  const name = term.slice(0, Math.max(colon, 0));
  const value = term.slice(colon + 1).replace(/"/g, "");
  if (name === "") return ({ snippet, payload }) => contains([snippet, ...valuesOf(payload)], term);
  if (name === "in" || name === "label" || name === "is") return labelRule(value, mailbox);
  if (name === "after" || name === "before") return timeRule(name, value);
  if (name === "newer_than" || name === "older_than") return ageRule(name, value, now);
  if (name === "from" || name === "to" || name === "subject") {
    return ({ payload }) => contains(valuesOf(payload, name), value);
  }
  return undefined;
}

/** Names of labels have `-` instead of spaces here. */
function labelRule(value: string, { labels }: Mailbox): Rule {
  if (value === "anywhere") return () => true;
  const wanted = value.toLowerCase();
  const found = labels.find(({ id, name }) =>
    [id, name, name.replace(/[ /]/g, "-")].some((one) => one.toLowerCase() === wanted),
  );
  return (message) => found !== undefined && message.labels.includes(found.id);
}

/** A number is seconds since the epoch; a date begins at midnight, here in UTC. */
function timeRule(name: "after" | "before", value: string): Rule | undefined {
  const time = /^\d{5,}$/.test(value)
    ? Number(value) * 1_000
    : Date.parse(`${value.replaceAll("/", "-")}T00:00:00Z`);
  if (Number.isNaN(time)) return undefined;
  return ({ internalDate }) => (name === "after" ? internalDate >= time : internalDate < time);
}

function ageRule(name: string, value: string, now: number): Rule | undefined {
  const [, count, unit = ""] = /^(\d+)([hdmy])$/.exec(value) ?? [];
  if (count === undefined) return undefined;
  const time = now - Number(count) * (UNITS[unit] ?? 0);
  return ({ internalDate }) => (name === "newer_than" ? internalDate >= time : internalDate < time);
}

function valuesOf({ headers }: StoredMessage["payload"], header?: string): readonly string[] {
  return headers
    .filter(({ name }) => header === undefined || name.toLowerCase() === header)
    .map(({ value }) => value);
}

function contains(texts: readonly string[], wanted: string): boolean {
  const word = wanted.toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(word));
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

  const { quotaStatus, isQuotaTimeTold } = settings;
  const seconds = Math.ceil(((price - units) / unitsPerMinute) * 60);
  const until = new Date(now + seconds * 1_000).toISOString();
  const time = isQuotaTimeTold ? `.  Retry after ${until}` : "";
  return gmailError({
    code: quotaStatus,
    domain: "usageLimits",
    reason: quotaStatus === 403 ? "userRateLimitExceeded" : "rateLimitExceeded",
    message: `User-rate limit exceeded${time}`,
    ...(quotaStatus === 429 && { status: "RESOURCE_EXHAUSTED" }),
    ...(isQuotaTimeTold && { headers: { "retry-after": String(seconds) } }),
  });
}

// The paths of Gmail, each with its price in quota units and the scopes of which one is enough.
import { type FakeAnswer, gmailError, ok } from "../http/answer.ts";
import type { FakeRequest, Route } from "../http/route.ts";
import { checkBearer } from "../oauth/check-bearer.ts";
import type { World } from "../world.ts";
import { insufficientScope, unauthenticated } from "./errors.ts";
import { listHistory, visibleHead } from "./history.ts";
import { getAttachment, getMessage, listMessages } from "./messages.ts";
import { refuseByQuota } from "./quota.ts";
import { answerStop, answerWatch } from "./watch.ts";

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

/** Prices of 2026-05-01 where they are known, and of before where not. */
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

/** A service account by itself has no mailbox. */
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

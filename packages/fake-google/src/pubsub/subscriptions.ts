// Subscriptions: create, get, change, delete, pull and acknowledge.
import { type FakeAnswer, ok, pubsubError } from "../http/answer.ts";
import { type FakeRequest, readBody } from "../http/route.ts";
import type { World } from "../world.ts";
import { acknowledge, moveDeadline, takeMessages, waitForMessage } from "./hand-out.ts";
import { startPushing } from "./push.ts";
import type { PushConfig, QueuedMessage, Subscription } from "./state.ts";
import { invalidName, isName, lastOf, missing } from "./topics.ts";

const DEFAULT_DEADLINE_SECONDS = 10;
const MAX_DEADLINE_SECONDS = 600;
/** What a subscription has that was created without: it ends after 31 idle days. */
const DEFAULTS = { messageRetentionDuration: "604800s", expirationPolicy: { ttl: "2678400s" } };

export function createSubscription(world: World, request: FakeRequest): FakeAnswer {
  const { pubsub } = world;
  const name = request.params["name"] ?? "";
  const body = readBody(request);
  const topic = String(body["topic"] ?? "");
  const seconds = Number(body["ackDeadlineSeconds"] ?? 0) || DEFAULT_DEADLINE_SECONDS;
  if (!isName(name)) return invalidName(name);
  if (pubsub.subscriptions.has(name)) {
    return pubsubError(
      409,
      "ALREADY_EXISTS",
      `Resource already exists in the project (resource=${lastOf(name)}).`,
    );
  }
  if (!pubsub.topics.has(topic)) return missing(topic);
  if (seconds < DEFAULT_DEADLINE_SECONDS || seconds > MAX_DEADLINE_SECONDS) {
    return pubsubError(
      400,
      "INVALID_ARGUMENT",
      `Invalid ack deadline given: ${seconds}. Valid range is [10, 600].`,
    );
  }
  const subscription: Subscription = {
    name,
    topic,
    settings: { ...DEFAULTS, ...body },
    ackDeadlineSeconds: seconds,
    pushConfig: (body["pushConfig"] ?? {}) as PushConfig,
    backoffMs: readBackoff(body["retryPolicy"]),
    queue: [],
    waiting: new Set(),
    pushing: undefined,
    counts: { delivered: 0, acknowledged: 0, pushes: 0 },
  };
  pubsub.subscriptions.set(name, subscription);
  startPushing(world, subscription);
  return ok(show(subscription));
}

type SubscriptionAnswer = (
  world: World,
  subscription: Subscription,
  request: FakeRequest,
) => FakeAnswer | Promise<FakeAnswer>;

/** Runs for a subscription that exists. */
export function withSubscription(
  world: World,
  request: FakeRequest,
  answer: SubscriptionAnswer,
): FakeAnswer | Promise<FakeAnswer> {
  const name = request.params["name"] ?? "";
  const subscription = world.pubsub.subscriptions.get(name);
  return subscription === undefined ? missing(name) : answer(world, subscription, request);
}

export function getSubscription(world: World, subscription: Subscription): FakeAnswer {
  const isOrphan = !world.pubsub.topics.has(subscription.topic);
  return ok({ ...show(subscription), ...(isOrphan && { topic: "_deleted-topic_" }) });
}

export function deleteSubscription({ pubsub }: World, subscription: Subscription): FakeAnswer {
  pubsub.subscriptions.delete(subscription.name);
  subscription.pushing?.abort();
  return ok({});
}

/** An empty configuration makes a pull subscription of it. */
export function modifyPushConfig(
  world: World,
  subscription: Subscription,
  request: FakeRequest,
): FakeAnswer {
  subscription.pushConfig = (readBody(request)["pushConfig"] ?? {}) as PushConfig;
  startPushing(world, subscription);
  return ok({});
}

/** Waits for the first message, and answers without one when the time is over. */
export async function pull(
  world: World,
  subscription: Subscription,
  request: FakeRequest,
): Promise<FakeAnswer> {
  if (subscription.pushConfig.pushEndpoint !== undefined) {
    return pubsubError(
      400,
      "FAILED_PRECONDITION",
      "This method is not supported for this subscription type.",
    );
  }
  const max = Number(readBody(request)["maxMessages"]);
  if (!(max >= 1)) {
    return pubsubError(400, "INVALID_ARGUMENT", "max_messages must be greater than 0.");
  }
  const timeoutMs = world.settings.pullWaitMs;
  await waitForMessage(world, subscription, { timeoutMs, signal: request.signal });
  if (request.signal.aborted) return ok({});
  const messages = takeMessages(world, subscription, max);
  if (messages.length === 0) return ok({});
  return ok({ receivedMessages: messages.map((message) => showMessage(message)) });
}

export function answerAcknowledge(
  world: World,
  subscription: Subscription,
  request: FakeRequest,
): FakeAnswer {
  const ackIds = readAckIds(request);
  if (ackIds === undefined) return noAckIds();
  acknowledge(world, subscription, ackIds);
  return ok({});
}

export function modifyAckDeadline(
  world: World,
  subscription: Subscription,
  request: FakeRequest,
): FakeAnswer {
  const ackIds = readAckIds(request);
  const seconds = Number(readBody(request)["ackDeadlineSeconds"] ?? 0);
  if (ackIds === undefined) return noAckIds();
  if (!(seconds >= 0 && seconds <= MAX_DEADLINE_SECONDS)) {
    return pubsubError(
      400,
      "INVALID_ARGUMENT",
      `Invalid ack deadline given: ${seconds}. Valid range is [0, 600].`,
    );
  }
  moveDeadline(world, subscription, { ackIds, seconds });
  return ok({});
}

function readAckIds(request: FakeRequest): readonly string[] | undefined {
  const { ackIds } = readBody(request) as { ackIds?: unknown };
  if (!Array.isArray(ackIds) || ackIds.length === 0 || ackIds.includes("")) return undefined;
  return ackIds.map(String);
}

function noAckIds(): FakeAnswer {
  return pubsubError(400, "INVALID_ARGUMENT", "No ack ids specified.");
}

function show({ name, topic, settings, ackDeadlineSeconds, pushConfig }: Subscription): object {
  return { ...settings, name, topic, pushConfig, ackDeadlineSeconds, state: "ACTIVE" };
}

function showMessage({ ackId, data, messageId, publishTime, attributes }: QueuedMessage): unknown {
  return { ackId, message: { data, messageId, publishTime, ...(attributes && { attributes }) } };
}

/** `{ minimumBackoff: "10s", maximumBackoff: "600s" }` */
function readBackoff(policy: unknown): Subscription["backoffMs"] {
  if (typeof policy !== "object" || policy === null) return undefined;
  const { minimumBackoff = "10s", maximumBackoff = "600s" } = policy as Record<string, string>;
  return {
    min: Number.parseFloat(minimumBackoff) * 1_000,
    max: Number.parseFloat(maximumBackoff) * 1_000,
  };
}

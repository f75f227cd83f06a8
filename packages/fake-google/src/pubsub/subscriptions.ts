// Subscriptions: create, get, change, delete.
import { type FakeAnswer, ok, pubsubError } from "../http/answer.ts";
import { type FakeRequest, readBody } from "../http/route.ts";
import type { World } from "../world.ts";
import { alreadyExists, invalidName, isName, missing } from "./names.ts";
import { startPushing } from "./push.ts";
import type { PushConfig, Subscription } from "./state.ts";

const DEFAULT_DEADLINE_SECONDS = 10;
export const MAX_DEADLINE_SECONDS = 600;
/** What a subscription has that was created without: it ends after 31 idle days. */
const DEFAULTS = { messageRetentionDuration: "604800s", expirationPolicy: { ttl: "2678400s" } };

export function createSubscription(world: World, request: FakeRequest): FakeAnswer {
  const { pubsub } = world;
  const name = request.params["name"] ?? "";
  const body = readBody(request);
  const topic = String(body["topic"] ?? "");
  const seconds = Number(body["ackDeadlineSeconds"] ?? 0) || DEFAULT_DEADLINE_SECONDS;
  if (!isName(name)) return invalidName(name);
  if (pubsub.subscriptions.has(name)) return alreadyExists(name);
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

function show({ name, topic, settings, ackDeadlineSeconds, pushConfig }: Subscription): object {
  return { ...settings, name, topic, pushConfig, ackDeadlineSeconds, state: "ACTIVE" };
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

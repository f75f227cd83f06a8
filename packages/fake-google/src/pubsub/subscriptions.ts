// Subscriptions: create, get, change, delete.

import { request as post } from "node:http";
import { type FakeAnswer, ok, pubsubError } from "../http/answer.ts";
import { type FakeRequest, readBody } from "../http/route.ts";
import { signIdentity } from "../oauth/keys.ts";
import type { World } from "../world.ts";
import { acknowledge, takeMessages, waitForMessage } from "./hand-out.ts";
import { alreadyExists, invalidName, isName, missing } from "./names.ts";
import {
  type PushConfig,
  type QueuedMessage,
  type Subscription,
  waitForChange,
  wake,
} from "./state.ts";

const DEFAULT_DEADLINE_SECONDS = 10;

const MAX_DEADLINE_SECONDS = 600;

/** The default of a subscription: it expires after 31 idle days. */
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

/** Runs if the subscription exists. */
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

/** An empty configuration makes it a pull subscription. */
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

/** Pub/Sub takes only these five as an acknowledgment. */
const ACKNOWLEDGING = [102, 200, 201, 202, 204];

const MAX_WINDOW = 64;

const IDLE_MS = 60_000;

/** Ends the pushing of an earlier configuration. */
function startPushing(world: World, subscription: Subscription): void {
  subscription.pushing?.abort();
  subscription.pushing = undefined;
  wake(subscription);
  const endpoint = subscription.pushConfig.pushEndpoint;
  if (endpoint === undefined) return;
  subscription.pushing = new AbortController();
  const signal = AbortSignal.any([subscription.pushing.signal, world.closed]);
  void keepPushing(world, subscription, { endpoint, signal });
}

interface PushRun {
  readonly endpoint: string;
  readonly signal: AbortSignal;
}

async function keepPushing(world: World, subscription: Subscription, run: PushRun): Promise<void> {
  const { signal } = run;
  const flow = { window: 1, open: 0 };
  signal.addEventListener("abort", () => wake(subscription), { once: true });
  while (!signal.aborted) {
    if (flow.open >= flow.window) {
      await waitForChange(subscription);
      continue;
    }
    const [message] = takeMessages(world, subscription, 1);
    if (message === undefined) {
      await waitForMessage(world, subscription, { timeoutMs: IDLE_MS, signal });
      continue;
    }
    flow.open += 1;
    void pushOne(world, subscription, { ...run, message }).then((isTaken) => {
      flow.open -= 1;
      flow.window = isTaken ? Math.min(flow.window * 2, MAX_WINDOW) : Math.ceil(flow.window / 2);
      wake(subscription);
    });
  }
}

/** A message that is not accepted is repeated after a wait that doubles. */
async function pushOne(
  world: World,
  subscription: Subscription,
  { message, endpoint, signal }: PushRun & { readonly message: QueuedMessage },
): Promise<boolean> {
  const { ackId, attempts } = message;
  subscription.counts.pushes += 1;
  const status = await send(world, subscription, { message, endpoint, signal });
  if (ackId !== undefined && ACKNOWLEDGING.includes(status)) {
    acknowledge(world, subscription, [ackId]);
    return true;
  }
  const { min, max } = subscription.backoffMs ?? world.settings.pushBackoffMs;
  message.heldUntil = world.clock.now() + Math.min(min * 2 ** (attempts - 1), max);
  return false;
}

/** @returns the status; 0 if there was no response before the deadline */
async function send(
  world: World,
  subscription: Subscription,
  { message, endpoint, signal }: PushRun & { readonly message: QueuedMessage },
): Promise<number> {
  const target = targetOf(world, endpoint);
  if (target === undefined) return 0;
  const ended = new AbortController();
  const deadline = AbortSignal.any([signal, ended.signal]);
  const headers = headersOf(world, subscription, endpoint);
  const status = new Promise<number>((resolve) => {
    const outgoing = post(target, { method: "POST", headers, agent: false });
    outgoing.on("information", ({ statusCode }) => resolve(statusCode === 102 ? statusCode : 0));
    outgoing.on("response", (incoming) => {
      incoming.resume();
      resolve(incoming.statusCode ?? 0);
    });
    outgoing.on("error", () => resolve(0));
    void world.clock.wait(subscription.ackDeadlineSeconds * 1_000, deadline).then(() => {
      outgoing.destroy();
      resolve(0);
    });
    outgoing.end(bodyOf(subscription, message));
  });
  const result = await status;
  // The connection of a response is closed with it.
  if (result === 0) ended.abort();
  return result;
}

/** Never sends to another machine. */
function targetOf({ pubsub }: World, endpoint: string): URL | undefined {
  const tunnel = [...pubsub.tunnels].find(([from]) => endpoint.startsWith(from));
  const address = tunnel === undefined ? endpoint : endpoint.replace(tunnel[0], () => tunnel[1]);
  if (!URL.canParse(address)) return undefined;
  const target = new URL(address);
  return ["127.0.0.1", "localhost"].includes(target.hostname) ? target : undefined;
}

function headersOf(
  world: World,
  { pushConfig }: Subscription,
  endpoint: string,
): Record<string, string> {
  const { oidcToken } = pushConfig;
  const headers = {
    "content-type": "application/json",
    "user-agent": "CloudPubSub-Google",
    from: "noreply@google.com",
  };
  if (oidcToken === undefined) return headers;
  const { serviceAccountEmail: email = "", audience = endpoint } = oidcToken;
  return { ...headers, authorization: `Bearer ${signIdentity(world, { email, audience })}` };
}

/** Both spellings, as Google sends them. */
function bodyOf({ name }: Subscription, message: QueuedMessage): string {
  const { data, messageId, publishTime, attempts } = message;
  return JSON.stringify({
    message: {
      data,
      messageId,
      message_id: messageId,
      publishTime,
      publish_time: publishTime,
    },
    subscription: name,
    ...(attempts > 1 && { deliveryAttempt: attempts }),
  });
}

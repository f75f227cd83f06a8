// Options → Gmail, Pub/Sub, and the login and token service as one local server, and the test API of each.
import { createClock, type FakeClock } from "./clock.ts";
import { controlRoutes } from "./control-routes.ts";
import { createGmailApi, type GmailApi } from "./gmail/api.ts";
import { gmailRoutes } from "./gmail/routes.ts";
import { type FakeAnswer, ok, pubsubError } from "./http/answer.ts";
import { type Fault, type FaultMatcher, type PlannedFault, planFault } from "./http/faults.ts";
import { type FakeRequest, type Route, readBody } from "./http/route.ts";
import { type LoggedRequest, serve } from "./http/serve.ts";
import { createOauthApi, type OauthApi } from "./oauth/api.ts";
import { checkBearer } from "./oauth/check-bearer.ts";
import { oauthRoutes } from "./oauth/routes.ts";
import { createPubsubApi, type PubsubApi } from "./pubsub/api.ts";
import { acknowledge, takeMessages, waitForMessage } from "./pubsub/hand-out.ts";
import { alreadyExists, invalidName, isName, missing } from "./pubsub/names.ts";
import { EMPTY_POLICY, setPolicy } from "./pubsub/policy.ts";
import type { QueuedMessage, Subscription, Topic } from "./pubsub/state.ts";
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  modifyPushConfig,
  withSubscription,
} from "./pubsub/subscriptions.ts";
import { DEFAULT_SETTINGS, type FakeSettings } from "./settings.ts";
import { createWorld, type World } from "./world.ts";

export interface FakeGoogleOptions extends Partial<FakeSettings> {
  /** Default 0: any free port of 127.0.0.1. */
  readonly port?: number;
  /** How many times faster than real time the servers run; default 1. */
  readonly speed?: number;
  /** For gaps in the history, ids and delays. */
  readonly seed?: number;
}

export interface FakeGoogle {
  /** One address for all services: their paths differ. */
  readonly url: string;
  /** The environment that points our commands here. */
  readonly environment: Readonly<Record<string, string>>;
  readonly gmail: GmailApi;
  readonly pubsub: PubsubApi;
  readonly oauth: OauthApi;
  readonly clock: FakeClock;
  /** May be changed at any time. */
  readonly settings: FakeSettings;
  /** Every request in the order in which it came, with headers and body. */
  readonly requests: LoggedRequest[];
  /** The next matching requests fail in this way. */
  readonly failNext: (matcher: FaultMatcher, fault: Fault) => void;
  readonly close: () => Promise<void>;
}

export async function startFakeGoogle(options: FakeGoogleOptions = {}): Promise<FakeGoogle> {
  const { port = 0, speed = 1, seed = 1, ...changes } = options;
  const clock = createClock(speed);
  const settings: FakeSettings = { ...DEFAULT_SETTINGS, ...changes };
  const closed = new AbortController();
  const world = createWorld({ clock, seed, settings, closed: closed.signal });
  const requests: LoggedRequest[] = [];
  const faults: PlannedFault[] = [];
  const controls = {
    gmail: createGmailApi(world),
    pubsub: createPubsubApi(world),
    oauth: createOauthApi(world),
    clock,
    settings,
    requests,
    failNext: (matcher: FaultMatcher, fault: Fault): void => {
      faults.push(planFault(matcher, fault));
    },
  };
  const routes = [
    ...gmailRoutes(world),
    ...pubsubRoutes(world),
    ...oauthRoutes(world),
    ...controlRoutes(controls),
  ];
  const { url, close } = await serve({ port, clock, routes, faults, log: requests, closed });
  return {
    ...controls,
    url,
    environment: {
      HOOKWRIGHT_GMAIL_URL: url,
      HOOKWRIGHT_PUBSUB_URL: url,
      HOOKWRIGHT_OAUTH_URL: url,
      HOOKWRIGHT_KEYS_URL: `${url}/oauth2/v3/certs`,
    },
    close,
  };
}

type TopicAnswer = (world: World, topic: Topic, request: FakeRequest) => FakeAnswer;

/** Topics: create, get, delete. */
function createTopic({ pubsub }: World, { params }: FakeRequest): FakeAnswer {
  const name = params["name"] ?? "";
  if (!isName(name)) return invalidName(name);
  if (pubsub.topics.has(name)) return alreadyExists(name);
  pubsub.topics.set(name, { name, policy: EMPTY_POLICY, watchesUntilGrant: undefined });
  return ok({ name });
}

/** Runs if the topic exists. */
function withTopic(world: World, request: FakeRequest, answer: TopicAnswer): FakeAnswer {
  const name = request.params["name"] ?? "";
  const topic = world.pubsub.topics.get(name);
  return topic === undefined ? missing(name) : answer(world, topic, request);
}

function listSubscriptions({ pubsub }: World, { name }: Topic): FakeAnswer {
  const all = [...pubsub.subscriptions.values()].filter(({ topic }) => topic === name);
  return ok(all.length === 0 ? {} : { subscriptions: all.map((one) => one.name) });
}

/** Subscriptions remain, and name a topic that no longer exists. */
function deleteTopic({ pubsub }: World, { name }: Topic): FakeAnswer {
  pubsub.topics.delete(name);
  return ok({});
}

const SCOPES = [
  "https://www.googleapis.com/auth/pubsub",
  "https://www.googleapis.com/auth/cloud-platform",
];

type Answer = (world: World, request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;

const TOPIC: readonly (readonly [string, string, Answer])[] = [
  ["PUT", "", createTopic],
  ["GET", "", (world, request) => withTopic(world, request, (_, { name }) => ok({ name }))],
  ["GET", "/subscriptions", (world, request) => withTopic(world, request, listSubscriptions)],
  ["DELETE", "", (world, request) => withTopic(world, request, deleteTopic)],
  [
    "GET",
    ":getIamPolicy",
    (world, request) => withTopic(world, request, (_, { policy }) => ok(policy)),
  ],
  ["POST", ":setIamPolicy", (world, request) => withTopic(world, request, setPolicy)],
];

const SUBSCRIPTION: readonly (readonly [string, string, Answer])[] = [
  ["PUT", "", createSubscription],
  ["GET", "", (world, request) => withSubscription(world, request, getSubscription)],
  ["DELETE", "", (world, request) => withSubscription(world, request, deleteSubscription)],
  ["POST", ":pull", (world, request) => withSubscription(world, request, pull)],
  ["POST", ":acknowledge", (world, request) => withSubscription(world, request, answerAcknowledge)],
  [
    "POST",
    ":modifyPushConfig",
    (world, request) => withSubscription(world, request, modifyPushConfig),
  ],
];

/** The paths of Pub/Sub, behind a token of its scope. */
function pubsubRoutes(world: World): readonly Route[] {
  return [
    ...TOPIC.map((row) => createRoute(world, "topics", row)),
    ...SUBSCRIPTION.map((row) => createRoute(world, "subscriptions", row)),
  ];
}

function createRoute(
  world: World,
  collection: string,
  [method, action, answer]: readonly [string, string, Answer],
): Route {
  return {
    service: "pubsub",
    method,
    path: new RegExp(`^/v1/(?<name>projects/[^/]+/${collection}/[^/:]+)${action}$`),
    answer: (request) => refuse(world, request) ?? answer(world, request),
  };
}

function refuse(world: World, request: FakeRequest): FakeAnswer | undefined {
  const bearer = checkBearer(world, request, SCOPES);
  if (bearer.ok) return undefined;
  return bearer.reason === "scope"
    ? pubsubError(403, "PERMISSION_DENIED", "Request had insufficient authentication scopes.")
    : pubsubError(
        401,
        "UNAUTHENTICATED",
        "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.",
      );
}

/** Waits for the first message, and responds without one after the time. */
async function pull(
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

function answerAcknowledge(
  world: World,
  subscription: Subscription,
  request: FakeRequest,
): FakeAnswer {
  const { ackIds } = readBody(request) as { ackIds?: unknown };
  if (!Array.isArray(ackIds) || ackIds.length === 0 || ackIds.includes("")) {
    return pubsubError(400, "INVALID_ARGUMENT", "No ack ids specified.");
  }
  acknowledge(world, subscription, ackIds.map(String));
  return ok({});
}

function showMessage({ ackId, data, messageId, publishTime }: QueuedMessage): unknown {
  return { ackId, message: { data, messageId, publishTime } };
}

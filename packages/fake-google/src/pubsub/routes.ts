// The paths of Pub/Sub, behind a token of its scope.
import { type FakeAnswer, ok, pubsubError } from "../http/answer.ts";
import type { FakeRequest, Route } from "../http/route.ts";
import { checkBearer } from "../oauth/check-bearer.ts";
import type { World } from "../world.ts";
import { answerAcknowledge, modifyAckDeadline, pull } from "./messages.ts";
import { setPolicy } from "./policy.ts";
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  modifyPushConfig,
  withSubscription,
} from "./subscriptions.ts";
import { createTopic, deleteTopic, listSubscriptions, withTopic } from "./topics.ts";

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
    ":modifyAckDeadline",
    (world, request) => withSubscription(world, request, modifyAckDeadline),
  ],
  [
    "POST",
    ":modifyPushConfig",
    (world, request) => withSubscription(world, request, modifyPushConfig),
  ],
];

export function pubsubRoutes(world: World): readonly Route[] {
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

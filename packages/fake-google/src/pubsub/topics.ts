// Topics: create, get, delete.
import { type FakeAnswer, ok, pubsubError } from "../http/answer.ts";
import type { FakeRequest } from "../http/route.ts";
import type { World } from "../world.ts";
import { EMPTY_POLICY } from "./policy.ts";
import type { Topic } from "./state.ts";

const NAME = /^projects\/[^/]+\/(?:topics|subscriptions)\/(?!goog)[A-Za-z][\w.~+%-]{2,254}$/;

export type TopicAnswer = (world: World, topic: Topic, request: FakeRequest) => FakeAnswer;

export function createTopic({ pubsub }: World, { params }: FakeRequest): FakeAnswer {
  const name = params["name"] ?? "";
  if (!isName(name)) return invalidName(name);
  if (pubsub.topics.has(name)) {
    return pubsubError(
      409,
      "ALREADY_EXISTS",
      `Resource already exists in the project (resource=${lastOf(name)}).`,
    );
  }
  pubsub.topics.set(name, { name, policy: EMPTY_POLICY, grantedAt: undefined });
  return ok({ name });
}

/** Runs for a topic that exists. */
export function withTopic(world: World, request: FakeRequest, answer: TopicAnswer): FakeAnswer {
  const name = request.params["name"] ?? "";
  const topic = world.pubsub.topics.get(name);
  return topic === undefined ? missing(name) : answer(world, topic, request);
}

export function listSubscriptions({ pubsub }: World, { name }: Topic): FakeAnswer {
  const all = [...pubsub.subscriptions.values()].filter(({ topic }) => topic === name);
  return ok(all.length === 0 ? {} : { subscriptions: all.map((one) => one.name) });
}

/** Subscriptions stay, and name a topic that is not there. */
export function deleteTopic({ pubsub }: World, { name }: Topic): FakeAnswer {
  pubsub.topics.delete(name);
  return ok({});
}

export function isName(name: string): boolean {
  return NAME.test(name);
}

export function invalidName(name: string): FakeAnswer {
  return pubsubError(
    400,
    "INVALID_ARGUMENT",
    `Invalid resource name given (name=${name}). Refer to https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names for more information.`,
  );
}

export function missing(name: string): FakeAnswer {
  return pubsubError(404, "NOT_FOUND", `Resource not found (resource=${lastOf(name)}).`);
}

export function lastOf(name: string): string {
  return name.split("/").at(-1) ?? name;
}

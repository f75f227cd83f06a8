// Topics: create, get, delete.
import { type FakeAnswer, ok } from "../http/answer.ts";
import type { FakeRequest } from "../http/route.ts";
import type { World } from "../world.ts";
import { alreadyExists, invalidName, isName, missing } from "./names.ts";
import { EMPTY_POLICY } from "./policy.ts";
import type { Topic } from "./state.ts";

export type TopicAnswer = (world: World, topic: Topic, request: FakeRequest) => FakeAnswer;

export function createTopic({ pubsub }: World, { params }: FakeRequest): FakeAnswer {
  const name = params["name"] ?? "";
  if (!isName(name)) return invalidName(name);
  if (pubsub.topics.has(name)) return alreadyExists(name);
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

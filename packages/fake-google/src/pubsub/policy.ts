// `getIamPolicy` and `setIamPolicy` of a topic, and whether Gmail may publish to it.
import { createHash } from "node:crypto";
import { type FakeAnswer, ok, pubsubError } from "../http/answer.ts";
import { type FakeRequest, readBody } from "../http/route.ts";
import type { World } from "../world.ts";
import type { Policy, Topic } from "./state.ts";

const PUBLISHER = "roles/pubsub.publisher";
const GMAIL = "serviceAccount:gmail-api-push@system.gserviceaccount.com";

export const EMPTY_POLICY: Policy = { etag: "ACAB" };

/** Replaces the whole policy. An outdated etag means a lost race. */
export function setPolicy(world: World, topic: Topic, request: FakeRequest): FakeAnswer {
  const { policy } = readBody(request) as { policy?: Partial<Policy> };
  if (policy === undefined) {
    return pubsubError(400, "INVALID_ARGUMENT", "You have not specified a policy.");
  }
  if (policy.etag !== undefined && policy.etag !== topic.policy.etag) {
    return pubsubError(
      409,
      "ABORTED",
      "There were concurrent policy changes. Please retry the whole read-modify-write with exponential backoff.",
    );
  }
  const { bindings = [] } = policy;
  const text = JSON.stringify([topic.policy.etag, bindings]);
  const etag = createHash("sha256").update(text).digest("base64").slice(0, 12);
  topic.policy = { version: 1, bindings, etag };
  const isGranted = bindings.some(
    ({ role, members }) => role === PUBLISHER && members.includes(GMAIL),
  );
  if (!isGranted) topic.watchesUntilGrant = undefined;
  else topic.watchesUntilGrant ??= world.settings.watchesUntilGrant;
  return ok(topic.policy);
}

/** Each call counts as one watch. */
export function mayGmailPublish(topic: Topic): boolean {
  if (topic.watchesUntilGrant === undefined) return false;
  if (topic.watchesUntilGrant === 0) return true;
  topic.watchesUntilGrant -= 1;
  return false;
}

// `watch` and `stop`: a topic that Gmail may publish to → notifications until the watch ends.
import { type FakeAnswer, gmailError, ok } from "../http/answer.ts";
import { type FakeRequest, readBody } from "../http/route.ts";
import { mayGmailPublish } from "../pubsub/policy.ts";
import type { World } from "../world.ts";
import { invalidArgument } from "./errors.ts";
import { visibleHead } from "./history.ts";
import type { Watch } from "./mailbox.ts";
import { sendNotification } from "./notify.ts";

export function answerWatch(world: World, request: FakeRequest): FakeAnswer {
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

export function answerStop({ mailbox }: World): FakeAnswer {
  mailbox.watch = undefined;
  return { status: 204 };
}

/** Gmail tries the topic before it answers. */
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
  if (mayGmailPublish(found, world.clock.now())) return undefined;
  return gmailError({
    code: 403,
    reason: "forbidden",
    message: `${failed}User not authorized to perform this action.`,
    status: "PERMISSION_DENIED",
  });
}

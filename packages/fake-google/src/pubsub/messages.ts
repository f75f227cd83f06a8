// The messages of a subscription: pull, acknowledge, change the deadline.
import { type FakeAnswer, ok, pubsubError } from "../http/answer.ts";
import { type FakeRequest, readBody } from "../http/route.ts";
import type { World } from "../world.ts";
import { acknowledge, moveDeadline, takeMessages, waitForMessage } from "./hand-out.ts";
import type { QueuedMessage, Subscription } from "./state.ts";
import { MAX_DEADLINE_SECONDS } from "./subscriptions.ts";

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

function showMessage({ ackId, data, messageId, publishTime, attributes }: QueuedMessage): unknown {
  return { ackId, message: { data, messageId, publishTime, ...(attributes && { attributes }) } };
}

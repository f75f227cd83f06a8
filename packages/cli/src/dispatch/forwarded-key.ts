// The context of a dispatch → the Idempotency-Key under which the next gateway gets the action.
import { createHash } from "node:crypto";
import type { DispatchContext } from "@hookwright/core/ingress";

/** What gateways accept. */
const MAX_KEY_CHARACTERS = 256;

/**
 * The sender's own key, else the id of a delivery header, so that a sender that tries again does not
 * start a second run. An id from a body is not used: anybody may write it, and the event after it
 * would be lost. The elements of a batch share one request, so each adds its index.
 */
export function forwardedKey(
  context: Pick<
    DispatchContext,
    "runId" | "idempotencyKey" | "deliveryId" | "deliveryIdFrom" | "index"
  >,
): string {
  const { idempotencyKey, deliveryId, deliveryIdFrom, index } = context;
  const key = idempotencyKey ?? (deliveryIdFrom === "header" ? deliveryId : undefined);
  if (key === undefined) return context.runId;
  if (index === undefined) return key;
  const element = `${key}:${index}`;
  if (element.length <= MAX_KEY_CHARACTERS) return element;
  return createHash("sha256").update(element).digest("hex");
}

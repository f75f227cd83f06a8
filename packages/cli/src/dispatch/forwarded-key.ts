// The context of a dispatch → the Idempotency-Key under which the next gateway gets the action.
import { createHash } from "node:crypto";
import type { DispatchContext } from "@hookwright/core/ingress";

/** What gateways accept. */
const MAX_KEY_CHARACTERS = 256;

/**
 * The sender's own key, else the id of a delivery header, so that a sender that tries again does not
 * start a second run. An id from a body is not used: anybody may write it, and the event after it
 * would be lost.
 */
export function forwardedKey(
  context: Pick<
    DispatchContext,
    "runId" | "idempotencyKey" | "deliveryId" | "deliveryIdFrom" | "index"
  >,
): string {
  const { idempotencyKey, deliveryId, deliveryIdFrom, index } = context;
  const element = idempotencyKey ?? elementKey({ deliveryId, deliveryIdFrom, index });
  if (element === undefined) return context.runId;
  if (element.length <= MAX_KEY_CHARACTERS) return element;
  return createHash("sha256").update(element).digest("hex");
}

/** The elements of a batch share one delivery, so each adds its index; their own keys have it already. */
function elementKey({
  deliveryId,
  deliveryIdFrom,
  index,
}: Pick<DispatchContext, "deliveryId" | "deliveryIdFrom" | "index">): string | undefined {
  if (deliveryId === undefined || deliveryIdFrom !== "header") return undefined;
  return index === undefined ? deliveryId : `${deliveryId}:${index}`;
}

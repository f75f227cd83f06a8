// STAND-IN until plan/ has the effects of a dead delivery.
import type { Effect } from "../model/effects.ts";
import type { DeliveryRecord } from "../model/records.ts";
import type { DeliveryChange } from "./after-send.ts";
import type { EngineState } from "./state.ts";

export function effectsOfDeadDelivery(
  delivery: DeliveryRecord,
  change: DeliveryChange & { readonly code: string; readonly reason: string },
  state: EngineState,
): Effect[] {
  const effects: Effect[] = [{ kind: "delivery-change", id: delivery.id, change }];
  if (delivery.runId === undefined) return effects;
  const run = state.ledger.run(delivery.runId);
  effects.push({
    kind: "event",
    event: {
      id: state.randomId(),
      agentId: delivery.agentId,
      at: state.clock(),
      origin: "delivery",
      runId: delivery.runId,
      title: `Hook ${run?.action.name ?? ""} (undelivered)`,
      parts: [{ kind: "trusted", text: `${delivery.channel}: ${change.reason}` }],
      tainted: false,
    },
  });
  return effects;
}

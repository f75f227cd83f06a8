// A list of effects → changes of the tables, within one transaction.
import type { Effect } from "../model/effects.ts";
import { addDelivery, changeDelivery } from "./tables/deliveries.ts";
import { addEvent, endEvents, giveEventsBack } from "./tables/events.ts";
import { endHeartbeat, requestHeartbeat } from "./tables/heartbeats.ts";
import { addRun, endTry, markCalled } from "./tables/runs.ts";
import { addTurn } from "./tables/sessions.ts";
import type { Store } from "./tables/store.ts";

export function commitEffects(store: Store, effects: readonly Effect[]): void {
  const asking = effects.flatMap((effect) =>
    effect.kind === "heartbeat-request" ? [effect.agentId] : [],
  );
  // Which events ask for a turn at once is known from the request beside them.
  const askedNow = new Set(asking);
  for (const effect of effects) apply(store, effect, askedNow);
}

function apply(store: Store, effect: Effect, askedNow: ReadonlySet<string>): void {
  switch (effect.kind) {
    case "run":
      endTry(store, effect);
      break;
    case "run-called":
      markCalled(store, effect);
      break;
    case "run-added":
      addRun(store, effect.run);
      break;
    case "history":
      addTurn(store, effect);
      break;
    case "event": {
      const options = {
        askedNow: askedNow.has(effect.event.agentId),
        beyondBound: "count",
      } as const;
      addEvent(store, effect.event, options);
      break;
    }
    case "events-done":
      endEvents(store, effect.turnId);
      break;
    case "events-back":
      giveEventsBack(store, effect.turnId);
      break;
    case "heartbeat-request":
      requestHeartbeat(store, effect);
      break;
    case "heartbeat":
      endHeartbeat(store, effect);
      break;
    case "delivery":
      addDelivery(store, effect.delivery);
      break;
    case "delivery-change":
      changeDelivery(store, effect);
      break;
  }
}

// Windows whose time has come → runs, events and deliveries that may start.
import { joinWindow } from "../plan/coalesce.ts";
import { endUnconfigured } from "./recover.ts";
import { type EngineState, senders } from "./state.ts";

/** All that are due, or that of one entry. */
export async function closeWindows(state: EngineState, entryId?: string): Promise<void> {
  const { ledger, live, clock, randomId } = state;
  const { settings, channels } = live;
  let hasLostChannel = false;
  for (;;) {
    const now = clock();
    const closed = await ledger.closeWindows({
      now,
      ...(entryId !== undefined && { entryId }),
      join: (window) => joinWindow(window, { settings, channels, randomId, now }),
    });
    hasLostChannel ||= closed.some(
      ({ entry }) => entry.kind === "delivery" && !senders(live).has(entry.delivery.channel),
    );
    if (closed.length === 0 || entryId !== undefined) break;
  }
  // A reload has taken the channel away while the window was open.
  if (hasLostChannel) await endUnconfigured(state);
}

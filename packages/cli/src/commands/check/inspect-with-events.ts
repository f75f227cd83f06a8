// A folder or file of events → a function that checks a config with them, or the reports of invalid events.
import type { HooksLoadOptions } from "@hookwright/config";
import { FIXED_PORTS } from "@hookwright/testing";
import { findInEvents } from "@hookwright/testing/findings";
import type { Io } from "../../io.ts";
import { refuseReports } from "../../output/problem-report.ts";
import { createProgress } from "../../output/progress.ts";
import { loadEvents } from "../diff/load-events.ts";

export type InspectResult =
  | { readonly ok: true; readonly inspect: NonNullable<HooksLoadOptions["inspect"]> }
  | { readonly ok: false };

export async function inspectWithEvents(
  path: string,
  { json, io }: { readonly json: boolean; readonly io: Io },
): Promise<InspectResult> {
  const loaded = await loadEvents(path);
  if (!loaded.ok) {
    refuseReports(loaded.reports, json, io);
    return { ok: false };
  }
  const events = loaded.events.map(({ event }) => event);
  return {
    ok: true,
    // The same clock each time: the same input gives the same report.
    inspect: async (config, options) => {
      const progress = createProgress("events", io);
      const found = await findInEvents(config, {
        events,
        compile: { ...options, ...FIXED_PORTS },
        onProgress: progress.step,
      });
      progress.end();
      return found;
    },
  };
}

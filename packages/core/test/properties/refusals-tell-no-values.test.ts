// Law: what a refusal tells the sender contains no value of the payload.
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileHooks } from "../../src/engine.ts";
import { runs } from "../runs.ts";
import { echoTransform, events, everyStage } from "./arbitraries.ts";

const hooks = compileHooks(everyStage, { transforms: echoTransform });

/** No sentence of ours contains it, so wherever it shows, it came from the payload. */
const SECRET = "5ecret-va1ue";

test("resolve() never puts a payload value into a refusal", async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(events, async (event) => {
      const payload = markValues(event.payload);
      const resolution = await hooks.resolve({ ...event, payload });
      if (resolution.outcome !== "refused") return;
      refused += 1;
      const { message, issues } = resolution.refusal;
      expect(JSON.stringify([message, issues])).not.toContain(SECRET);
    }),
    { numRuns: runs(1000) },
  );
  expect(refused).toBeGreaterThan(20);
});

function markValues(value: unknown): unknown {
  if (typeof value === "string") return `${value}${SECRET}`;
  if (Array.isArray(value)) return value.map(markValues);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, markValues(item)]));
}

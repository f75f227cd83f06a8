// Looks without notifications, and parts that run together.
import { expect, test } from "vitest";
import { createSkippingClock } from "../../test/support/skipping-clock.ts";
import type { LookResult } from "../model/trigger.ts";
import { lookRegularly, runTogether } from "./look-regularly.ts";

const LATER: LookResult = { ok: false, code: "later" };
const POSTED: LookResult = { ok: true, posted: 0 };

async function timesOf(results: readonly LookResult[]): Promise<readonly number[]> {
  const controller = new AbortController();
  const time = createSkippingClock(0);
  const times: number[] = [];
  const look = async (): Promise<LookResult> => {
    const result = results[times.length];
    if (result === undefined) {
      controller.abort();
      return POSTED;
    }
    times.push(Math.round(time.clock()));
    return result;
  };
  await lookRegularly(look, controller.signal, { time, everyMs: 300_000 });
  return times;
}

test("run 5: lookRegularly() looks at the start and every few minutes", async () => {
  expect(await timesOf([POSTED, POSTED, POSTED])).toEqual([0, 270_000, 540_000]);
});

test("run 6: lookRegularly() soon looks again after a look that was not finished", async () => {
  expect(await timesOf([LATER, LATER, POSTED, POSTED])).toEqual([0, 800, 2_400, 272_400]);
});

test.each(["needs_login", "stopped"] as const)("lookRegularly() ends after %s", async (code) => {
  expect(await timesOf([{ ok: false, code }, POSTED])).toEqual([0]);
});

test("runTogether() ends all parts when one ends, and gives what one throws", async () => {
  const untilAborted = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
  const { signal } = new AbortController();
  await runTogether([untilAborted, async () => undefined], signal);
  const defect = async (): Promise<void> => Promise.reject(new Error("defect"));
  await expect(runTogether([untilAborted, defect], signal)).rejects.toThrow("defect");
  const controller = new AbortController();
  const running = runTogether([untilAborted, untilAborted], controller.signal);
  controller.abort();
  await running;
});

// Loads that succeed, fail and overlap.
import { expect, test } from "vitest";
import { createGate, type Gate } from "../../../test/support/gate.ts";
import { createReloader, type Reloading } from "./create-reloader.ts";

function createCase() {
  const log: string[] = [];
  const gates: Gate[] = [];
  const results: Reloading<string>[] = [];
  const reloader = createReloader<string>({
    load: async () => {
      log.push("load");
      const gate = createGate();
      gates.push(gate);
      await gate.opened;
      const result = results.shift();
      if (result === undefined) throw new Error("no load");
      return result;
    },
    onSwap: (loaded) => log.push(`swap ${loaded}`),
    onProblem: (problems) => log.push(`problems ${problems.length}`),
    release: async (previous) => {
      log.push(`release ${previous}`);
    },
  });
  const good = (loaded: string): void => void results.push({ ok: true, loaded });
  const bad = (): void => void results.push({ ok: false, problems: [] });
  return { reloader, log, good, bad, gates };
}

test("createReloader() swaps a good load in and keeps it through a bad one", async () => {
  const { reloader, log, good, bad, gates } = createCase();
  for (const [index, load] of [() => good("a"), bad, () => good("b")].entries()) {
    load();
    const reloaded = reloader.reload();
    gates[index]?.open();
    expect(await reloaded).toBe(index !== 1);
  }
  expect(log).toEqual(["load", "swap a", "load", "problems 0", "load", "swap b", "release a"]);
});

test("createReloader() loads once more for all that comes while it loads", async () => {
  const { reloader, log, good, gates } = createCase();
  good("a");
  good("b");
  const first = reloader.reload();
  const second = reloader.reload();
  const third = reloader.reload();
  expect(second).toBe(third);
  gates[0]?.open();
  expect(await first).toBe(true);
  await Promise.resolve();
  expect(log).toEqual(["load", "swap a", "load"]);
  gates[1]?.open();
  expect(await third).toBe(true);
  expect(log.slice(3)).toEqual(["swap b", "release a"]);
});

test("createReloader() rejects where loading throws, and can load again", async () => {
  const { reloader, log, good, gates } = createCase();
  const failing = reloader.reload();
  const next = reloader.reload();
  gates[0]?.open();
  await expect(failing).rejects.toThrow("no load");
  good("a");
  gates[1]?.open();
  expect(await next).toBe(true);
  expect(log).toEqual(["load", "load", "swap a"]);
});

// Loads that succeed, fail and overlap.
import { expect, test } from "vitest";
import { createGate, type Gate } from "../../../../tools/test-support/gate.ts";
import { createReloader } from "./create-reloader.ts";

type Good = { readonly ok: true; readonly name: string };
type Bad = { readonly ok: false; readonly name: string };

const good = (name: string): Good => ({ ok: true, name });
const bad = (name: string): Bad => ({ ok: false, name });

function createCase(...results: readonly (Good | Bad)[]) {
  const log: string[] = [];
  const gates: Gate[] = [];
  const left = [...results];
  const reloader = createReloader<Good | Bad>({
    load: async () => {
      log.push("load");
      const gate = createGate();
      gates.push(gate);
      await gate.opened;
      const result = left.shift();
      if (result === undefined) throw new Error("no load");
      return result;
    },
    onLoaded: ({ name }) => log.push(`${name}, in use: ${reloader.current()?.name}`),
    release: async ({ name }) => {
      log.push(`release ${name}`);
    },
  });
  return { reloader, log, gates };
}

test("createReloader() puts a successful load into use and keeps it when the next one fails", async () => {
  const results = [bad("a"), good("b"), bad("c"), good("d")];
  const { reloader, log, gates } = createCase(...results);
  for (const [index, result] of results.entries()) {
    const reloaded = reloader.reload();
    gates[index]?.open();
    expect(await reloaded).toBe(result);
  }
  expect(log.filter((line) => line !== "load")).toEqual([
    "a, in use: undefined",
    "b, in use: b",
    "c, in use: b",
    "d, in use: d",
    "release b",
  ]);
});

test("createReloader() loads once more for all calls that come during a load", async () => {
  const { reloader, log, gates } = createCase(good("a"), good("b"));
  const first = reloader.reload();
  const second = reloader.reload();
  const third = reloader.reload();
  expect(second).toBe(third);
  gates[0]?.open();
  expect(await first).toEqual(good("a"));
  await Promise.resolve();
  expect(log).toEqual(["load", "a, in use: a", "load"]);
  gates[1]?.open();
  expect(await third).toEqual(good("b"));
  expect(log.slice(3)).toEqual(["b, in use: b", "release a"]);
});

test("createReloader() rejects if the load throws, and can load again", async () => {
  const { reloader, log, gates } = createCase();
  const failing = reloader.reload();
  const next = reloader.reload();
  gates[0]?.open();
  await expect(failing).rejects.toThrow("no load");
  gates[1]?.open();
  await expect(next).rejects.toThrow("no load");
  expect(log).toEqual(["load", "load"]);
});

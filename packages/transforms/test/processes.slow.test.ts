// Processes that a module starts end with its worker, and cannot hold up the module or the server.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isAlive } from "../../../tools/test-support/is-alive.ts";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import {
  callOf,
  configOf,
  contextOf,
  copyModules,
  failureOf,
  load,
} from "./support/load-modules.ts";

/** Enough for the start of a worker on a busy machine. */
const LATE = 2_000;
const LONG = { timeoutMs: 60_000 };

async function loadSpawner(output: "ignore" | (() => boolean) = "ignore") {
  const modules = configOf(["spawns.js"], { transforms: { workers: 1 } });
  const loaded = await load(copyModules("hostile"), modules, { output, loadTimeoutMs: 60_000 });
  const file = join(createTempDir(), "pid");
  const call = (payload: object, limit = LONG) =>
    callOf(loaded, "spawns.js")(contextOf({ file, ...payload }), limit);
  const started = (): number => {
    const pid = Number(readFileSync(file, "utf8"));
    onTestFinished(() => void (isAlive(pid) && process.kill(pid, "SIGKILL")));
    return pid;
  };
  return { loaded, call, started };
}

test.each([
  ["hangs", { timeoutMs: LATE }, /did not answer within/],
  ["spins", { timeoutMs: LATE }, /did not answer within/],
  ["exits", LONG, /ended its worker with exit code 4/],
])(
  "createTransformLoader() ends what a module started when it %s, and serves the next event",
  async (ending, limit, fails) => {
    const { call, started } = await loadSpawner();
    expect(await failureOf(call({ ending }, limit))).toMatch(fails);
    await expect.poll(() => isAlive(started())).toBe(false);
    expect(await call({ ending: "answers" })).toEqual({ message: "started" });
  },
);

test("createTransformLoader() ends what a module started when it is closed", async () => {
  const { loaded, call, started } = await loadSpawner();
  await call({ ending: "answers" });
  expect(isAlive(started())).toBe(true);
  await loaded.close(0);
  await expect.poll(() => isAlive(started())).toBe(false);
});

test("createTransformLoader() is not held up by a process of another group that has the pipes of a worker", async () => {
  const { loaded, call, started } = await loadSpawner(() => true);
  const failure = failureOf(call({ ending: "exits", detached: true }));
  expect(await failure).toMatch(/ended its worker with exit code 4/);
  const first = started();
  expect(await call({ ending: "answers", detached: true })).toEqual({ message: "started" });
  await loaded.close(0);
  expect([first, started()].map(isAlive)).toEqual([true, true]);
});

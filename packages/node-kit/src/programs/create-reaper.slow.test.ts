// Real processes that are killed while their workers run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { isAlive } from "../../../../tools/test-support/is-alive.ts";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { createReaper } from "./create-reaper.ts";
import { killGroup } from "./groups.ts";

/** Starts a process that starts another one and spins, has it watched, prints both ids, and waits. */
const SERVER = `
  import { spawn } from "node:child_process";
  import { createReaper } from "./reaper.mjs";
  const reaper = createReaper();
  const code = \`
    const { spawn } = require("node:child_process");
    const { pid } = spawn(process.execPath, ["-e", "for (;;);"]);
    require("node:fs").writeSync(1, process.pid + " " + pid);
    for (;;);\`;
  const stdio = ["ignore", "inherit", "ignore"];
  const spinning = spawn(process.execPath, ["-e", code], { stdio, detached: true });
  reaper.watch(spinning.pid);
  setInterval(() => undefined, 1_000);`;

test("createReaper() minds no program that was never started, and none that is released twice", async () => {
  const reaper = createReaper();
  reaper.watch(undefined)();
  const program = spawn("/bin/sh", ["-c", "sleep 600"], { detached: true, stdio: "ignore" });
  const release = reaper.watch(program.pid);
  release();
  release();
  expect(isAlive(program.pid as number)).toBe(true);
  killGroup(program.pid);
  killGroup(undefined);
  await once(program, "exit");
});

test("createReaper() ends the spinning workers of a process that is killed, and what they started", async () => {
  const dir = createTempDir({ "server.mjs": SERVER });
  await build({
    entryPoints: [fileURLToPath(new URL("create-reaper.ts", import.meta.url))],
    outfile: join(dir, "reaper.mjs"),
    format: "esm",
  });
  const server = spawn(process.execPath, [join(dir, "server.mjs")]);
  onTestFinished(() => void server.kill("SIGKILL"));
  const [printed] = (await once(server.stdout, "data")) as [Buffer];
  const pids = printed.toString().split(" ").map(Number);
  expect(pids.map(isAlive)).toEqual([true, true]);
  server.kill("SIGKILL");
  await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
});

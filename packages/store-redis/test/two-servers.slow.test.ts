// Two servers on one Redis, short: `bench/soak/two-servers.mjs` is the long form.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { noProgram, skipTitle } from "../../../tools/test-support/skip-title.mjs";

const noRedis = noProgram("redis-server");

const execute = promisify(execFile);
const script = fileURLToPath(new URL("../../../bench/soak/two-servers.mjs", import.meta.url));

interface Result {
  readonly dispatched: number;
  readonly lost: number;
  readonly twice: number;
  readonly inProgressAtKill: number;
}

/** Claims last two seconds, so that those of a killed server are free again within the test. */
async function run(events: number, mode: "calm" | "kill"): Promise<Result> {
  const { stdout } = await execute(process.execPath, [script, String(events), "1000", mode]);
  return JSON.parse(stdout) as Result;
}

test.skipIf(noRedis !== undefined)(
  skipTitle(
    "two servers dispatch each event once, however often and to whom it is delivered",
    noRedis,
  ),
  async () => {
    expect(await run(100, "calm")).toMatchObject({ dispatched: 100, lost: 0, twice: 0 });
  },
  60_000,
);

test.skipIf(noRedis !== undefined)(
  skipTitle("two servers lose nothing where one is killed and Redis is restarted", noRedis),
  async () => {
    const { lost, twice, inProgressAtKill } = await run(100, "kill");
    expect(lost).toBe(0);
    expect(twice).toBeLessThanOrEqual(inProgressAtKill);
  },
  60_000,
);

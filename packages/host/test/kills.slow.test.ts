// The short forms of the soaks that kill processes, and need the built package.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Many processes start one after the other. */
const forKills = { timeout: 300_000 };

async function runSoak(name: string, ...args: readonly string[]): Promise<string> {
  const script = fileURLToPath(new URL(`../../../bench/soak/${name}.mjs`, import.meta.url));
  return (await promisify(execFile)(process.execPath, [script, ...args])).stdout;
}

test("a host that is killed at each of its steps accounts for every accepted action", {
  ...forKills,
  tags: "REC-5",
}, async () => {
  expect(await runSoak("host-kills", "18", "4", "7")).toContain("every rule is kept");
});

test("a host that is killed beside failing platforms accounts for every part on every channel", {
  ...forKills,
  tags: ["REC-5", "DEL-13"],
}, async () => {
  expect(await runSoak("channel-kills", "4", "7")).toContain("every promise is kept");
});

test("a host that is killed while events are joined has each of them in one run", {
  ...forKills,
  tags: ["REC-1", "REC-5"],
}, async () => {
  expect(await runSoak("burst-kills", "4", "200", "20", "7")).toContain(
    "every event is in one run",
  );
});

test("a host with a command runner that is killed leaves no two agents of one session alive", {
  ...forKills,
  tags: "REC-3",
}, async () => {
  expect(await runSoak("runner-kills", "3", "7")).toContain("alive at the same time: 0\n");
});

test("a standby takes over from a process that is killed or stopped, and no run is lost or alive twice", {
  ...forKills,
  tags: ["REC-1", "REC-2", "REC-3"],
}, async () => {
  expect(await runSoak("standby-kills", "1", "1", "7")).toContain("Every promise is kept.");
});

test("a ledger whose process is killed has all that was confirmed, once and in order", {
  ...forKills,
  tags: ["REC-1", "REC-5"],
}, async () => {
  const stdout = await runSoak("ledger-kills", "8");
  expect(stdout).toMatch(/^Kills: 8, /);
  expect(stdout.match(/^ {2}.*: \d+$/gm)).toHaveLength(8);
  expect(stdout.match(/^ {2}.*: [1-9]\d*$/gm)).toBeNull();
});

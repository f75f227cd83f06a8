// What stop takes back, and what it leaves.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { StopOptions } from "../../src/setup/stop-gmail.ts";
import { stopGmail } from "../../src/setup/stop-gmail.ts";
import { createTestClock } from "../support/test-clock.ts";
import { ACCOUNT, type Bench, startBench } from "./start-setup.ts";

function stop(bench: Bench, changes: Partial<StopOptions> = {}) {
  const { stateFolder, configPath, urls } = bench;
  return stopGmail({
    account: ACCOUNT,
    stateFolder,
    configPath,
    revoke: true,
    lockFile: async () => ({ ok: true, release: () => undefined }),
    urls,
    time: createTestClock({ start: Date.now() }),
    signal: new AbortController().signal,
    ...changes,
  });
}

const stateOf = ({ lines }: { lines: readonly { what: string; state: string }[] }) =>
  lines.map(({ what, state }) => `${what} ${state}`);

test("stopGmail() ends the notifications and keeps all else, unless it revokes", async () => {
  const bench = await startBench();
  await bench.setup();
  const kept = await stop(bench, { revoke: false });
  expect([kept.ok, stateOf(kept)]).toEqual([true, ["watch done"]]);
  expect(kept.remains[0]).toContain("run this again with --revoke");
  expect(bench.google.gmail.status().watch).toBeUndefined();
  const all = await stop(bench);
  expect(stateOf(all)).toEqual([
    "watch done",
    "subscription done",
    "topic done",
    "login done",
    "files done",
  ]);
  expect(existsSync(bench.accountFolder)).toBe(false);
  expect(bench.google.pubsub.status()).toEqual({});
  const revocation = bench.google.requests.find(({ path }) => path.startsWith("/revoke"));
  expect([revocation?.path, revocation?.body.startsWith("token=")]).toEqual(["/revoke", true]);
  expect(all.remains).toEqual([
    `hooks.gmail in ${bench.configPath}`,
    `The hook token in ${bench.stateFolder}, which other mappings may use`,
    "The OAuth client, in Google's console",
  ]);
});

test("stopGmail() keeps the login while something that needs it fails, and goes on later", async () => {
  const bench = await startBench();
  await bench.setup();
  bench.google.failNext(
    { method: "DELETE", path: "/subscriptions/" },
    { kind: "status", status: 403 },
  );
  const failed = await stop(bench);
  expect([failed.ok, stateOf(failed)]).toEqual([
    false,
    ["watch done", "subscription failed", "topic kept"],
  ]);
  expect(existsSync(join(bench.accountFolder, "login.json"))).toBe(true);
  bench.google.failNext({ path: "/revoke" }, { kind: "status", status: 500 });
  const half = await stop(bench);
  expect(stateOf(half)).toEqual(["watch done", "subscription done", "topic done", "login failed"]);
  bench.google.failNext({ path: "/revoke" }, { kind: "reset", when: "before" });
  expect(stateOf(await stop(bench)).at(-1)).toBe("login failed");
  expect(stateOf(await stop(bench)).slice(1)).toEqual([
    "subscription absent",
    "topic absent",
    "login done",
    "files done",
  ]);
});

test("stopGmail() says that a login has ended, and deletes no credentials of the user's", async () => {
  const ended = await startBench();
  await ended.setup();
  ended.google.oauth.revoke();
  expect(await stop(ended)).toMatchObject({
    ok: false,
    lines: [{ what: "watch", state: "failed", hint: expect.stringContaining("setup") }, {}, {}],
  });

  const given = await startBench({ delegatedAccounts: [ACCOUNT] });
  const credentialsPath = join(given.dir, "key.json");
  writeFileSync(credentialsPath, JSON.stringify(given.google.oauth.createServiceAccount()));
  await given.setup({ credentialsPath });
  const all = await stop(given);
  expect(stateOf(all)).toEqual([
    "watch done",
    "subscription done",
    "topic done",
    "login kept",
    "files done",
  ]);
  expect(all.remains.at(-1)).toContain("key of the service account");
  expect(existsSync(credentialsPath)).toBe(true);
});

test("stopGmail() keeps a topic that other subscriptions use", async () => {
  const bench = await startBench();
  await bench.setup();
  bench.google.pubsub.setUp({ subscription: "of-another" });
  const all = await stop(bench);
  expect(stateOf(all)).toEqual([
    "watch done",
    "subscription done",
    "topic kept",
    "login done",
    "files done",
  ]);
});

test("stopGmail() takes the login of a poller, and of a config that is gone", async () => {
  const bench = await startBench();
  await bench.setup({ mode: "poll" });
  expect(stateOf(await stop(bench))).toEqual(["watch done", "login done", "files done"]);
});

test("stopGmail() refuses while a run goes on, and where it finds nothing", async () => {
  const bench = await startBench();
  expect(await stop(bench)).toMatchObject({
    ok: false,
    lines: [{ message: expect.stringContaining("Nobody has logged in") }],
  });
  const lines = async (changes: Partial<StopOptions>) => (await stop(bench, changes)).lines[0];
  expect(await lines({ lockFile: async () => ({ ok: false, processId: 17 }) })).toMatchObject({
    message: "you@gmail.com is watched by process 17.",
    hint: 'Stop it first: "kill 17".',
  });
  expect(await lines({ lockFile: async () => ({ ok: false }) })).toMatchObject({
    hint: "Stop that process first.",
  });
  expect(await lines({ account: "" })).toMatchObject({
    message: expect.stringContaining("not a mail address"),
  });
  writeFileSync(bench.configPath, "{");
  expect(await lines({})).toMatchObject({ hint: expect.stringContaining("hookwright check") });
  expect(readFileSync(bench.configPath, "utf8")).toBe("{");
});

// Set-ups of all modes against the local Google.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { loadHooks } from "@hookwright/config";
import { expect, test } from "vitest";
import { ACCOUNT, type Bench, startBench } from "./start-setup.ts";

const TOPIC = "projects/demo-project/topics/hookwright-gmail";
const SUBSCRIPTION = "projects/demo-project/subscriptions/hookwright-gmail-you-gmail-com";

/** What setup left behind, without what is random. */
function endOf({ google, configPath, accountFolder, stateFolder }: Bench) {
  const gmail = google.gmail.status();
  return {
    config: readFileSync(configPath, "utf8").replaceAll(stateFolder, "STATE"),
    journal: JSON.parse(readFileSync(join(accountFolder, "setup.json"), "utf8")),
    hasLogin: existsSync(join(accountFolder, "login.json")),
    hasBackup: existsSync(join(accountFolder, "config-before.json")),
    watch: gmail.watch?.topic,
    subscriptions: Object.keys(google.pubsub.status()),
  };
}

test("setup 3: an empty folder becomes a config that can be served, by pull", async () => {
  const bench = await startBench();
  const { google, configPath, stateFolder, accountFolder, told, setup } = bench;
  expect(await setup()).toEqual({
    ok: true,
    account: ACCOUNT,
    mode: "pull",
    topic: TOPIC,
    subscription: SUBSCRIPTION,
    notes: [],
  });
  const token = join(stateFolder, "hook-token");
  expect(readFileSync(configPath, "utf8")).toBe(`{
  hooks: {
    enabled: true,
    token: { file: ${JSON.stringify(token)} },
    presets: ["gmail"],
    gmail: {
      account: "you@gmail.com",
      topic: "${TOPIC}",
      subscription: "${SUBSCRIPTION}",
    },
  },
}
`);
  const loaded = await loadHooks(configPath);
  expect(loaded.problems).toEqual([]);
  if (loaded.ok) await loaded.close(0);
  for (const path of [
    token,
    ...["login.json", "setup.json"].map((name) => join(accountFolder, name)),
  ]) {
    expect(statSync(path).mode & 0o777, path).toBe(0o600);
  }
  expect(google.gmail.status().watch?.topic).toBe(TOPIC);
  expect(told.filter(({ state }) => state === "done").map(({ step }) => step)).toEqual([
    "login",
    "topic",
    "publisher",
    "subscription",
    "watch",
    "config",
    "check",
  ]);
  const created = google.requests.find(
    ({ method, path }) => method === "PUT" && path.includes("/subscriptions/"),
  );
  expect(JSON.parse(created?.body ?? "")).toMatchObject({
    topic: TOPIC,
    expirationPolicy: {},
    ackDeadlineSeconds: 60,
  });
});

test("setup 3: a second run changes nothing, and asks nobody to log in", async () => {
  const bench = await startBench();
  await bench.setup();
  const before = endOf(bench);
  const login = readFileSync(join(bench.accountFolder, "login.json"), "utf8");
  const token = readFileSync(join(bench.stateFolder, "hook-token"), "utf8");
  expect(await bench.setup({ clientPath: undefined })).toMatchObject({ ok: true, mode: "pull" });
  expect(endOf(bench)).toEqual(before);
  expect(bench.pages).toHaveLength(1);
  expect(readFileSync(join(bench.accountFolder, "login.json"), "utf8")).toBe(login);
  expect(readFileSync(join(bench.stateFolder, "hook-token"), "utf8")).toBe(token);
});

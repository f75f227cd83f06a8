// A store that a killed process left with work of every kind → all of it carried out, by a host of this release.
//
// A store of an earlier release is kept as SQL text. To add that of the present version:
//
//   KEEP_STORE=/tmp/left.sqlite npx vitest run packages/host/test/ledger/upgrade.slow.test.ts
//   (sqlite3 /tmp/left.sqlite .dump; echo 'PRAGMA application_id = 1214994290; PRAGMA user_version = N;') |
//     sed -E 's/\b(id|run)-[0-9]+-/\1-old-/g' > packages/host/test/ledger/fixtures/version-N.sql
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadDriver, type SqlDatabase } from "../../src/ledger/driver.ts";
import { VERSIONS } from "../../src/ledger/open/schema.ts";
import type { SendResult } from "../../src/model/channel.ts";
import { agentAction, wakeAction } from "../support/actions.ts";
import { embedded } from "../support/embedded.ts";
import { createFakeTime, START } from "../support/fake-clock.ts";
import { createScriptedChannel } from "../support/scripted-channel.ts";
import { createScriptedRunner, failure, never } from "../support/scripted-runner.ts";
import { createFolder, createTestHost } from "../support/test-host.ts";

const WORK_MS = 2_000;
const DOWN_MS = 30_000;

const TWO_PARTS = "The first.\n\nThe second.";

const channelOf = (id: string) => createScriptedChannel({ id, limit: 12 });

/** What the runner of the first life answers, by the key of the session. */
const ANSWERS: Readonly<Record<string, ReturnType<typeof failure> | string | typeof never>> = {
  talk: { ok: true, text: "Noted.", runnerState: "page 1" },
  dead: failure({ code: "bad_request", retryable: false }),
  failed: failure(),
  held: failure({ code: "unauthorized", scope: "runner" }),
  slack: TWO_PARTS,
  mattermost: TWO_PARTS,
  cut: never,
  main: never,
};

/** Each kind of work that a store can hold, made by real operations. The process ends in the midst of it. */
async function leaveWork(): Promise<string> {
  const refuse = (scope: "message" | "credential"): SendResult => ({
    kind: "refused",
    code: scope === "message" ? "recipient_unknown" : "unauthorized",
    message: "The platform refused the message.",
    scope,
  });
  const channels = ["telegram", "slack", "mattermost", "discord"].map(channelOf);
  const [telegram, slack, mattermost, discord] = channels;
  telegram?.script(refuse("message"));
  slack?.script({ kind: "sent", id: "message-1" }, () => new Promise(() => undefined));
  mattermost?.script(
    { kind: "sent", id: "message-1" },
    { kind: "retry", code: "unavailable", afterMs: 60_000 },
  );
  discord?.script(refuse("credential"));
  const host = await createTestHost(embedded, {
    channels,
    runner: createScriptedRunner({
      otherwise: ({ sessionKey }) => {
        const answer = ANSWERS[sessionKey] ?? "Done.";
        return typeof answer === "function" ? answer() : answer;
      },
    }),
  });
  await host.engine.noteRoute({ agentId: "main", channel: "telegram", to: "42", accountId: "ops" });
  for (const sessionKey of ["talk", "dead", "failed", "cut", "held"]) {
    const fields = { sessionKey, ...(sessionKey === "held" && { model: "elsewhere/large" }) };
    await host.accept(agentAction(fields), { idempotencyKey: `event of ${sessionKey}` });
    await host.accept(agentAction({ ...fields, message: "Another event." }));
  }
  for (const channel of ["telegram", "slack", "slack", "mattermost", "discord"]) {
    await host.accept(agentAction({ sessionKey: channel, deliver: true, channel, to: "7" }));
  }
  await host.accept(wakeAction({ text: "An event that a turn has claimed." }));
  await host.time.wait(WORK_MS);
  await host.accept(wakeAction({ text: "An event that waits.", mode: "next-heartbeat" }));
  host.breakStore("dead");
  await host.ledger.close();
  const kept = process.env["KEEP_STORE"];
  if (kept !== undefined) copyFileSync(join(host.folder, "ledger.sqlite"), kept);
  return host.folder;
}

async function openDatabase(path: string): Promise<SqlDatabase> {
  const loaded = await loadDriver();
  if (!loaded.ok) throw new Error(loaded.message);
  return loaded.driver.open(path);
}

async function readVersion(path: string): Promise<unknown> {
  const database = await openDatabase(path);
  const version = database.prepare("PRAGMA user_version").get()?.["user_version"];
  database.close();
  return version;
}

async function unpack(version: number): Promise<string> {
  const folder = createFolder();
  const database = await openDatabase(join(folder, "ledger.sqlite"));
  database.exec("PRAGMA auto_vacuum = INCREMENTAL");
  database.exec(readFileSync(new URL(`fixtures/version-${version}.sql`, import.meta.url), "utf8"));
  database.close();
  return folder;
}

const LEFT_RUNS = [
  ["talk", "done", "done"],
  ["dead", "dead", "dead"],
  ["failed", "failed", "queued"],
  ["cut", "running", "queued"],
  ["held", "queued", "queued"],
];

test.each([
  { name: "of version 5", version: 5, open: () => unpack(5) },
  { name: "of version 6", version: 6, open: () => unpack(6) },
  { name: "of version 7", version: 7, open: () => unpack(7) },
  { name: "of this release", version: VERSIONS.length, open: leaveWork },
])(
  "a host carries out what a killed process left in a store $name",
  {
    tags: ["REC-1", "REC-2"],
  },
  async ({ version, open }) => {
    const folder = await open();
    const time = createFakeTime(START + WORK_MS + DOWN_MS);
    const channels = ["telegram", "slack", "mattermost", "discord"].map(channelOf);
    const host = await createTestHost(embedded, { folder, time, channels, isStarted: false });
    const statesOf = async (key: string) =>
      (await host.engine.runs.list({ key })).items.toReversed().map(({ state }) => state);

    const copy = join(folder, `ledger-version-${version}.sqlite`);
    expect(existsSync(copy)).toBe(version < VERSIONS.length);
    if (existsSync(copy)) expect(await readVersion(copy)).toBe(version);
    for (const [key = "", ...states] of LEFT_RUNS) expect(await statesOf(key)).toEqual(states);
    expect(
      (await host.engine.deliveries.list()).items.map(({ channel, state, sent }) => [
        channel,
        state,
        sent,
      ]),
    ).toEqual([
      ["discord", "queued", 0],
      ["mattermost", "failed", 1],
      ["slack", "queued", 0],
      ["slack", "sending", 1],
      ["telegram", "dead", 0],
    ]);

    await host.engine.start();
    // What a start takes up needs commits of its own before a timer is set.
    for (let second = 0; second < 100; second++) await time.wait(1_000);

    for (const key of ["failed", "cut", "held"])
      expect(await statesOf(key)).toEqual(["done", "done"]);
    const turns = host.runner.turns.map(({ turn }) => turn);
    const oldest = ["Look at this.", "Another event."];
    for (const key of ["failed", "cut", "held"]) {
      const messages = turns
        .filter(({ sessionKey }) => sessionKey === key)
        .map(({ message }) => message);
      expect(messages.map((message) => message.split("\n")[1])).toEqual(oldest);
    }
    expect(
      turns.filter(({ interrupted }) => interrupted).map(({ sessionKey }) => sessionKey),
    ).toEqual(["cut"]);
    const [heartbeat, ...others] = turns.filter(({ sessionKey }) => sessionKey === "main");
    expect(others).toEqual([]);
    expect(heartbeat?.message).toMatch(
      /An event that a turn has claimed\.[\s\S]*An event that waits\./,
    );

    // A part that was sent is not sent again; the outcome of the one that was being sent is unknown.
    expect(
      channels.map(({ shown }) => shown.map(({ to, text, accountId }) => [to, text, accountId])),
    ).toEqual([
      [["42", "Done.", "ops"]],
      [
        ["7", "The second.", undefined],
        ["7", "The first.", undefined],
        ["7", "The second.", undefined],
      ],
      [["7", "The second.", undefined]],
      [["7", "Done.", undefined]],
    ]);

    const [first] = (await host.engine.runs.list({ key: "talk" })).items.toReversed();
    const repeat = await host.accept(agentAction({ sessionKey: "talk" }), {
      idempotencyKey: "event of talk",
    });
    expect(repeat).toEqual({ runId: first?.id });
    await host.accept(agentAction({ sessionKey: "talk" }), { idempotencyKey: "a new event" });
    expect(host.runner.turns.at(-1)?.turn).toMatchObject({
      runnerState: "page 1",
      history: [{ answer: "Noted." }, { answer: "Noted." }],
    });
  },
);

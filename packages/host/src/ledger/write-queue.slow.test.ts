// Commits of the store: what shares one, and what a fault of the disk does.
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  acceptRun,
  acceptWake,
  claimIds,
  claimMain,
  createTestLedger,
  deliveryOf,
  eventOf,
  NOON,
  runOf,
} from "../../test/ledger/harness.ts";
import type { SqlDatabase, SqlDriver } from "./driver.ts";
import { loadDriver } from "./driver.ts";

interface WatchedDriver {
  readonly driver: SqlDriver;
  /** How many transactions have begun to commit. */
  commits: number;
  /** Thrown instead of the next statement of this text. */
  fault?: { readonly text: string; readonly error: Error } | undefined;
  database?: SqlDatabase;
  /** Statements that were prepared. */
  readonly texts: Set<string>;
}

async function watchDriver(): Promise<WatchedDriver> {
  const loaded = await loadDriver();
  if (!loaded.ok) throw new Error(loaded.message);
  const watched: WatchedDriver = { driver: { id: "node", open }, commits: 0, texts: new Set() };
  const { driver } = loaded;
  return watched;

  function open(path: string): SqlDatabase {
    const database = driver.open(path);
    if (!path.endsWith(".sqlite")) return database;
    watched.database = database;
    return {
      ...database,
      exec: (text) => {
        check(text);
        database.exec(text);
      },
      prepare: (text) => {
        watched.texts.add(text);
        const statement = database.prepare(text);
        return {
          ...statement,
          run: (...values) => {
            check(text);
            if (text === "COMMIT") watched.commits += 1;
            return statement.run(...values);
          },
        };
      },
    };
  }

  function check(text: string): void {
    if (watched.fault === undefined || !text.includes(watched.fault.text)) return;
    const { error } = watched.fault;
    watched.fault = undefined;
    throw error;
  }
}

function sqliteError(errcode: number): Error {
  return Object.assign(new Error("database or disk is full"), { errcode });
}

const FULL = sqliteError(13);

test("accept() shares one commit among the actions of the same moment, up to 64", {
  tags: "LIM-5",
}, async () => {
  const watched = await watchDriver();
  const { ledger } = await createTestLedger({ driver: watched.driver });
  await acceptRun(ledger, runOf("first"));
  expect(watched.commits).toBe(1);
  const ids = Array.from({ length: 130 }, (_, index) => `r${index}`);
  const accepted = await Promise.all(ids.map((id) => acceptRun(ledger, runOf(id))));

  expect(accepted.every(({ ok }) => ok)).toBe(true);
  // At least ⌈130 / 64⌉; more on a machine where 64 of them take longer than 5 ms.
  expect(watched.commits - 1).toBeGreaterThanOrEqual(3);
  expect(watched.commits - 1).toBeLessThan(130);
  expect(await claimIds(ledger, NOON)).toEqual(["first"]);
});

test.each([
  ["the disk is full at the commit", "COMMIT", FULL, "storage_full"],
  ["the disk is full at a row", "INSERT INTO run_actions", FULL, "storage_full"],
  ["the disk fails", "BEGIN IMMEDIATE", sqliteError(10), "storage_failed"],
  ["the store is read-only", "INSERT INTO runs", sqliteError(8 + 256), "storage_failed"],
  ["the store is damaged", "COMMIT", sqliteError(11), "storage_failed"],
  ["the file is no longer a store", "COMMIT", sqliteError(26), "storage_failed"],
  ["the library fails", "COMMIT", new Error("Out of luck"), "storage_failed"],
])(
  "accept() rejects all actions of a commit when %s, and none is half accepted",
  { tags: "ACC-1" },
  async (_, text, error, code) => {
    const watched = await watchDriver();
    const test = await createTestLedger({ driver: watched.driver });
    await acceptRun(test.ledger, runOf("kept"));
    watched.fault = { text, error };
    const key = { text: "k", ttlMs: 1_000 };
    const results = await Promise.allSettled(
      ["r1", "r2"].map((id) => acceptRun(test.ledger, runOf(id), { ...key, text: id })),
    );

    expect(results).toMatchObject([
      { status: "rejected", reason: { code, name: "LedgerError" } },
      { status: "rejected", reason: { code } },
    ]);
    expect((await test.ledger.runs()).items.map(({ id }) => id)).toEqual(["kept"]);
    expect(await acceptRun(test.ledger, runOf("r1"), { ...key, text: "r1" })).toMatchObject({
      repeat: false,
    });
    expect((await (await test.reopen()).runs()).items.map(({ id }) => id)).toEqual(["r1", "kept"]);
  },
);

test("accept() of an id that exists fails alone, and the others of its commit are accepted", {
  tags: "ACC-1",
}, async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("known"));
  const ids = ["before", "known", "after"];
  const results = await Promise.allSettled(
    ids.map((id, index) => acceptRun(ledger, runOf(id), { text: `key ${index}`, ttlMs: 1_000 })),
  );

  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect((await ledger.runs()).items.map(({ id }) => id)).toEqual(["after", "before", "known"]);
  // Nothing of the failed one is left, so its key is free.
  const again = await acceptRun(ledger, runOf("new"), { text: "key 1", ttlMs: 1_000 });
  expect(again).toMatchObject({ ok: true, repeat: false });
});

test("a fault that is not an Error rejects, too", { tags: "ACC-1" }, async () => {
  const watched = await watchDriver();
  const { ledger } = await createTestLedger({ driver: watched.driver });
  watched.fault = { text: "COMMIT", error: "text" as unknown as Error };

  await expect(acceptRun(ledger, runOf("r1"))).rejects.toMatchObject({ code: "storage_failed" });
});

test("a store that may not grow rejects, keeps what it has, and goes on when there is space", {
  tags: "LIM-4",
}, async () => {
  const watched = await watchDriver();
  const test = await createTestLedger({ driver: watched.driver });
  await acceptRun(test.ledger, runOf("kept"));
  const pages = watched.database?.prepare("PRAGMA page_count").get()?.["page_count"];
  watched.database?.exec(`PRAGMA max_page_count = ${pages}`);
  const big = { ...runOf("r1").action, untrustedText: "x".repeat(500_000) };

  await expect(acceptRun(test.ledger, runOf("r1", { action: big }))).rejects.toMatchObject({
    code: "storage_full",
  });
  watched.database?.exec("PRAGMA max_page_count = 100000");
  await acceptRun(test.ledger, runOf("r1", { action: big }));
  expect((await (await test.reopen()).runs()).items.map(({ id }) => id)).toEqual(["r1", "kept"]);
});

test("commit() stores all effects or none", async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  await claimIds(ledger, NOON);
  const turn = { at: NOON, heading: "", parts: [], tainted: false, turnId: "r1", answer: "" };

  await expect(
    ledger.commit([
      { kind: "run", runId: "r1", state: "done", at: NOON },
      { kind: "history", agentId: "main", sessionKey: "hook:a", turn },
      { kind: "run", runId: "none", state: "done", at: NOON },
    ]),
  ).rejects.toMatchObject({ code: "not_found" });
  expect((await ledger.run("r1"))?.state).toBe("running");
  expect((await ledger.sessions()).items).toEqual([]);
});

test("openLedger() gives up the lock when the store cannot be opened", async () => {
  const watched = await watchDriver();
  const { ledger, folder } = await createTestLedger({ driver: watched.driver });
  await ledger.close();
  const driver: SqlDriver = {
    id: "node",
    open: (path) => {
      if (path === join(folder, "ledger.sqlite")) throw new Error("Cannot open");
      return watched.driver.open(path);
    },
  };

  await expect(createTestLedger({ folder, driver })).rejects.toThrow("Cannot open");
  await expect(createTestLedger({ folder })).resolves.toBeDefined();
});

test("what each action, claim and result asks the store is read from indices", {
  tags: ["RUN-3", "LIM-1"],
}, async () => {
  const watched = await watchDriver();
  const { ledger, folder } = await createTestLedger({
    driver: watched.driver,
    limits: { maxWaitingEvents: 1 },
  });
  watched.texts.clear();
  await acceptRun(ledger, runOf("r1"), { text: "k", ttlMs: 1_000 });
  await acceptRun(ledger, runOf("r2"));
  await acceptWake(ledger, eventOf("e1"), true);
  await claimIds(ledger, NOON, 1);
  const turn = { at: NOON, heading: "", parts: [], tainted: false, turnId: "r1", answer: "" };
  await ledger.commit([
    { kind: "run", runId: "r1", state: "done", at: NOON },
    { kind: "history", agentId: "main", sessionKey: "hook:a", turn },
    { kind: "event", event: eventOf("e2", { origin: "run" }) },
    { kind: "delivery", delivery: deliveryOf("d1") },
  ]);
  await claimIds(ledger, NOON);
  await ledger.claimDeliveries({ now: NOON, channels: new Map([["telegram", 4]]), limit: 16 });
  await ledger.commit([
    { kind: "delivery-change", id: "d1", change: { state: "failed", dueAt: NOON + 5 } },
  ]);
  await claimMain(ledger, "t1");
  await ledger.commit([{ kind: "events-back", turnId: "t1" }]);
  await ledger.nextDueAt();
  await ledger.hasWaitingEvents("main");
  await ledger.recentTurnMs();
  await ledger.recover();

  const queries = [...watched.texts].filter((text) => /^(?:SELECT|UPDATE|DELETE)/.test(text));
  expect(queries.length).toBeGreaterThan(30);
  // A connection of its own: libsql keeps the transaction of an explained statement open.
  const explaining = watched.driver.open(join(folder, "ledger.sqlite"));
  const scans = queries.flatMap((text) => {
    const steps = explaining.prepare(`EXPLAIN QUERY PLAN ${text}`).all();
    const details = steps.map((step) => String(step["detail"]));
    const read = details.filter((detail) =>
      /^SCAN (?:runs|deliveries|events|turns)\b/.test(detail),
    );
    return read.filter((detail) => !detail.includes("INDEX")).map((detail) => [detail, text]);
  });
  expect(scans).toEqual([]);
});

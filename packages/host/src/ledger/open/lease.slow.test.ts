// Several processes on one store: which of them has it, and what the others may do.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createFolder, NOON } from "../../../test/ledger/harness.ts";
import type { Ledger } from "../../model/ledger.ts";
import { loadDriver, type SqlDatabase } from "../driver.ts";
import { type OpenLedgerOptions, type OpenLedgerResult, openLedger } from "../open-ledger.ts";
import { createLeaseCheck, giveUpLease, holdLease, takeLease, waitForLease } from "./lease.ts";
import { VERSIONS } from "./schema.ts";
import { STORE_FILE } from "./state-folder.ts";

const limits = {
  maxRuns: 10_000,
  maxRunsPerKey: 200,
  maxWaitingEvents: 1_000,
  minFreeBytes: 0,
};

const clock = (): number => NOON;

type Standby = NonNullable<OpenLedgerOptions["standby"]>;

function open(folder: string, standby?: Standby): Promise<OpenLedgerResult> {
  const options = { folder, limits, clock, warn: () => undefined };
  return openLedger({ ...options, ...(standby && { standby }) });
}

async function openOne(folder: string, standby?: Standby): Promise<Ledger> {
  const opened = await open(folder, standby);
  if (!opened.ok) throw new Error(opened.problem.message);
  onTestFinished(() => opened.ledger.close());
  return opened.ledger;
}

/** A further connection, as that of another process. */
async function connect(folder: string): Promise<SqlDatabase> {
  const loaded = await loadDriver();
  if (!loaded.ok) throw new Error(loaded.message);
  const database = loaded.driver.open(join(folder, STORE_FILE));
  onTestFinished(() => database.close());
  return database;
}

const route = { agentId: "main", channel: "telegram", to: "42", at: NOON };

test("openLedger() as a standby waits for the store of another one, and gets it when that one closes", {
  tags: "REC-2",
}, async () => {
  const folder = createFolder();
  const first = await openOne(folder, { leaseMs: 60_000 });
  await first.noteRoute(route);
  let isOpen = false;
  const waiting = openOne(folder, { leaseMs: 500 }).then((ledger) => {
    isOpen = true;
    return ledger;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(isOpen).toBe(false);
  await first.close();
  const second = await waiting;
  expect(await second.routes("main")).toEqual([route]);
  expect(await second.lease?.confirm()).toBe(true);
});

test("openLedger() refuses to have a store alone beside standbys, and to stand by for one that is had alone", {
  tags: "REC-2",
}, async () => {
  const folder = createFolder();
  const shared = await openOne(folder, { leaseMs: 60_000 });
  expect(await open(folder)).toMatchObject({
    ok: false,
    problem: { code: "store_in_use", message: expect.stringContaining(`process ${process.pid}`) },
  });
  await shared.close();
  await openOne(folder);
  expect(await open(folder, { leaseMs: 500 })).toMatchObject({
    ok: false,
    problem: { code: "store_in_use" },
  });
});

test("openLedger() makes one store for standbys that start at the same time", {
  tags: "REC-2",
}, async () => {
  const folder = createFolder();
  const controller = new AbortController();
  const standby = { leaseMs: 60_000, signal: controller.signal };
  const opening = [open(folder, standby), open(folder, standby), open(folder, standby)];
  const first = await Promise.race(opening);
  controller.abort();
  const all = await Promise.all(opening);
  expect(first.ok).toBe(true);
  expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  expect(all.filter((one) => !one.ok && one.problem.code === "standby_ended")).toHaveLength(2);
  if (first.ok) await first.ledger.close();
});

test.each([
  ["shared", { leaseMs: 60_000 }],
  ["held alone", undefined],
])(
  "a commit is refused after another process has taken over a store that was %s",
  {
    tags: ["REC-1", "REC-2"],
  },
  async (_, standby) => {
    const folder = createFolder();
    const old = await openOne(folder, standby);
    await old.noteRoute(route);
    takeLease(await connect(folder), { leaseMs: 60_000, clock });

    await expect(old.noteRoute({ ...route, to: "43" })).rejects.toMatchObject({
      code: "lease_lost",
    });
    await old.lease?.lost;
    expect(await old.lease?.confirm()).toBe(false);
    expect(await old.routes("main")).toEqual([route]);
  },
);

test("waitForLease() takes over from an owner that is silent, and not from one that moves its counter", {
  tags: "REC-2",
}, async () => {
  const folder = createFolder();
  await (await openOne(folder)).close();
  const [ofOwner, ofStandby] = [await connect(folder), await connect(folder)];
  const leaseMs = 400;
  const owned = takeLease(ofOwner, { leaseMs, clock });
  const lease = holdLease(ofOwner, { leaseMs, clock, write: async (work) => work() });
  const check = createLeaseCheck(ofOwner, owned as NonNullable<typeof owned>);
  const take = (seen: Parameters<Parameters<typeof waitForLease>[1]["take"]>[0]) =>
    takeLease(ofStandby, { leaseMs, clock, seen });
  const waiting = waitForLease(ofStandby, { leaseMs, warn: () => undefined, take });
  await new Promise((resolve) => setTimeout(resolve, 3 * leaseMs));
  expect(check()).toBeUndefined();
  lease.stop();
  const taken = await waiting;
  expect(taken?.fence).toBe((owned?.fence ?? 0) + 1);
  expect(check()).toMatchObject({ code: "lease_lost" });
  // Giving up what is lost changes nothing.
  giveUpLease(ofOwner, owned as NonNullable<typeof owned>);
  const ofTaker = createLeaseCheck(ofStandby, taken as NonNullable<typeof taken>);
  expect(ofTaker()).toBeUndefined();
});

/** The store that an earlier release left behind. */
async function unpack(version: number): Promise<string> {
  const folder = createFolder();
  const database = await connect(folder);
  const name = `../../../test/ledger/fixtures/version-${version}.sql`;
  database.exec(readFileSync(new URL(name, import.meta.url), "utf8"));
  return folder;
}

const versionOf = (database: SqlDatabase) =>
  database.prepare("PRAGMA user_version").get()?.["user_version"];

test.each([6, 7])(
  "a standby leaves a store of version %d as it is while its owner is alive, and upgrades it when it takes over",
  { tags: ["REC-1", "REC-2"] },
  async (version) => {
    const folder = await unpack(version);
    const ofOwner = await connect(folder);
    const leaseMs = 1_000;
    takeLease(ofOwner, { leaseMs, clock });
    const lease = holdLease(ofOwner, { leaseMs, clock, write: async (work) => work() });
    const runs = ofOwner.prepare("SELECT count(*) AS n FROM runs").get()?.["n"];
    const opening = openOne(folder, { leaseMs });
    await new Promise((resolve) => setTimeout(resolve, 2 * leaseMs));
    expect(versionOf(ofOwner)).toBe(version);

    lease.stop();
    const ledger = await opening;
    expect(versionOf(ofOwner)).toBe(VERSIONS.length);
    expect(existsSync(join(folder, `ledger-version-${version}.sqlite`))).toBe(true);
    expect((await ledger.runs()).items).toHaveLength(runs as number);
    await ledger.noteRoute(route);
  },
);

test("a standby upgrades a store of a release without leases at once", {
  tags: "REC-2",
}, async () => {
  const folder = await unpack(5);
  const ledger = await openOne(folder, { leaseMs: 60_000 });
  expect(existsSync(join(folder, "ledger-version-5.sqlite"))).toBe(true);
  expect(await ledger.lease?.confirm()).toBe(true);
});

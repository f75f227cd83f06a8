// A store that is removed or replaced, and a lock that is removed: nothing is written where it would be lost, and nothing is begun anew.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLedger } from "../../src/ledger/open-ledger.ts";
import { acceptRun, createFolder, createTestLedger, NOON, runOf } from "./harness.ts";

const storeOf = (folder: string) => join(folder, "ledger.sqlite");

function storeFilesOf(folder: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.startsWith("ledger.sqlite"));
}

async function problemOf(folder: string): Promise<unknown> {
  const limits = { maxRuns: 9, maxRunsPerKey: 9, maxWaitingEvents: 9, minFreeBytes: 0 };
  const opened = await openLedger({ folder, limits, clock: () => NOON, warn: () => undefined });
  if (!opened.ok) return opened.problem;
  await opened.ledger.close();
  return undefined;
}

const LOSSES: readonly (readonly [string, (folder: string, path: string) => void, string])[] = [
  ["is deleted", (_, path) => rmSync(path), "it is gone"],
  ["is deleted with its folder", (folder) => rmSync(folder, { recursive: true }), "it is gone"],
  [
    "is in a folder that was made anew",
    (folder) => {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
    },
    "it is gone",
  ],
  ["is moved away", (_, path) => renameSync(path, `${path}.old`), "it is gone"],
  [
    "is replaced by a copy",
    (_, path) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
    "something else is in its place",
  ],
  [
    "is replaced by a folder",
    (_, path) => {
      renameSync(path, `${path}.old`);
      mkdirSync(path);
    },
    "something else is in its place",
  ],
  [
    "becomes a link that leads nowhere",
    (_, path) => {
      rmSync(path);
      symlinkSync(`${path}.none`, path);
    },
    "it is gone",
  ],
  ["is emptied", (_, path) => truncateSync(path), "it was emptied"],
  ["loses its log of writes", (_, path) => rmSync(`${path}-wal`), "its log of writes is gone"],
];

test.each(LOSSES)("accept() refuses what a store would lose that %s", async (_, lose, found) => {
  const { ledger, folder } = await createTestLedger();
  expect(await acceptRun(ledger, runOf("r1"))).toMatchObject({ ok: true });
  expect(ledger.counts().fault).toBeUndefined();
  lose(folder, storeOf(folder));

  // Also before anything is written.
  expect(ledger.counts().fault?.message).toContain(found);
  await expect(acceptRun(ledger, runOf("r2"))).rejects.toMatchObject({
    code: "storage_failed",
    message: expect.stringContaining(`${storeOf(folder)} is not the one that was opened: ${found}`),
  });
  const before = storeFilesOf(folder);
  await ledger.close();
  expect(storeFilesOf(folder)).toEqual(before);
});

test("accept() goes on when the store is back in its place", async () => {
  const test = await createTestLedger();
  const path = storeOf(test.folder);
  renameSync(path, `${path}.away`);
  await expect(acceptRun(test.ledger, runOf("r1"))).rejects.toMatchObject({
    code: "storage_failed",
  });
  renameSync(`${path}.away`, path);

  expect(await acceptRun(test.ledger, runOf("r1"))).toMatchObject({ ok: true, repeat: false });
  expect(test.ledger.counts().fault).toBeUndefined();
  expect((await test.reopen()).runs().map(({ id }) => id)).toEqual(["r1"]);
});

test("openLedger() makes no new store where the folder has had one", async () => {
  const { ledger, folder } = await createTestLedger();
  await ledger.close();
  rmSync(storeOf(folder));

  expect(await problemOf(folder)).toEqual({
    code: "store_missing",
    message: `The store ${storeOf(folder)} is missing, and this folder has had one`,
    hint: "Restore it, or move the whole folder away to begin with an empty store",
  });
  expect(existsSync(storeOf(folder))).toBe(false);
});

test.each([false, true])(
  "openLedger() names a link to a store that leads nowhere (with a lock: %s)",
  async (hasLock) => {
    const folder = createFolder();
    if (hasLock) writeFileSync(join(folder, "ledger.lock"), "");
    const target = join(folder, "volume", "ledger.sqlite");
    symlinkSync(target, storeOf(folder));

    expect(await problemOf(folder)).toMatchObject({
      code: "store_missing",
      message: `The store ${storeOf(folder)} is a link to ${target}, which is missing`,
    });
    expect(existsSync(target)).toBe(false);
  },
);

test("openLedger() names a state folder that is a link to nothing", async () => {
  const folder = join(createFolder(), "state");
  symlinkSync(`${folder}.none`, folder);

  expect(await problemOf(folder)).toMatchObject({
    code: "state_folder_unusable",
    message: expect.stringContaining(folder),
  });
});

test("openLedger() takes a store that a link leads to, and notices that it leads elsewhere", async () => {
  const test = await createTestLedger();
  await test.ledger.close();
  const path = storeOf(test.folder);
  for (const name of ["one", "two"]) copyFileSync(path, join(test.folder, name));
  rmSync(path);
  symlinkSync("one", path);
  const { ledger } = await createTestLedger({ folder: test.folder });
  await acceptRun(ledger, runOf("r1"));
  rmSync(path);
  symlinkSync("two", path);

  await expect(acceptRun(ledger, runOf("r2"))).rejects.toMatchObject({ code: "storage_failed" });
});

test("openLedger() refuses a store that is open, also where the file of the lock was removed", async () => {
  const { ledger, folder } = await createTestLedger();
  for (const files of [["ledger.lock"], ["ledger.lock", "ledger.lock.pid"]]) {
    for (const file of files) rmSync(join(folder, file), { force: true });
    expect(await problemOf(folder)).toMatchObject({ code: "store_in_use" });
  }
  expect(await acceptRun(ledger, runOf("r1"))).toMatchObject({ ok: true });
  await ledger.close();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

// Opening a store: one process, versions, damage, rights.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  acceptRun,
  createFolder,
  createTestLedger,
  NOON,
  runOf,
} from "../../test/ledger/harness.ts";
import type { Ledger } from "../model/ledger.ts";
import type { SqlDriver } from "./driver.ts";
import { hasNodeSqlite, loadDriver } from "./driver.ts";
import { createStoreFile, prepareDatabase } from "./open/prepare-database.ts";
import { APPLICATION_ID, VERSIONS } from "./open/schema.ts";
import { type OpenLedgerResult, openLedger } from "./open-ledger.ts";

async function open(folder: string, options: object = {}): Promise<OpenLedgerResult> {
  const limits = { maxRuns: 9, maxRunsPerKey: 9, maxWaitingEvents: 9, minFreeBytes: 0 };
  const ports = { clock: () => NOON, warn: () => undefined };
  const opened = await openLedger({ folder, limits, ...ports, ...options });
  if (opened.ok) onTestFinished(() => opened.ledger.close());
  return opened;
}

async function problemOf(folder: string, options: object = {}): Promise<unknown> {
  const opened = await open(folder, options);
  return opened.ok ? undefined : opened.problem;
}

async function driver(): Promise<SqlDriver> {
  const loaded = await loadDriver();
  if (!loaded.ok) throw new Error(loaded.message);
  return loaded.driver;
}

/** Runs statements on the store of a folder, as another program would. */
async function change(folder: string, text: string): Promise<void> {
  const database = (await driver()).open(join(folder, "ledger.sqlite"));
  database.exec(text);
  database.close();
}

test("openLedger() refuses a store that is open, and names the process that has it", {
  tags: "REC-2",
}, async () => {
  const test = await createTestLedger();

  expect(await problemOf(test.folder)).toEqual({
    code: "store_in_use",
    message: `The store in ${test.folder} is used by process ${process.pid}`,
    hint: `Stop it ("kill ${process.pid}"), or give this host a state folder of its own`,
  });
  expect(await acceptRun(test.ledger, runOf("r1"))).toMatchObject({ ok: true });
  await test.ledger.close();
  expect(await problemOf(test.folder)).toBeUndefined();
});

test.each(["", "no number"])(
  "openLedger() trusts no pid of %j",
  { tags: "REC-2" },
  async (text) => {
    const { folder } = await createTestLedger();
    writeFileSync(join(folder, "ledger.lock.pid"), text);

    expect(await problemOf(folder)).toMatchObject({
      code: "store_in_use",
      message: `The store in ${folder} is used by another process`,
    });
  },
);

test("openLedger() refuses a store of a newer version by name, and leaves it as it is", {
  tags: "REC-2",
}, async () => {
  const { ledger, folder } = await createTestLedger();
  await ledger.close();
  await change(folder, "PRAGMA user_version = 99");
  const path = join(folder, "ledger.sqlite");
  const before = readFileSync(path);

  expect(await problemOf(folder)).toEqual({
    code: "store_newer",
    message: `${path} has version 99, and this release knows versions up to 8`,
    hint: "Update Hookwright, or name another state folder",
  });
  expect(readFileSync(path).equals(before)).toBe(true);
});

test("openLedger() upgrades a store of version 1 with its runs, and keeps a copy", {
  tags: "REC-2",
}, async () => {
  const folder = createFolder();
  const path = join(folder, "ledger.sqlite");
  const sql = await driver();
  createStoreFile(sql, { path, versions: VERSIONS.slice(0, 1) });
  const old = sql.open(path);
  const add = (id: string, values: string): void => {
    old.exec(`INSERT INTO runs (id, agent, session, source, accepted_at, due_at, set_at, state, head,
        attempt, interruptions, started_at)
      VALUES ('${id}', 'main', '${id}', 'hook', ${NOON}, ${NOON}, ${NOON}, ${values});
      INSERT INTO run_actions VALUES (last_insert_rowid(), '[]', '{"kind":"agent"}')`);
  };
  add("new", "'queued', 2, 0, 0, NULL");
  add("cut", `'running', 3, 2, 1, ${NOON - 5}`);
  old.close();

  const { ledger, warnings } = await createTestLedger({ folder });
  expect(warnings).toEqual([expect.stringContaining("upgraded to version 8")]);
  expect(existsSync(join(folder, "ledger-version-1.sqlite"))).toBe(true);
  // Whether its runner was called is not known: it counts as called.
  const times = { startedAt: NOON - 5, calledAt: NOON - 5, triedSince: NOON - 5 };
  expect((await ledger.recover()).interruptedRuns).toMatchObject([{ id: "cut", ...times }]);
  expect((await ledger.claimRuns({ now: NOON, limit: 9 })).map(({ run }) => run.id)).toEqual([
    "new",
  ]);
});

test.each([
  ["text", () => Buffer.from("This is not a database. ".repeat(500))],
  ["a page of zeros in the middle", (bytes: Buffer) => bytes.fill(0, 8_192, 20_480)],
  ["a torn end", (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))],
])(
  "openLedger() refuses a damaged store (%s) by name and never replaces it",
  { tags: "REC-2" },
  async (_, damage) => {
    const { ledger, folder } = await createTestLedger();
    for (let index = 0; index < 50; index++) await acceptRun(ledger, runOf(`r${index}`));
    await ledger.close();
    const path = join(folder, "ledger.sqlite");
    const damaged = damage(readFileSync(path));
    writeFileSync(path, damaged);

    expect(await problemOf(folder)).toMatchObject({
      code: "store_damaged",
      message: expect.stringContaining(path),
      hint: expect.stringContaining("left as it is"),
    });
    expect(readFileSync(path).equals(damaged)).toBe(true);
  },
);

test("openLedger() refuses the database of another program", { tags: "REC-2" }, async () => {
  const folder = createFolder();
  await change(folder, "CREATE TABLE notes (text)");

  expect(await problemOf(folder)).toMatchObject({ code: "store_foreign" });
});

test("an upgrade keeps a copy of the old version, and says where", { tags: "REC-2" }, async () => {
  const folder = createFolder();
  const path = join(folder, "ledger.sqlite");
  const warnings: string[] = [];
  const ports = { warn: (message: string) => warnings.push(message), freeBytes: () => 0 };
  const options = { path, ...ports };
  const first = "CREATE TABLE notes (text)";
  createStoreFile(await driver(), { path, versions: [first] });
  const database = (await driver()).open(path);
  onTestFinished(() => database.close());
  expect(prepareDatabase(database, { ...options, versions: [first] })).toBeUndefined();
  database.exec("INSERT INTO notes VALUES ('kept')");
  const second = "ALTER TABLE notes ADD COLUMN at";
  const versions = [first, second];

  expect(prepareDatabase(database, { ...options, versions })).toBeUndefined();
  const copy = join(folder, "ledger-version-1.sqlite");
  expect(warnings).toEqual([expect.stringContaining(copy)]);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  const old = (await driver()).open(copy);
  onTestFinished(() => old.close());
  expect(old.prepare("PRAGMA user_version").get()).toMatchObject({ user_version: 1 });
  expect(old.prepare("SELECT * FROM notes").all()).toEqual([{ text: "kept" }]);
  expect(database.prepare("SELECT * FROM notes").all()).toEqual([{ text: "kept", at: null }]);
});

test("an upgrade that fails leaves the store at its old version", { tags: "REC-2" }, async () => {
  const path = join(createFolder(), "ledger.sqlite");
  const options = { path, warn: () => undefined, freeBytes: () => 0 };
  const first = "CREATE TABLE notes (text)";
  createStoreFile(await driver(), { path, versions: [first] });
  const database = (await driver()).open(path);
  onTestFinished(() => database.close());
  const versions = [first, "ALTER TABLE notes ADD COLUMN at; ALTER TABLE missing ADD COLUMN at"];

  expect(prepareDatabase(database, { ...options, versions })).toMatchObject({
    code: "store_unusable",
    message: expect.stringContaining("no such table: missing"),
  });
  expect(database.prepare("PRAGMA user_version").get()).toMatchObject({ user_version: 1 });
  expect(database.prepare("SELECT * FROM notes").all()).toEqual([]);
});

test.each([
  ["0 bytes", ""],
  [
    "no tables",
    `PRAGMA journal_mode = WAL; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA auto_vacuum = 2`,
  ],
])(
  "openLedger() takes a file of %s for a damaged store, and leaves it",
  { tags: "REC-2" },
  async (_, text) => {
    const folder = createFolder();
    const path = join(folder, "ledger.sqlite");
    writeFileSync(path, "");
    if (text !== "") await change(folder, text);
    const before = readFileSync(path);

    expect(await problemOf(folder)).toEqual({
      code: "store_damaged",
      message: `The store ${path} is damaged: it is empty`,
      hint: "It is left as it is. Restore a copy of the folder, or move it away to begin with an empty one",
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  },
);

test("openLedger() begins anew where a start was killed before its store had its name", {
  tags: "REC-2",
}, async () => {
  const folder = createFolder();
  for (const name of ["ledger.sqlite.new", "ledger.sqlite.new-journal"]) {
    writeFileSync(join(folder, name), "The half of a store. ".repeat(500));
  }
  const { ledger } = await createTestLedger({ folder });

  expect(await acceptRun(ledger, runOf("r1"))).toMatchObject({ ok: true });
  expect(readdirSync(folder).filter((name) => name.includes(".new"))).toEqual([]);
});

test("openLedger() refuses a log of writes whose store is missing", { tags: "REC-2" }, async () => {
  const { ledger, folder } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  const path = join(folder, "ledger.sqlite");
  const log = readFileSync(`${path}-wal`);
  await ledger.close();
  rmSync(path);
  writeFileSync(`${path}-wal`, log);

  expect(await problemOf(folder)).toMatchObject({
    code: "store_damaged",
    message: expect.stringContaining("its log of writes is there"),
  });
  expect(existsSync(path)).toBe(false);
});

test.each(["CREATE TABLE runs", "COMMIT", "close"])(
  "a start that ends at %s of a new store leaves no store, and the next one makes it",
  { tags: "REC-2" },
  async (step) => {
    const real = await driver();
    const dying: SqlDriver = {
      ...real,
      open: (path) => {
        const database = real.open(path);
        if (!path.endsWith(".new")) return database;
        onTestFinished(() => database.close());
        const die = (text: string): void => {
          if (text.includes(step)) throw new Error("killed");
        };
        return {
          ...database,
          exec: (text) => {
            die(text);
            database.exec(text);
          },
          close: () => die("close"),
        };
      },
    };
    const folder = createFolder();

    expect(await problemOf(folder, { driver: dying })).toMatchObject({ code: "store_unusable" });
    expect(existsSync(join(folder, "ledger.sqlite"))).toBe(false);
    expect(await problemOf(folder)).toBeUndefined();
  },
);

test("openLedger() writes a store anew that could not give space back, if the disk has room", async () => {
  const { ledger, folder } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  await ledger.close();
  await change(folder, "PRAGMA auto_vacuum = NONE; VACUUM");
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);

  expect(await problemOf(folder, { warn, freeBytes: () => 0 })).toBeUndefined();
  expect(warnings).toEqual([
    expect.stringContaining("cannot give space back before a start with 1 MiB"),
  ]);
});

test("openLedger() writes a store anew once, and keeps what is in it", async () => {
  const { ledger, folder } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  await ledger.close();
  await change(folder, "PRAGMA auto_vacuum = NONE; VACUUM");
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);
  for (const _ of [1, 2]) {
    const opened = await open(folder, { warn });
    if (!opened.ok) throw new Error(opened.problem.message);
    expect(await opened.ledger.run("r1")).toMatchObject({ state: "queued" });
    await opened.ledger.close();
  }

  expect(warnings).toEqual([expect.stringContaining("is written anew once")]);
  const database = (await driver()).open(join(folder, "ledger.sqlite"));
  onTestFinished(() => database.close());
  expect(database.prepare("PRAGMA auto_vacuum").get()).toMatchObject({ auto_vacuum: 2 });
});

test("openLedger() opens a store that cannot be written anew, and says why", async () => {
  const { ledger, folder } = await createTestLedger();
  await ledger.close();
  await change(folder, "PRAGMA auto_vacuum = NONE; VACUUM");
  const real = await driver();
  const full: SqlDriver = {
    ...real,
    open: (path) => {
      const database = real.open(path);
      return {
        ...database,
        exec: (text) => {
          if (text.includes("VACUUM;")) throw new Error("database or disk is full");
          database.exec(text);
        },
      };
    },
  };
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);

  expect(await problemOf(folder, { driver: full, warn })).toBeUndefined();
  expect(warnings[1]).toContain("cannot be written anew: database or disk is full");
});

/** Runs with long messages, which have ended. */
async function fill(ledger: Ledger, runs: number): Promise<void> {
  const message = "x".repeat(10_000);
  await Promise.all(
    Array.from({ length: runs }, (_, index) => {
      const action = { ...runOf("r").action, message };
      return acceptRun(ledger, runOf(`r${index}`, { action, sessionKey: `hook:${index}` }));
    }),
  );
  await ledger.claimRuns({ now: NOON, limit: runs });
  const ends = Array.from({ length: runs }, (_, index) =>
    ledger.commit([{ kind: "run", runId: `r${index}`, state: "done", at: NOON }]),
  );
  await Promise.all(ends);
}

test("the space of what is forgotten goes back to the disk, while the store takes writes", {
  tags: ["SES-6", "OPS-3"],
}, async () => {
  const { ledger, folder } = await createTestLedger();
  await fill(ledger, 1_000);
  const size = (): number => statSync(join(folder, "ledger.sqlite")).size;
  expect((await ledger.counts()).bytes).toBeGreaterThan(10_000_000);
  await ledger.forget(NOON + 1);
  expect(await acceptRun(ledger, runOf("later"))).toMatchObject({ ok: true });

  await expect.poll(size).toBeLessThan(500_000);
  expect((await ledger.counts()).bytes).toBeLessThan(500_000);
  expect(await ledger.run("later")).toMatchObject({ state: "queued" });
});

test("a start goes on to give back what the process before had no time for", {
  tags: "SES-6",
}, async () => {
  const test = await createTestLedger();
  await fill(test.ledger, 1_000);
  await test.ledger.forget(NOON + 1);
  const ledger = await test.reopen();

  await expect.poll(async () => (await ledger.counts()).bytes).toBeLessThan(500_000);
});

test("the state folder has mode 0700 and each file 0600", { tags: "SEC-6" }, async () => {
  const folder = join(createFolder(), "deep", "state");
  const { ledger } = await createTestLedger({ folder });
  await acceptRun(ledger, runOf("../escape", { sessionKey: "../../etc" }));

  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const files = readdirSync(folder);
  expect(files).toContain("ledger.sqlite-wal");
  for (const file of files) {
    expect([file, statSync(join(folder, file)).mode & 0o777]).toEqual([file, 0o600]);
  }
  expect(files.every((file) => file.startsWith("ledger."))).toBe(true);
});

test("openLedger() takes the rights of others from its own folder", { tags: "SEC-6" }, async () => {
  const { ledger, folder } = await createTestLedger();
  await ledger.close();
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "ledger.sqlite"), 0o644);

  expect(await problemOf(folder)).toBeUndefined();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "ledger.sqlite")).mode & 0o777).toBe(0o600);
});

test("openLedger() refuses a folder of others that has other files", {
  tags: "SEC-6",
}, async () => {
  const folder = createFolder();
  writeFileSync(join(folder, "notes.txt"), "Mine");
  chmodSync(folder, 0o755);

  expect(await problemOf(folder)).toMatchObject({
    code: "state_folder_shared",
    hint: expect.stringContaining(`chmod 700 ${folder}`),
  });
  expect(statSync(folder).mode & 0o777).toBe(0o755);
});

test("openLedger() says what to do about a folder that cannot be made", async () => {
  const file = join(createFolder(), "file");
  writeFileSync(file, "");

  expect(await problemOf(join(file, "state"))).toMatchObject({ code: "state_folder_unusable" });
});

test("openLedger() says what to do about a file that cannot be opened", async () => {
  const folder = createFolder();
  mkdirSync(join(folder, "ledger.sqlite"));

  expect(await problemOf(folder)).toMatchObject({ code: "store_unusable" });
  expect(await problemOf(folder)).toMatchObject({ code: "store_unusable" });
});

test("openLedger() names the library to install where there is none", async () => {
  const opened = await loadDriver("node");

  expect(opened.ok).toBe(hasNodeSqlite(process.versions.node));
  const folder = createFolder();
  const missing = await problemOf(folder, { driver: "node" });
  if (opened.ok) return;
  expect(missing).toEqual({
    code: "no_sqlite",
    message: `No SQLite library was found for Node ${process.versions.node}`,
    hint: 'Use Node 22.13 or newer, which includes one, or install one: "npm install libsql@0.5.29"',
  });
  expect(existsSync(join(folder, "ledger.sqlite"))).toBe(false);
});

test("openLedger() opens with one library what the other has written", async () => {
  const ids = ["libsql", "node"] as const;
  const loaded = await Promise.all(ids.map((id) => loadDriver(id)));
  const drivers = loaded.flatMap((result) => (result.ok ? [result.driver] : []));
  const folder = createFolder();
  for (const [index, driver] of [...drivers, ...drivers].entries()) {
    const { ledger } = await createTestLedger({ folder, driver });
    await acceptRun(ledger, runOf(`r${index}`, { sessionKey: "\u0000" }));

    expect((await ledger.counts()).runs.queued).toBe(index + 1);
    expect((await ledger.runs({ key: "\u0000" })).items).toHaveLength(index + 1);
    await ledger.close();
  }
});

test.each([
  ["20.19.0", false],
  ["22.12.9", false],
  ["22.13.0", true],
  ["23.3.0", false],
  ["23.4.0", true],
  ["24.0.0", true],
])("hasNodeSqlite() of %s is %s", (version, expected) => {
  expect(hasNodeSqlite(version)).toBe(expected);
});

test("openLedger() warns of a store over 1 GiB", { tags: "LIM-4" }, async () => {
  const { ledger, folder, warnings } = await createTestLedger();
  await ledger.close();
  expect(warnings).toEqual([]);
  // A file with a hole: SQLite reads as many pages as its header says.
  truncateSync(join(folder, "ledger.sqlite"), 1_073_741_825);
  await open(folder, { warn: (message: string) => warnings.push(message) });

  expect(warnings).toEqual([expect.stringContaining("larger than 1 GiB")]);
});

const storeOf = (folder: string) => join(folder, "ledger.sqlite");

function storeFilesOf(folder: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.startsWith("ledger.sqlite"));
}

async function openProblem(folder: string): Promise<unknown> {
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
  expect((await ledger.counts()).fault).toBeUndefined();
  lose(folder, storeOf(folder));

  // Also before anything is written.
  expect((await ledger.counts()).fault?.message).toContain(found);
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
  expect((await test.ledger.counts()).fault).toBeUndefined();
  expect((await (await test.reopen()).runs()).items.map(({ id }) => id)).toEqual(["r1"]);
});

test("openLedger() makes no new store where the folder has had one", async () => {
  const { ledger, folder } = await createTestLedger();
  await ledger.close();
  rmSync(storeOf(folder));

  expect(await openProblem(folder)).toEqual({
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

    expect(await openProblem(folder)).toMatchObject({
      code: "store_missing",
      message: `The store ${storeOf(folder)} is a link to ${target}, which is missing`,
    });
    expect(existsSync(target)).toBe(false);
  },
);

test("openLedger() names a state folder that is a link to nothing", async () => {
  const folder = join(createFolder(), "state");
  symlinkSync(`${folder}.none`, folder);

  expect(await openProblem(folder)).toMatchObject({
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
    expect(await openProblem(folder)).toMatchObject({ code: "store_in_use" });
  }
  expect(await acceptRun(ledger, runOf("r1"))).toMatchObject({ ok: true });
  await ledger.close();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

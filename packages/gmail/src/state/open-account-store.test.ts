// What is kept of a mailbox: durable, private, never silently reset.
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { LockFile } from "./lock.ts";
import { type OpenAccountStoreOptions, openAccountStore } from "./open-account-store.ts";
import { openPostedLog, parsePostedLog } from "./posted-log.ts";
import { accountFolderOf } from "./prepare-folder.ts";
import { readAccounts } from "./read-accounts.ts";

const ACCOUNT = "you@gmail.com";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-state-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Locks of this process; the system's own is tested in packages/host. */
function createLocks(): LockFile {
  const held = new Set<string>();
  return async (path) => {
    if (held.has(path)) return { ok: false, processId: 17 };
    held.add(path);
    return { ok: true, release: () => void held.delete(path) };
  };
}

async function open(stateFolder: string, options: Partial<OpenAccountStoreOptions> = {}) {
  const lockFile = createLocks();
  const opened = await openAccountStore({ stateFolder, account: ACCOUNT, lockFile, ...options });
  if (!opened.ok) throw new Error(opened.problem.message);
  onTestFinished(opened.store.close);
  return opened.store;
}

const folderOf = (stateFolder: string) => accountFolderOf(stateFolder, ACCOUNT) as string;

test("openAccountStore() finds after a restart what was kept before", async () => {
  const stateFolder = makeFolder();
  const store = await open(stateFolder, { mode: "pull" });
  expect(store.state()).toEqual({ posted: new Map() });
  const watch = { expiresAt: 2_000, renewedAt: 1_000 };
  const failure = { code: "quota", message: "Too much was asked." } as const;
  const now = Date.now();
  await Promise.all([
    store.change({ cursor: "9007199254740993", watch }),
    store.markPosted("18c", now),
    store.change({ lastError: { at: 3, failure }, needsLogin: true }),
    store.markPosted("a line\nbreak", now + 1),
  ]);
  await store.close();
  const again = await open(stateFolder);
  const posted = new Map([
    ["18c", now],
    ["a line\nbreak", now + 1],
  ]);
  const cursor = "9007199254740993";
  const kept = { cursor, watch, lastError: { at: 3, failure }, needsLogin: true, posted };
  expect(again.state()).toEqual(kept);
  await again.change({ lastError: undefined, needsLogin: undefined });
  expect(again.state()).toEqual({ cursor, watch, posted });
  await again.close();
  const text = readFileSync(join(folderOf(stateFolder), "state.json"), "utf8");
  expect(JSON.parse(text)).toMatchObject({ version: 1, account: ACCOUNT, mode: "pull" });
});

test("openAccountStore() stores the mode of a run before its first look", async () => {
  const stateFolder = makeFolder();
  for (const mode of ["pull", "poll"] as const) {
    const store = await open(stateFolder, { mode });
    expect(await readAccounts(stateFolder)).toMatchObject({
      accounts: [{ files: { stored: { mode } } }],
    });
    await store.change({ cursor: "17" });
    await store.close();
  }
});

test("openAccountStore() makes folders of mode 0700 and files of mode 0600", async () => {
  const stateFolder = join(makeFolder(), "new");
  const store = await open(stateFolder);
  await store.change({ cursor: "1" });
  await store.markPosted("a", 1);
  await store.close();
  const folder = folderOf(stateFolder);
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect([stateFolder, join(stateFolder, "gmail"), folder].map(mode)).toEqual([
    "700",
    "700",
    "700",
  ]);
  expect(["state.json", "posted.log"].map((name) => mode(join(folder, name)))).toEqual([
    "600",
    "600",
  ]);
});

test.each(["", "you@gmail.com"])(
  "openAccountStore() refuses a folder that others can read: gmail/%s",
  async (name) => {
    const stateFolder = makeFolder();
    const folder = join(stateFolder, "gmail", name);
    mkdirSync(folderOf(stateFolder), { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o750);
    const lockFile = createLocks();
    expect(await openAccountStore({ stateFolder, account: ACCOUNT, lockFile })).toMatchObject({
      ok: false,
      problem: {
        code: "state_shared",
        message: expect.stringContaining("can be read by others"),
        hint: expect.stringContaining(`chmod 700 ${folder.replace(/\/$/, "")}`),
      },
    });
  },
);

test("openAccountStore() gives an account to one process, and to the next after it", async () => {
  const stateFolder = makeFolder();
  const lockFile = createLocks();
  const store = await open(stateFolder, { lockFile });
  const account = " YOU@gmail.com";
  expect(await openAccountStore({ stateFolder, account, lockFile })).toMatchObject({
    problem: { code: "state_in_use", hint: expect.stringContaining('"kill 17"') },
  });
  await open(stateFolder, { account: "me@gmail.com", lockFile });
  await store.close();
  await open(stateFolder, { lockFile });
});

test("openAccountStore() reads the state after a kill at any byte of a write", async () => {
  const stateFolder = makeFolder();
  const store = await open(stateFolder);
  await store.change({ cursor: "7" });
  await store.markPosted("first", Date.now());
  await store.close();
  const path = join(folderOf(stateFolder), "posted.log");
  const whole = readFileSync(path);
  const next = `[${Date.now()},"second"]\n`;
  for (let bytes = 0; bytes < next.length; bytes += 1) {
    writeFileSync(path, whole);
    appendFileSync(path, next.slice(0, bytes));
    // A write of state.json that did not get as far as its new name.
    writeFileSync(join(folderOf(stateFolder), "state.json.new"), '{"version":1,"curs');
    const again = await open(stateFolder);
    expect([again.state().cursor, ...again.state().posted.keys()]).toEqual(["7", "first"]);
    await again.markPosted("third", Date.now());
    await again.close();
    const last = await open(stateFolder);
    expect([...last.state().posted.keys()]).toEqual(["first", "third"]);
    await last.close();
  }
});

test.each([
  ["state.json", "", "state_damaged"],
  ["state.json", "{}", "state_damaged"],
  ["state.json", "[]", "state_damaged"],
  ["state.json", '{"version":1,"account":"a","cursor":5}', "state_damaged"],
  ["state.json", '{"version":1,"account":"a","watch":{"expiresAt":1}}', "state_damaged"],
  ["state.json", '{"version":1,"account":"a","lastError":{"at":1}}', "state_damaged"],
  ["state.json", '{"version":1}', "state_damaged"],
  ["state.json", '{"version":2}', "state_newer"],
  ["posted.log", "rubbish\n", "state_damaged"],
  ["posted.log", '[1,"a"]\n[2]\n', "state_damaged"],
  ["posted.log", '[1,"a"]\n["2","b"]\n[3,"c', "state_damaged"],
])(
  "openAccountStore() tells of a damaged %s and leaves it as it is: %j",
  async (name, text, code) => {
    const stateFolder = makeFolder();
    await (await open(stateFolder)).close();
    const path = join(folderOf(stateFolder), name);
    writeFileSync(path, text);
    const lockFile = createLocks();
    const opened = await openAccountStore({ stateFolder, account: ACCOUNT, lockFile });
    expect(opened).toMatchObject({ problem: { code, message: expect.stringContaining(path) } });
    expect(readFileSync(path, "utf8")).toBe(text);
    // What could not be opened is not held.
    writeFileSync(path, name === "state.json" ? '{"version":1,"account":"a"}' : "");
    await open(stateFolder, { lockFile });
  },
);

const WEEK_MS = 7 * 24 * 3_600_000;

test("openAccountStore() forgets mails that were posted more than 7 days ago", async () => {
  const stateFolder = makeFolder();
  await (await open(stateFolder)).close();
  const path = join(folderOf(stateFolder), "posted.log");
  const old = Array.from({ length: 1_500 }, (_, index) => `[${index},"old-${index}"]\n`);
  writeFileSync(path, `${old.join("")}[1400,"again"]\n`);
  const store = await open(stateFolder, { now: () => WEEK_MS + 1_300 });
  expect(store.state().posted.size).toBe(201);
  await store.markPosted("next", WEEK_MS);
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(203);
});

test("openPostedLog() writes a new file now and then, also where that fails once", async () => {
  const folder = makeFolder();
  const path = join(folder, "posted.log");
  const empty = { ok: true, ids: new Map(), lines: 0, wholeBytes: 0 } as const;
  let now = 1;
  const log = await openPostedLog(path, empty, { now: () => now, minForgottenLines: 3 });
  onTestFinished(log.close);
  mkdirSync(`${path}.new`);
  for (const id of ["a", "b", "c"]) await log.add(id, now);
  now += WEEK_MS + 1;
  for (const id of ["d", "e", "f"]) await log.add(id, now);
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(7);
  rmSync(`${path}.new`, { recursive: true });
  for (const id of ["g", "h", "i", "j"]) await log.add(id, now);
  expect(parsePostedLog(readFileSync(path))).toMatchObject({ ok: true, lines: 7 });
  expect([...log.ids.keys()]).toEqual(["d", "e", "f", "g", "h", "i", "j"]);
});

test("openPostedLog() leaves no half of a line where a write fails", async () => {
  const path = join(makeFolder(), "posted.log");
  const empty = { ok: true, ids: new Map(), lines: 0, wholeBytes: 0 } as const;
  const log = await openPostedLog(path, empty, { now: () => 1 });
  await log.add("a", 1);
  await log.close();
  await expect(log.add("b", 1)).rejects.toThrow();
  expect([...log.ids.keys()]).toEqual(["a"]);
  expect(readFileSync(path, "utf8")).toBe('[1,"a"]\n');
});

test("openAccountStore() says where a file cannot be used, and holds nothing", async () => {
  const stateFolder = makeFolder();
  await (await open(stateFolder)).close();
  mkdirSync(join(folderOf(stateFolder), "state.json"));
  const lockFile = createLocks();
  const opened = await openAccountStore({ stateFolder, account: ACCOUNT, lockFile });
  expect(opened).toMatchObject({ problem: { code: "state_unusable" } });
  rmSync(join(folderOf(stateFolder), "state.json"), { recursive: true });
  await open(stateFolder, { lockFile });
  const file = join(stateFolder, "file");
  writeFileSync(file, "");
  const inFile = await openAccountStore({ stateFolder: file, account: ACCOUNT, lockFile });
  expect(inFile).toMatchObject({ problem: { code: "state_unusable" } });
  const noLock = () => Promise.reject(new Error("There is no lock"));
  const options = { stateFolder, account: ACCOUNT, lockFile: noLock };
  expect(await openAccountStore(options)).toMatchObject({
    problem: { message: expect.stringContaining("There is no lock") },
  });
});

test("openAccountStore() reports a failed write, and the next one works", async () => {
  const stateFolder = makeFolder();
  const store = await open(stateFolder);
  const path = join(folderOf(stateFolder), "state.json.new");
  mkdirSync(path);
  await expect(store.change({ cursor: "1" })).rejects.toThrow();
  expect(store.state().cursor).toBeUndefined();
  rmSync(path, { recursive: true });
  await store.change({ cursor: "2" });
  expect(store.state().cursor).toBe("2");
  await store.close();
});

test.each([
  ["You@Gmail.com ", "you@gmail.com"],
  ["a+b@x.org", "a+b@x.org"],
  ["../../etc", "%2e.%2f..%2fetc"],
  ["-rf", "%2drf"],
  ["a/b\\c%d\0", "a%2fb%5cc%25d%00"],
  ["é@x.org", "%c3%a9@x.org"],
])("accountFolderOf() makes a safe name of %j", (account, name) => {
  expect(accountFolderOf("/state", account)).toBe(`/state/gmail/${name}`);
});

test.each(["", "  ", "x".repeat(241)])("accountFolderOf() refuses %j", async (account) => {
  expect(accountFolderOf("/state", account)).toBeUndefined();
  const opened = await openAccountStore({
    stateFolder: makeFolder(),
    account,
    lockFile: createLocks(),
  });
  expect(opened).toMatchObject({ problem: { code: "account_unusable" } });
});

// Programs of a process that was killed, with and without its reaper, and of one that ended.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, onTestFinished, type TestOptions, test, vi } from "vitest";
import { isAlive } from "../../../../tools/test-support/is-alive.ts";
import { skipTitle } from "../../../../tools/test-support/skip-title.mjs";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { systemOf } from "../system.ts";
import { findProcessesWith, isGroupAlive, killGroup, readProcess } from "./groups.ts";
import { endLeftPrograms } from "./left-programs.ts";

const noLinux = process.platform === "linux" ? undefined : "this is not Linux";
const linuxTest = (title: string, options: TestOptions, body: () => Promise<void>): void =>
  test.skipIf(noLinux !== undefined)(skipTitle(title, noLinux), options, body);

/** Starts a program that starts another one; both ignore SIGTERM. Prints the ids of both, and of the reaper. */
const OWNER = `
  import { createPrograms } from "./programs.mjs";
  const script = 'trap "" TERM; sleep 600 & echo $$ $!; while :; do sleep 0.1; done';
  createPrograms({ folder: process.argv[2] }).run({
    argv: ["/bin/sh", "-c", script],
    env: { PATH: process.env.PATH },
    input: "",
    label: "run-7",
    signal: new AbortController().signal,
    timer: () => () => undefined,
    onOutput: (text) => process.stdout.write(text),
  });`;

interface Owner {
  readonly process: ChildProcess;
  readonly folder: string;
  /** The program, and what it has started. */
  readonly pids: readonly [number, number];
}

async function startOwner(): Promise<Owner> {
  const dir = createTempDir({ "owner.mjs": OWNER });
  await build({
    entryPoints: [fileURLToPath(new URL("index.ts", import.meta.url))],
    outfile: join(dir, "programs.mjs"),
    format: "esm",
    bundle: true,
    platform: "node",
  });
  const folder = join(dir, "programs");
  const owner = spawn(process.execPath, [join(dir, "owner.mjs"), folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed] = (await once(owner.stdout, "data")) as [Buffer];
  const pids = printed.toString().trim().split(" ").map(Number) as [number, number];
  onTestFinished(() => {
    owner.kill("SIGKILL");
    killGroup(pids[0]);
  });
  return { process: owner, folder, pids };
}

/** The reaper is the shell that the owner started beside the program. */
function killWithReaper({ process: owner, pids }: Owner): void {
  const shells = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== pids[0] && parentOf(pid) === owner.pid);
  expect(shells).toHaveLength(1);
  for (const pid of shells) process.kill(pid, "SIGKILL");
  owner.kill("SIGKILL");
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "latin1"))?.[1]);
  } catch {
    return undefined;
  }
}

test("createPrograms() has its programs ended when its process is killed, and when it hangs before", async () => {
  const owner = await startOwner();
  owner.process.kill("SIGSTOP");
  expect(owner.pids.map(isAlive)).toEqual([true, true]);
  owner.process.kill("SIGKILL");
  await expect.poll(() => owner.pids.map(isAlive)).toEqual([false, false]);
});

linuxTest(
  "endLeftPrograms() ends a program whose process and reaper were killed",
  { tags: "REC-3" },
  async () => {
    const owner = await startOwner();
    killWithReaper(owner);
    await once(owner.process, "exit");
    expect(owner.pids.map(isAlive)).toEqual([true, true]);
    const left = endLeftPrograms(owner.folder);
    expect(left.map(({ label }) => label)).toEqual(["run-7"]);
    await left[0]?.gone;
    expect(owner.pids.map(isAlive)).toEqual([false, false]);
    expect(readdirSync(owner.folder)).toEqual([]);
  },
);

linuxTest(
  "endLeftPrograms() ends what is left of a group whose program has ended",
  { tags: "REC-3" },
  async () => {
    const owner = await startOwner();
    // A process that is stopped takes no note of the end.
    owner.process.kill("SIGSTOP");
    process.kill(owner.pids[0], "SIGKILL");
    killWithReaper(owner);
    await once(owner.process, "exit");
    await expect.poll(() => readProcess(owner.pids[0])).toBe(undefined);
    const [left] = endLeftPrograms(owner.folder);
    await left?.gone;
    expect(isAlive(owner.pids[1])).toBe(false);
  },
);

linuxTest(
  "endLeftPrograms() finds a program whose process was killed before it could note the id",
  { tags: "REC-3" },
  async () => {
    const owner = await startOwner();
    const [name = ""] = readdirSync(owner.folder);
    const path = join(owner.folder, name);
    killWithReaper(owner);
    await once(owner.process, "exit");
    const [first] = readFileSync(path, "utf8").split("\n");
    // The second line is cut within.
    writeFileSync(path, `${first}\n{"pid":`);
    const left = endLeftPrograms(owner.folder);
    expect(left).toHaveLength(1);
    await left[0]?.gone;
    expect(owner.pids.map(isAlive)).toEqual([false, false]);
  },
);

test("endLeftPrograms() leaves a process alone that has the id of one that ended, and removes the note", async () => {
  const folder = createTempDir();
  const other = spawn("/bin/sh", ["-c", "sleep 600"], { detached: true, stdio: "ignore" });
  onTestFinished(() => killGroup(other.pid));
  const path = join(folder, "note");
  const note = { label: "run-1" };
  appendFileSync(path, `${JSON.stringify(note)}\n`);
  appendFileSync(path, `${JSON.stringify({ pid: other.pid, start: "another" })}\n`);
  expect(endLeftPrograms(folder)).toEqual([]);
  expect(isGroupAlive(other.pid as number)).toBe(true);
  expect(existsSync(path)).toBe(false);
});

test("endLeftPrograms() finds nothing where nothing was noted, and where a note was never finished", () => {
  expect(endLeftPrograms("/nowhere/programs")).toEqual([]);
  const folder = createTempDir({ empty: "", half: '{"la' });
  expect(endLeftPrograms(folder)).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test("isGroupAlive() is true for a group of another user, and false for one that has ended", () => {
  const kill = vi.spyOn(process, "kill");
  onTestFinished(() => kill.mockRestore());
  kill.mockImplementationOnce(() => {
    throw Object.assign(new Error("not permitted"), { code: "EPERM" });
  });
  expect(isGroupAlive(7)).toBe(true);
  kill.mockImplementationOnce(() => {
    throw Object.assign(new Error("no such process"), { code: "ESRCH" });
  });
  expect(isGroupAlive(7)).toBe(false);
});

const noPs = existsSync("/bin/ps") || existsSync("/usr/bin/ps") ? undefined : "ps is not installed";

test.skipIf(noPs !== undefined)(
  skipTitle("readProcess() asks ps where there is no /proc, and knows no environments there", noPs),
  () => {
    const program = spawn("/bin/sh", ["-c", "sleep 600"], { detached: true, stdio: "ignore" });
    const pid = program.pid as number;
    onTestFinished(() => killGroup(pid));
    const macos = systemOf("darwin");
    const facts = readProcess(pid, macos);
    expect(facts).toMatchObject({ pid, group: pid, start: expect.stringMatching(/\d\d:\d\d/) });
    expect(readProcess(pid, macos)).toEqual(facts);
    // No process has so high an id.
    expect(readProcess(99_999_999, macos)).toBe(undefined);
    expect(isGroupAlive(pid, macos)).toBe(true);
    expect(findProcessesWith("PATH", process.env["PATH"] ?? "", macos)).toEqual([]);
    expect(isGroupAlive(pid, systemOf("win32"))).toBe(false);
  },
);

// Real programs of the shell's kind, in groups of their own.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isAlive } from "../../../../tools/test-support/is-alive.ts";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { createPrograms, type ProgramEnd, type ProgramOptions } from "./create-programs.ts";

interface Started {
  readonly ended: Promise<ProgramEnd>;
  readonly output: () => string;
  readonly errors: () => string;
  /** Waits that were armed, and what they do. */
  readonly waits: { readonly milliseconds: number; readonly task: () => void }[];
}

function start(
  script: string,
  options: Partial<ProgramOptions> = {},
  folder?: string,
): Started & { readonly controller: AbortController } {
  const controller = new AbortController();
  const waits: Started["waits"] = [];
  let output = "";
  let errors = "";
  const ended = createPrograms({ folder }).run({
    argv: ["/bin/sh", "-c", script],
    env: { PATH: process.env["PATH"] ?? "" },
    input: "",
    label: "run-1",
    signal: controller.signal,
    timer: (task, milliseconds) => {
      waits.push({ milliseconds, task });
      return () => undefined;
    },
    onOutput: (text) => {
      output += text;
    },
    onError: (text) => {
      errors += text;
    },
    ...options,
  });
  return { ended, output: () => output, errors: () => errors, waits, controller };
}

test("run() gives the input and the environment, and tells output, errors and status", async () => {
  const program = start('cat; echo "$A" >&2; exit 3', { input: "hällo", env: { A: "b" } });
  expect(await program.ended).toEqual({ kind: "exited", status: 3 });
  expect([program.output(), program.errors()]).toEqual(["hällo", "b\n"]);
});

test("run() works in the folder, and lets errors go nowhere where nobody reads them", async () => {
  const folder = createTempDir();
  const controller = new AbortController();
  let output = "";
  const ended = createPrograms().run({
    ...{ argv: ["/bin/sh", "-c", "pwd; echo x >&2"], cwd: folder, env: {}, input: "" },
    ...{ label: "run-1", signal: controller.signal, timer: () => () => undefined },
    onOutput: (text) => {
      output += text;
    },
  });
  expect(await ended).toEqual({ kind: "exited", status: 0 });
  expect(output.trim()).toMatch(new RegExp(`${folder}$`));
});

test.each([
  ["ENOENT", { argv: ["/nowhere/agent"] as const }],
  ["ERR_INVALID_ARG_VALUE", { argv: ["/bin/sh", "a\0b"] as const }],
  ["ECANCELED", { signal: AbortSignal.abort("stopping") }],
])("run() says that a program cannot be started: %s", async (code, options) => {
  const folder = createTempDir();
  const { ended } = start("exit 0", options, folder);
  expect(await ended).toEqual({ kind: "not_started", code });
  expect(readdirSync(folder)).toEqual([]);
});

test("run() tells no status of a program that a signal ended, and minds no input that is not read", async () => {
  const { ended } = start("exec 0<&-; kill -KILL $$", { input: "x".repeat(5_000_000) });
  expect(await ended).toEqual({ kind: "exited", status: null });
});

test("run() sends SIGTERM to the group with its signal, and SIGKILL 5 s later", {
  tags: "TIM-2",
}, async () => {
  const stubborn = "trap '' TERM; sleep 600 & echo $$ $!; while :; do sleep 0.1; done";
  const program = start(stubborn);
  await expect.poll(program.output).toMatch(/\n/);
  const pids = program.output().trim().split(" ").map(Number);
  program.controller.abort("timeout");
  expect(program.waits.map(({ milliseconds }) => milliseconds)).toEqual([5_000]);
  expect(isAlive(pids[0] as number)).toBe(true);
  program.waits[0]?.task();
  expect(await program.ended).toEqual({ kind: "exited", status: null });
  await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
});

test("run() ends what a program leaves in its group, and waits 1 s at most for what holds its output open", async () => {
  const left = start("sleep 600 & echo $!");
  await left.ended;
  await expect.poll(() => isAlive(Number(left.output()))).toBe(false);
  const detached = start("setsid sleep 600 & sleep 0.3; echo $!");
  await expect.poll(() => detached.waits.length).toBe(1);
  expect(detached.waits[0]?.milliseconds).toBe(1_000);
  detached.waits[0]?.task();
  expect(await detached.ended).toEqual({ kind: "exited", status: 0 });
  process.kill(Number(detached.output()), "SIGKILL");
});

test("run() notes which program runs, for its owner alone, and takes the note back", async () => {
  const folder = join(createTempDir(), "programs");
  const program = start("echo $$ $HOOKWRIGHT_PROGRAM; sleep 600", {}, folder);
  onTestFinished(() => program.controller.abort());
  await expect.poll(program.output).toMatch(/\n/);
  const [pid, id = ""] = program.output().trim().split(" ");
  expect(readdirSync(folder)).toEqual([id]);
  const lines = readFileSync(join(folder, id), "utf8").trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { label: "run-1" },
    { pid: Number(pid), start: expect.stringMatching(/./) },
  ]);
  program.controller.abort();
  await program.ended;
  expect(existsSync(join(folder, id))).toBe(false);
});

test("run() runs a program whose note cannot be written", async () => {
  const file = join(createTempDir({ file: "" }), "file");
  expect(await start("exit 0", {}, join(file, "programs")).ended).toMatchObject({ status: 0 });
});

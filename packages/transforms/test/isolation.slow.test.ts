// Hostile modules that attack other events, globals, payloads, answers and processes.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { isAlive } from "../../../tools/test-support/is-alive.ts";
import { takeWarnings } from "../../../tools/test-support/take-warnings.ts";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { WRITES_DEEP_JSON } from "../../../tools/test-support/writes-deep-json.ts";
import { createTransformLoader } from "../src/load/transform-loader.ts";
import type { ModuleOutput } from "../src/worker/output-relay.ts";
import {
  callOf,
  configOf,
  contextOf,
  copyModules,
  createTestLoader,
  failureOf,
  load,
  modulesDir,
} from "./support/load-modules.ts";

/** Workers come last where the processor is busy: what is not about limits gets long ones. */
const LONG = { timeoutMs: 60_000 };
const PATIENT = { loadTimeoutMs: 60_000 };

test("createTransformLoader() isolates the changes that a module makes to the payload", async () => {
  const loaded = await load(copyModules("hostile"), configOf(["mutates.js"]));
  const context = contextOf(
    { text: "as sent", inner: { list: [1] } },
    { headers: { "x-id": "7" } },
  );
  const before = JSON.stringify(context);
  expect(await callOf(loaded, "mutates.js")(context)).toEqual({ message: "changed" });
  expect(JSON.stringify(context)).toBe(before);
});

test("createTransformLoader() isolates the globals that a module patches", async () => {
  const modules = ["patches-globals.js", "ordinary.js"];
  const loaded = await load(copyModules("hostile"), configOf(modules));
  const patched = callOf(loaded, "patches-globals.js");
  const ordinary = callOf(loaded, "ordinary.js");
  for (const id of ["a", "b"]) {
    expect(await patched(contextOf({ id }))).toEqual({ name: id });
    expect(await ordinary(contextOf({ id }))).toEqual({ message: `ordinary ${id}` });
  }
  expect(JSON.stringify([1])).toBe("[1]");
  expect(process.env["PATH"]).not.toBe("patched");
});

test("createTransformLoader() answers events of a module whose timers keep failing, and reports a few", async () => {
  const warnings: string[] = [];
  const loaded = await load(copyModules("hostile"), configOf(["timers.js"]), {
    warn: (message) => warnings.push(message),
  });
  const call = callOf(loaded, "timers.js");
  for (const id of ["a", "b", "c"]) {
    expect(await call(contextOf({ id }))).toEqual({ message: id });
  }
  await expect.poll(() => warnings.length).toBe(10);
  // The timers fail on while these are answered.
  for (const id of ["d", "e"]) {
    expect(await call(contextOf({ id }))).toEqual({ message: id });
    await sleep(50);
  }
  expect(warnings).toHaveLength(10);
  expect(warnings[0]).toMatch(
    /^Background work of a transform failed: Error: from a (promise|timer) \(.*timers\.js:\d+:\d+\)\.$/,
  );
});

test("createTransformLoader() warns of failing background work by a process warning", async () => {
  const warnings = takeWarnings();
  const configFile = join(copyModules("hostile"), "hooks.json5");
  const loader = createTransformLoader({ configFile });
  const loaded = await loader.load(configOf(["timers.js"]), { secrets: () => undefined });
  await callOf(loaded, "timers.js")(contextOf({ id: "a" }));
  const message = expect.stringContaining("Background work of a transform failed: Error: from a");
  await expect.poll(() => warnings[0]).toMatchObject({ message });
  await loader.close(0);
});

test("createTransformLoader() gives an event to another worker if an earlier event blocks the first", async () => {
  const loaded = await load(copyModules("hostile"), configOf(["hangs-after-answer.js"]), PATIENT);
  const call = callOf(loaded, "hangs-after-answer.js");
  expect(await call(contextOf({ id: "first", hang: true }), LONG)).toEqual({ message: "first" });
  await sleep(50);
  expect(await call(contextOf({ id: "second" }), LONG)).toEqual({ message: "second" });
});

test("createTransformLoader() ignores an answer with another id than the call's", async () => {
  const loaded = await load(copyModules("hostile"), configOf(["writes-to-server.js"]));
  const call = callOf(loaded, "writes-to-server.js");
  for (const id of ["a", "b"]) {
    expect(await call(contextOf({ what: "otherAnswer", id }))).toEqual({ message: id });
  }
});

test("createTransformLoader() ignores an answer with the id of an earlier event", async () => {
  const loaded = await load(
    copyModules("hostile"),
    configOf(["answers-again.js"], { transforms: { workers: 1 } }),
  );
  const call = callOf(loaded, "answers-again.js");
  for (const [index, id] of ["a", "b", "c"].entries()) {
    // `name`: how many ids the module has learned.
    expect(await call(contextOf({ id }), LONG)).toEqual({ message: id, name: String(index + 1) });
  }
});

test("createTransformLoader() refuses a payload that cannot be written, in both kinds of isolation", async () => {
  const deep = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
  for (const isolation of ["worker", "inline"]) {
    const loaded = await load(
      copyModules("hostile"),
      configOf(["ordinary.js"], { transforms: { isolation } }),
    );
    const call = callOf(loaded, "ordinary.js");
    const failure = await failureOf(call(contextOf(deep)));
    if (WRITES_DEEP_JSON && isolation === "worker") expect(failure).toMatch(/^no failure/);
    else
      expect(failure).toBe(
        'TransformFailure: cannot be given this payload, which is nested too deeply (module "ordinary.js")',
      );
    expect(await call(contextOf({ id: 1 }))).toEqual({ message: "ordinary 1" });
  }
});

test("createTransformLoader() answers each of 1,000 concurrent events with its own result while others hang", async () => {
  const loaded = await load(copyModules("hostile"), configOf(["ordinary.js", "infinite-loop.js"]));
  const hanging = callOf(loaded, "infinite-loop.js");
  const failures = Promise.all(
    Array.from({ length: 8 }, () => failureOf(hanging(contextOf({}), { timeoutMs: 1_500 }))),
  );
  const ordinary = callOf(loaded, "ordinary.js");
  const results = await Promise.all(
    Array.from({ length: 1_000 }, (_, id) => ordinary(contextOf({ id }))),
  );
  expect(results).toEqual(
    Array.from({ length: 1_000 }, (_, id) => ({ message: `ordinary ${id}` })),
  );
  for (const failure of await failures) {
    expect(failure).toMatch(/did not answer within 1500 ms|waited 1500 ms for a worker/);
  }
});

test("createTransformLoader() leaves no process behind once it is closed", async () => {
  const loaded = await load(copyModules("hostile"), configOf(["hangs-after-answer.js"]));
  const { pid } = (await callOf(loaded, "hangs-after-answer.js", "whoami")(contextOf({}))) as {
    pid: number;
  };
  expect(existsSync(`/proc/${pid}`)).toBe(true);
  await loaded.close(100);
  expect(existsSync(`/proc/${pid}`)).toBe(false);
});

test("createTransformLoader() lowers the priority of a module that keeps losing workers", async () => {
  const module = `import { getPriority } from "node:os";
    export default ({ payload }) => payload.exit ? process.exit(1) : { own: getPriority() };`;
  const dir = modulesDir({ "a.js": module, "b.js": `// another\n${module}\nexport const b = 1;` });
  const loaded = await load(dir, configOf(["a.js", "b.js"]), PATIENT);
  const priorityOf = async (name: string): Promise<number> => {
    const result = await callOf(loaded, name)(contextOf({}), LONG);
    return (result as { own: number }).own;
  };
  const exit = async (): Promise<string> =>
    failureOf(callOf(loaded, "a.js")(contextOf({ exit: true }), LONG));
  const before = await priorityOf("a.js");
  expect(await exit()).toMatch(/exit code 1/);
  expect(await priorityOf("a.js")).toBe(before);
  expect(await exit()).toMatch(/exit code 1/);
  // A higher number is a lower priority.
  expect(await priorityOf("a.js")).toBeGreaterThan(before);
  expect(await priorityOf("b.js")).toBe(before);
});

/** Enough for the start of a worker on a busy machine. */
const LATE = 2_000;

async function loadSpawner(output: "ignore" | (() => boolean) = "ignore") {
  const modules = configOf(["spawns.js"], { transforms: { workers: 1 } });
  const loaded = await load(copyModules("hostile"), modules, { output, loadTimeoutMs: 60_000 });
  const file = join(createTempDir(), "pid");
  const call = (payload: object, limit = LONG) =>
    callOf(loaded, "spawns.js")(contextOf({ file, ...payload }), limit);
  const started = (): number => {
    const pid = Number(readFileSync(file, "utf8"));
    onTestFinished(() => void (isAlive(pid) && process.kill(pid, "SIGKILL")));
    return pid;
  };
  return { loaded, call, started };
}

test.each([
  ["hangs", { timeoutMs: LATE }, /did not answer within/],
  ["spins", { timeoutMs: LATE }, /did not answer within/],
  ["exits", LONG, /ended its worker with exit code 4/],
])(
  "createTransformLoader() ends what a module started when it %s, and serves the next event",
  async (ending, limit, fails) => {
    const { call, started } = await loadSpawner();
    expect(await failureOf(call({ ending }, limit))).toMatch(fails);
    await expect.poll(() => isAlive(started())).toBe(false);
    expect(await call({ ending: "answers" })).toEqual({ message: "started" });
  },
);

test("createTransformLoader() ends what a module started when it is closed", async () => {
  const { loaded, call, started } = await loadSpawner();
  await call({ ending: "answers" });
  expect(isAlive(started())).toBe(true);
  await loaded.close(0);
  await expect.poll(() => isAlive(started())).toBe(false);
});

test("createTransformLoader() is not held up by a process of another group that has the pipes of a worker", async () => {
  const { loaded, call, started } = await loadSpawner(() => true);
  const failure = failureOf(call({ ending: "exits", detached: true }));
  expect(await failure).toMatch(/ended its worker with exit code 4/);
  const first = started();
  expect(await call({ ending: "answers", detached: true })).toEqual({ message: "started" });
  await loaded.close(0);
  expect([first, started()].map(isAlive)).toEqual([true, true]);
});

const ENV = {
  PATH: process.env["PATH"],
  OWN_TOKEN: "of-the-module",
  HOOK_TOKEN: "named-in-the-config",
  COPY: " named-in-the-config ",
  LITERAL: "a-token-of-at-least-24-letters",
  SIGNING: "signing-secret",
  FROM_FILE: "text of a file",
  PART: "part",
  HEADER: "Bearer named-in-the-config",
  WHOLE_CONFIG: '{"token":"a-token-of-at-least-24-letters"}',
  NOTE: "short words, such as part and pin, are in many a text",
};

const SECRETS = {
  transforms: {},
  gmail: { pushToken: "${HOOK_TOKEN}" },
  auth: { github: { secrets: [{ source: "env", provider: "default", id: "SIGNING" }] } },
  other: [{ key: { file: "secret.txt" } }, { password: "a-${PART}-b" }, { keyPin: "pin" }],
};

async function namesSeen(hooks: object, env: object = ENV): Promise<readonly string[]> {
  const dir = createTempDir({
    "secret.txt": "text of a file\n",
    "hooks/transforms/env.js":
      "export default () => ({ message: Object.keys(process.env).join() });",
  });
  const loaded = await load(dir, configOf(["env.js"], hooks), { env: env as NodeJS.ProcessEnv });
  const result = await callOf(loaded, "env.js")(contextOf({}));
  return (result as { message: string }).message.split(",").sort();
}

test("createTransformLoader() passes on the environment without the secrets of the config, by name and value", async () => {
  expect(await namesSeen(SECRETS)).toEqual(["NOTE", "OWN_TOKEN", "PATH"]);
});

test("createTransformLoader() passes only the listed variables on, and no secret even if it is listed", async () => {
  const env = ["OWN_TOKEN", "HOOK_TOKEN", "constructor", "MISSING", 5];
  expect(await namesSeen({ ...SECRETS, transforms: { env } })).toEqual(["OWN_TOKEN"]);
});

test("createTransformLoader() passes on the environment of the process by default", async () => {
  process.env["HOOKWRIGHT_TEST_OWN"] = "x";
  onTestFinished(() => {
    delete process.env["HOOKWRIGHT_TEST_OWN"];
  });
  const dir = createTempDir({
    "hooks/transforms/env.js":
      "export default () => ({ message: process.env.HOOKWRIGHT_TEST_OWN });",
  });
  const loaded = await load(dir, configOf(["env.js"]));
  expect(await callOf(loaded, "env.js")(contextOf({}))).toEqual({ message: "x" });
});

test("createTransformLoader() passes on what modules print, line by line, with their names", async () => {
  const dir = createTempDir({
    "hooks/transforms/print.js":
      "console.log('out\\nput'); process.stdout.write('end'); export default () => null;",
    "hooks/transforms/fail.js": "console.error('err'); export default () => null;",
  });
  const outputs: ModuleOutput[] = [];
  const output = (line: ModuleOutput) => outputs.push(line);
  const loader = createTestLoader(dir, { output });
  await loader.load(configOf(["print.js", "fail.js"]));
  // The last output of a worker is read before the worker counts as gone.
  await loader.close(0);
  const textsOf = (name: string) =>
    outputs.filter((line) => line.module === name).map((line) => line.text);
  expect(textsOf("print.js")).toEqual(["out", "put", "end"]);
  expect(textsOf("fail.js")).toEqual(["err"]);
  expect(new Set(outputs.map(({ pid }) => pid)).size).toBe(2);
});

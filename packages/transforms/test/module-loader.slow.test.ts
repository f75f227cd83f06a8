// Modules of channels and runners in real workers: what is loaded, called, aborted and refused.
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OwnModuleRequest, OwnModuleResult } from "@hookwright/core";
import { expect, onTestFinished, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { createModuleLoader, type ModuleLoaderOptions } from "../src/load/module-loader.ts";

const PAGER = `
  import { define } from "@hookwright/host/kit";
  export default define(async (input, { signal }) => {
    if (input.exit) process.exit(3);
    if (input.fail) throw new TypeError("no " + input.fail);
    if (input.text) throw "no " + input.text;
    if (input.loop) for (;;);
    if (input.wait) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return { input, reason: signal?.reason, env: process.env.PAGER, pid: process.pid };
  });`;

const KIT = "export const define = (serve) => ({ serve });";

function createLoader(files: Readonly<Record<string, string>>, options = {}) {
  const dir = realpathSync(createTempDir({ "kit/kit.js": KIT, "config/x.txt": "", ...files }));
  const loader = createModuleLoader({
    configFile: join(dir, "config/hooks.yaml"),
    output: "ignore",
    ...(options as Partial<ModuleLoaderOptions>),
  });
  onTestFinished(() => loader.close(0));
  const load = (module: string, more: Partial<OwnModuleRequest> = {}) =>
    loader.load({
      module,
      path: ["host", "channels", "pager", "module"],
      what: "channel",
      env: { PAGER: "beep" },
      workers: 1,
      provides: { "@hookwright/host/kit": join(dir, "kit/kit.js") },
      ...more,
    });
  return { dir, load, loader };
}

function loaded(result: OwnModuleResult) {
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const { call } = result;
  if (call === undefined) throw new Error("The module was not run.");
  return { ...result, call };
}

const never = new AbortController().signal;

test("load() runs a module with the environment of the request alone, until it changes", async () => {
  const { dir, load } = createLoader({ "config/pager.ts": PAGER });
  const first = loaded(await load("./pager.ts"));
  const options = { timeoutMs: 10_000, signal: never };
  const answer = await first.call({ kind: "send" }, options);
  expect(answer).toMatchObject({ ok: true, value: { env: "beep" } });
  expect(first.files).toEqual([join(dir, "config/pager.ts")]);
  const again = loaded(await load("pager.ts"));
  const same = await again.call({ kind: "send" }, { timeoutMs: 10_000 });
  await first.close();
  writeFileSync(join(dir, "config/pager.ts"), `${PAGER}\nglobalThis.isChanged = true;`);
  const changed = loaded(await load("./pager.ts"));
  const other = await changed.call({ kind: "send" }, options);
  const pidOf = (one: typeof answer) => one.ok && (one.value as { pid: number }).pid;
  expect(pidOf(same)).toBe(pidOf(answer));
  expect(pidOf(other)).not.toBe(pidOf(answer));
});

test("load() reports an error of a call, an exit and a time limit, and goes on", async () => {
  const { load } = createLoader({ "config/pager.ts": PAGER });
  const { call } = loaded(await load("./pager.ts"));
  const ask = (input: object, timeoutMs = 10_000) => call(input, { timeoutMs, signal: never });
  expect(await ask({ fail: "way" })).toEqual({
    ...{ ok: false, began: true },
    reason: expect.stringMatching(/^threw TypeError: no way \(.*pager\.ts:5:\d+/),
    summary: expect.stringMatching(/^threw TypeError \(.*pager\.ts:5:\d+/),
  });
  expect(await ask({ exit: true })).toMatchObject({
    ...{ ok: false, began: true, reason: "ended its worker with exit code 3" },
  });
  expect(await ask({ loop: true }, 3_000)).toMatchObject({ ok: false, began: true });
  expect(await ask({ kind: "send" })).toMatchObject({ ok: true });
});

test("load() fires the signal of a call, and begins none after it", async () => {
  const { load } = createLoader({ "config/pager.ts": PAGER });
  const { call } = loaded(await load("./pager.ts"));
  const [running, waiting] = [new AbortController(), new AbortController()];
  const options = { timeoutMs: 20_000 };
  const first = call({ wait: true }, { ...options, signal: running.signal });
  const second = call({ kind: "send" }, { ...options, signal: waiting.signal });
  waiting.abort("stopping");
  expect(await second).toMatchObject({ ok: false, began: false });
  running.abort("timeout");
  expect(await first).toMatchObject({ ok: true, value: { reason: "timeout" } });
  const late = await call({ kind: "send" }, { ...options, signal: running.signal });
  expect(late).toMatchObject({ ok: false, began: false });
});

test("load() ends a worker that does not heed its signal", async () => {
  const { load } = createLoader({ "config/pager.ts": PAGER });
  const { call } = loaded(await load("./pager.ts"));
  const controller = new AbortController();
  const stuck = call({ loop: true }, { timeoutMs: 60_000, signal: controller.signal });
  setTimeout(() => controller.abort("stopping"), 300);
  expect(await stuck).toMatchObject({
    ok: false,
    began: true,
    reason: expect.stringMatching(/did not end/),
  });
}, 20_000);

test.each([
  ["./nothing.ts", {}, "module_missing", 'The channel module "./nothing.ts" does not exist.'],
  ["../pager.ts", {}, "module_invalid", /is not within the folder of the config: it goes up/],
  ["./x.txt", {}, "module_missing", 'The file "./x.txt" is not a channel module.'],
  ["./a.ts", { "config/a.ts": "}" }, "module_invalid", /cannot be built: a\.ts:1:1/],
  [
    "./a.ts",
    { "config/a.ts": 'throw new Error("no");' },
    "module_invalid",
    /threw Error: no \(a\.ts:1:7/,
  ],
  [
    "./a.ts",
    { "config/a.ts": "export const a = 1;" },
    "module_invalid",
    /does not export by default/,
  ],
  [
    "./a.ts",
    { "config/a.ts": "export default () => 1;" },
    "module_invalid",
    /defineChannel returns/,
  ],
  [
    "./a.ts",
    { "config/a.ts": 'export * from "../kit/kit.js";' },
    "module_invalid",
    /which is not within the folder of the config/,
  ],
] as const)("load() refuses %s of %j with %s", async (module, files, code, message) => {
  const { load } = createLoader(files);
  const result = await load(module);
  expect(result).toMatchObject({
    ok: false,
    problems: [
      {
        ...{ code, severity: "error", path: ["host", "channels", "pager", "module"] },
        message: typeof message === "string" ? message : expect.stringMatching(message),
      },
    ],
  });
});

test("load() only builds modules without runs", async () => {
  const files = {
    "config/pager.ts": PAGER,
    "config/old.cjs": "module.exports = { serve() {} };",
    "config/none.ts": "export const serve = () => 1;",
  };
  const { load } = createLoader(files, { runs: false });
  for (const name of ["pager.ts", "old.cjs"]) {
    const result = await load(name);
    expect(result).toMatchObject({ ok: true });
    expect(result).not.toHaveProperty("call");
    if (result.ok) await result.close();
  }
  expect(await load("none.ts", { what: "runner" })).toMatchObject({
    ...{ ok: false, problems: [{ hint: expect.stringMatching(/defineRunner/) }] },
  });
});

test("load() reports a folder that does not exist", async () => {
  const loader = createModuleLoader({ configFile: "/nowhere/hooks.yaml" });
  const result = await loader.load({
    ...{ module: "a.ts", path: ["host", "runner", "module"], what: "runner" },
    ...{ env: {}, workers: 1, provides: {} },
  });
  expect(result).toMatchObject({ ok: false, problems: [{ code: "module_invalid" }] });
  await loader.close();
});

test("load() reports work that a module left running and that fails", async () => {
  const warnings: string[] = [];
  const code = `
    export default { serve: () => { setTimeout(() => { throw new Error("late"); }); return 1; } };`;
  const warn = (text: string) => void warnings.push(text);
  const { load } = createLoader({ "config/a.js": code }, { warn });
  const { call } = loaded(await load("a.js"));
  expect(await call({}, { timeoutMs: 10_000 })).toEqual({ ok: true, value: 1 });
  await expect
    .poll(() => warnings)
    .toEqual([expect.stringMatching(/^Background work of a channel module failed: Error: late/)]);
});

test("call() does not begin with a signal that was aborted before, and describes what is thrown that is not an error", async () => {
  const { load } = createLoader({ "config/pager.ts": PAGER }, { output: undefined });
  const { call } = loaded(await load("pager.ts"));
  const signal = AbortSignal.abort("late");
  const answer = await call({ wait: true }, { timeoutMs: 10_000, signal });
  expect(answer).toMatchObject({ ok: false, began: false });
  const thrown = await call({ text: "text" }, { timeoutMs: 10_000 });
  expect(thrown).toMatchObject({
    ok: false,
    began: true,
    reason: expect.stringMatching(/^threw /),
  });
});

// Modules that mean harm, or are merely wrong: only their own event fails, and nobody else notices.
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createTransformLoader,
  type LoadedTransforms,
  loadTransforms,
} from "../../src/transforms/load/transform-loader.ts";
import {
  callOf,
  configOf,
  contextOf,
  copyModules,
  failureOf,
  fixtureFolder,
  load,
} from "./support.ts";

interface HostileCase {
  readonly module: string;
  readonly payload?: object;
  readonly timeoutMs?: number;
  readonly fails: RegExp;
}

/** Enough for 50 ordinary events on a busy machine. */
const LATE = 1_000;
const late = new RegExp(`^TransformFailure: did not answer within ${LATE} ms`);
const memory =
  /^TransformFailure: (ended its worker by SIGABRT.* more memory than 48 MB|needed more than 224 MB)/;

const CASES: readonly HostileCase[] = [
  { module: "infinite-loop.js", timeoutMs: LATE, fails: late },
  { module: "infinite-loop-later.js", timeoutMs: LATE, fails: late },
  { module: "never-settles.js", timeoutMs: LATE, fails: late },
  { module: "blocks-in-system-call.js", timeoutMs: LATE, fails: late },
  { module: "throws.js", payload: { what: "text" }, fails: /threw a string, no Error \(module/ },
  { module: "throws.js", payload: { what: "null" }, fails: /threw a null, no Error/ },
  { module: "throws.js", payload: { what: "undefined" }, fails: /threw a undefined, no Error/ },
  { module: "throws.js", payload: { what: "proxy" }, fails: /threw a value that cannot be read/ },
  { module: "throws.js", payload: { what: "getter" }, fails: /threw a value that cannot be read/ },
  {
    module: "throws.js",
    payload: { what: "long" },
    fails: /^Error: x{1000} \(.*throws\.js:\d+:\d+/,
  },
  { module: "returns.js", payload: { what: "proxy" }, fails: /as JSON: from within \(module/ },
  { module: "returns.js", payload: { what: "endlessProxy" }, fails: /as JSON: Maximum call stack/ },
  { module: "returns.js", payload: { what: "getter" }, fails: /as JSON: from within/ },
  { module: "returns.js", payload: { what: "cyclic" }, fails: /as JSON: Converting circular/ },
  {
    module: "returns.js",
    payload: { what: "bigint" },
    fails: /as JSON: Do not know how .* BigInt/,
  },
  { module: "returns.js", payload: { what: "function" }, fails: /: returned a function \(module/ },
  { module: "returns.js", payload: { what: "symbol" }, fails: /: returned a symbol/ },
  { module: "returns.js", payload: { what: "thenable" }, fails: /^Error: from then/ },
  { module: "exits.js", payload: { how: "exit" }, fails: /: ended its worker with exit code 3/ },
  { module: "exits.js", payload: { how: "abort" }, fails: /: ended its worker by SIGABRT/ },
  { module: "exits.js", payload: { how: "kill" }, fails: /: ended its worker by SIGKILL/ },
  {
    module: "returns.js",
    payload: { what: "longText" },
    fails: /SIGABRT|characters of JSON|needed more than/,
  },
  { module: "allocates.js", payload: { what: "objects" }, fails: memory },
  { module: "allocates.js", payload: { what: "numbers" }, fails: memory },
  { module: "allocates.js", payload: { what: "map" }, fails: memory },
  { module: "allocates.js", payload: { what: "text" }, fails: memory },
  { module: "allocates.js", payload: { what: "buffers" }, fails: memory },
  { module: "writes-to-server.js", payload: { what: "noise" }, fails: /: sent what is no message/ },
  {
    module: "writes-to-server.js",
    payload: { what: "wrongShape" },
    fails: /: sent what is no mess/,
  },
  {
    module: "writes-to-server.js",
    payload: { what: "long" },
    fails: /: sent a message that is too/,
  },
];

const loader = createTransformLoader({ configFile: "hooks.json5", output: "ignore" });
let loaded: LoadedTransforms;

beforeAll(async () => {
  const modules = new Set(["ordinary.js", ...CASES.map(({ module }) => module)]);
  loaded = await loader.load(
    configOf([...modules], {
      transformsDir: fixtureFolder("hostile"),
      transforms: { memoryMb: 48 },
    }),
  );
});

afterAll(() => loader.close(0));

test.each(CASES)(
  "loadTransforms() lets only its own event fail: $module $payload",
  async (hostile) => {
    const { module, payload = {}, timeoutMs = 10_000, fails } = hostile;
    const order: string[] = [];
    const failure = failureOf(callOf(loaded, module)(contextOf(payload), { timeoutMs }));
    void failure.then(() => order.push("hostile"));
    const ordinary = Promise.all(
      Array.from({ length: 50 }, (_, id) => callOf(loaded, "ordinary.js")(contextOf({ id }))),
    );
    void ordinary.then(() => order.push("ordinary"));
    expect(await ordinary).toEqual(
      Array.from({ length: 50 }, (_, id) => ({ message: `ordinary ${id}` })),
    );
    expect(await failure).toMatch(fails);
    if (fails === late) expect(order).toEqual(["ordinary", "hostile"]);
    // The next event has a worker again, if need be a new one.
    const limit = { timeoutMs: fails === late ? 100 : timeoutMs };
    const again = failureOf(callOf(loaded, module)(contextOf(payload), limit));
    expect(await again).toMatch(fails === late ? /did not answer|waited/ : fails);
  },
);

test("loadTransforms() shows what a module changes to nobody else", async () => {
  const loaded = await load(copyModules("hostile"), configOf(["mutates.js"]));
  const context = contextOf(
    { text: "as sent", inner: { list: [1] } },
    { headers: { "x-id": "7" } },
  );
  const before = JSON.stringify(context);
  expect(await callOf(loaded, "mutates.js")(context)).toEqual({ message: "changed" });
  expect(JSON.stringify(context)).toBe(before);
});

test("loadTransforms() keeps the globals that a module patches to that module", async () => {
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

test("loadTransforms() answers events of a module whose timers fail without end, and tells a few", async () => {
  const warnings: string[] = [];
  const loaded = await load(copyModules("hostile"), configOf(["timers.js"]), {
    warn: (message) => warnings.push(message),
  });
  const call = callOf(loaded, "timers.js");
  for (const id of ["a", "b", "c"]) {
    expect(await call(contextOf({ id }))).toEqual({ message: id });
    await sleep(50);
  }
  expect(warnings).toHaveLength(10);
  expect(warnings[0]).toMatch(
    /^Work that a transform left running failed: Error: from a (promise|timer) \(.*timers\.js:\d+:\d+\)\.$/,
  );
});

test("loadTransforms() warns of failing background work by a warning of the process", async () => {
  const warned = once(process, "warning");
  const loaded = await loadTransforms(configOf(["timers.js"]), {
    configFile: join(copyModules("hostile"), "hooks.json5"),
  });
  await callOf(loaded, "timers.js")(contextOf({ id: "a" }));
  expect(await warned).toMatchObject([
    {
      message: expect.stringContaining("Work that a transform left running failed: Error: from a"),
    },
  ]);
  await loaded.close(0);
});

test("loadTransforms() gives an event to another worker where an earlier one left the thread hanging", async () => {
  const loaded = await load(copyModules("hostile"), configOf(["hangs-after-answer.js"]));
  const call = callOf(loaded, "hangs-after-answer.js");
  expect(await call(contextOf({ id: "first", hang: true }))).toEqual({ message: "first" });
  await sleep(50);
  expect(await call(contextOf({ id: "second" }), { timeoutMs: 4_000 })).toEqual({
    message: "second",
  });
});

test("loadTransforms() takes no answer with another number than the call's", async () => {
  const loaded = await load(copyModules("hostile"), configOf(["writes-to-server.js"]));
  const call = callOf(loaded, "writes-to-server.js");
  for (const id of ["a", "b"]) {
    expect(await call(contextOf({ what: "otherAnswer", id }))).toEqual({ message: id });
  }
});

test("loadTransforms() refuses a payload that cannot be written, in both kinds of isolation", async () => {
  const deep = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
  for (const isolation of ["worker", "inline"]) {
    const loaded = await load(
      copyModules("hostile"),
      configOf(["ordinary.js"], { transforms: { isolation } }),
    );
    const call = callOf(loaded, "ordinary.js");
    expect(await failureOf(call(contextOf(deep)))).toBe(
      'TransformFailure: cannot be given this payload, which is nested too deeply (module "ordinary.js")',
    );
    expect(await call(contextOf({ id: 1 }))).toEqual({ message: "ordinary 1" });
  }
});

test("loadTransforms() answers each of 1,000 events at once with its own result, whoever hangs", async () => {
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

test("loadTransforms() leaves no process behind once it is closed", async () => {
  const loaded = await load(copyModules("hostile"), configOf(["hangs-after-answer.js"]));
  const { pid } = (await callOf(loaded, "hangs-after-answer.js", "whoami")(contextOf({}))) as {
    pid: number;
  };
  expect(existsSync(`/proc/${pid}`)).toBe(true);
  await loaded.close(100);
  expect(existsSync(`/proc/${pid}`)).toBe(false);
});

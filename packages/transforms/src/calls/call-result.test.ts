// Thrown values → text.

import fc from "fast-check";
import { expect, test } from "vitest";
import { WRITES_DEEP_JSON } from "../../../../tools/test-support/writes-deep-json.ts";
import { callExport } from "./call-export.ts";
import { describeExports, describeThrown } from "./call-result.ts";
import { contextToText, copyContext, restoreContext } from "./copy-context.ts";

test("describeThrown() cuts long texts, and keeps the frames of the stack", () => {
  const error = new RangeError("m".repeat(5_000));
  error.name = "n".repeat(500);
  const thrown = describeThrown(error);
  expect(thrown).toMatchObject({
    isError: true,
    name: "n".repeat(100),
    message: "m".repeat(1_000),
  });
  expect(thrown.isError && thrown.stack).toMatch(/\n {4}at .*call-result\.test/);
});

test.each([
  ["text", "string"],
  [null, "null"],
  [undefined, "undefined"],
  [{ message: "m" }, "object"],
  [() => 1, "function"],
])("describeThrown() names the type of %s", (value, type) => {
  expect(describeThrown(value)).toEqual({ isError: false, type });
});

test("describeThrown() never throws", () => {
  const unreadable = new Error("x");
  Object.defineProperty(unreadable, "message", { value: Object.create(null) });
  expect(describeThrown(unreadable)).toEqual({ isError: false, type: "value that cannot be read" });
});

const pathsOf = (namespace: unknown) =>
  Object.fromEntries(describeExports(namespace).map(({ name, path }) => [name, path?.join(".")]));

test("describeExports() lists CommonJS exports, but not over a function of the same name", () => {
  const fn = (): null => null;
  expect(pathsOf({ default: fn, named: fn, version: "1" })).toEqual({
    default: "default",
    named: "named",
    version: undefined,
  });
  expect(pathsOf({ named: fn, default: { named: () => null } })).toMatchObject({ named: "named" });
  expect(pathsOf({ default: Object.assign(fn, { extra: () => null }) })).toEqual({
    default: "default",
    extra: "default.extra",
  });
  expect(pathsOf({ default: { default: () => null, transform: () => null } })).toEqual({
    default: "default.default",
    transform: "default.transform",
  });
  expect(pathsOf({ default: { default: { deep: () => null } } })).toEqual({
    default: undefined,
    deep: "default.default.deep",
  });
});

test("describeExports() passes over what cannot be read", () => {
  const getter = Object.defineProperty({ good: () => null }, "bad", {
    enumerable: true,
    get: () => {
      throw new Error("not this one");
    },
  });
  expect(pathsOf(getter)).toEqual({ good: "good", bad: undefined });
  expect(pathsOf({ default: null })).toEqual({ default: undefined });
  expect(pathsOf({ default: "text" })).toEqual({ default: undefined });
  expect(pathsOf(undefined)).toEqual({});
});

test("describeExports() gives the beginnings of long and of many functions only", () => {
  const long = new Function(`return "${"x".repeat(50_000)}";`);
  const many = Array.from({ length: 100 }, (_, index) => [`f${index}`, long]);
  const sources = describeExports(Object.fromEntries(many)).map(({ source }) => source?.length);
  expect(sources.slice(0, 20)).toEqual(Array(20).fill(20_000));
  expect(sources.slice(20)).toEqual(Array(80).fill(0));
});

const callFor = (transform: unknown) =>
  callExport({ transform }, { path: ["transform"], context: { a: 1 }, timeoutMs: 7 });

test("callExport() returns the result as JSON text, and passes on context and limit", async () => {
  const echo = (...all: unknown[]): unknown => all;
  expect(await callFor(echo)).toEqual({ kind: "result", json: '[{"a":1},{"timeoutMs":7}]' });
  expect(await callFor(async () => null)).toEqual({ kind: "result", json: "null" });
  expect(await callFor(() => undefined)).toEqual({ kind: "result", json: undefined });
});

test.each([
  [() => () => 1, "returned a function"],
  [() => Symbol("x"), "returned a symbol"],
  [() => "x".repeat(1024 * 1024), "returned 1048578 characters of JSON, too many"],
  [
    () => 10n,
    "returned a value that cannot be written as JSON: Do not know how to serialize a BigInt",
  ],
  [
    () => ({
      toJSON() {
        // biome-ignore lint/style/useThrowOnlyError: modules may throw any value.
        throw "text";
      },
    }),
    "returned a value that cannot be written as JSON",
  ],
])("callExport() fails if the result is not JSON: %s", async (transform, reason) => {
  expect(await callFor(transform)).toEqual({ kind: "failed", reason });
});

test("callExport() describes a thrown value, synchronous or not", async () => {
  const error = new TypeError("no");
  const atOnce = (): never => {
    throw error;
  };
  for (const transform of [atOnce, async () => atOnce(), undefined]) {
    expect(await callFor(transform)).toMatchObject({
      kind: "threw",
      thrown: { name: "TypeError" },
    });
  }
});

test("copyContext() equals a copy by JSON, and shares nothing", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (payload) => {
      const context = { payload, body: payload, headers: { a: ["b"] } };
      const copy = copyContext(context);
      expect(copy).toEqual(restoreContext(JSON.parse(contextToText(context) as string)));
      const { payload: given, body } = copy as typeof context;
      expect(body).toBe(given);
      if (typeof payload === "object" && payload !== null) expect(given).not.toBe(payload);
    }),
  );
});

test("copyContext() turns -0 into 0, as JSON does", () => {
  expect(copyContext({ payload: [-0] })).toEqual({ payload: [0], body: [0] });
});

test("copyContext() and restoreContext() give each call a URL of its own", () => {
  const context = { payload: {}, url: new URL("http://localhost/hooks/ci?x=1") };
  const copy = copyContext(context) as typeof context;
  const sent = restoreContext(JSON.parse(contextToText(context) as string)) as typeof context;
  for (const { url } of [copy, sent]) {
    expect(url).toBeInstanceOf(URL);
    expect(url).not.toBe(context.url);
    expect(url.searchParams.get("x")).toBe("1");
  }
});

test("copyContext() and restoreContext() keep a value that is not a URL", () => {
  expect(copyContext({ payload: 1, url: "ci" })).toEqual({ payload: 1, body: 1, url: "ci" });
  expect(restoreContext({ payload: 1 })).toEqual({ payload: 1, body: 1 });
});

test("copyContext() keeps __proto__ as an own key", () => {
  const payload = JSON.parse('{"__proto__":{"polluted":[1]},"constructor":1}');
  const { payload: copy } = copyContext({ payload }) as { payload: object };
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"polluted":[1]},"constructor":1}');
  expect("polluted" in copy).toBe(false);
});

test("copyContext() and contextToText() return undefined for what JSON cannot write", () => {
  const payload = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  expect(copyContext({ payload })).toBe(undefined);
  const text = contextToText({ payload });
  expect(text === undefined).toBe(!WRITES_DEEP_JSON);
  expect(contextToText({ payload: 1n })).toBe(undefined);
});

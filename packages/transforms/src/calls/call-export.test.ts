// Functions that return and throw all kinds of things.
import { expect, test } from "vitest";
import { callExport } from "./call-export.ts";

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

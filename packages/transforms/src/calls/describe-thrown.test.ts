// Thrown values → text.
import { expect, test } from "vitest";
import { describeThrown } from "./call-result.ts";

test("describeThrown() cuts long texts, and keeps the frames of the stack", () => {
  const error = new RangeError("m".repeat(5_000));
  error.name = "n".repeat(500);
  const thrown = describeThrown(error);
  expect(thrown).toMatchObject({
    isError: true,
    name: "n".repeat(100),
    message: "m".repeat(1_000),
  });
  expect(thrown.isError && thrown.stack).toMatch(/\n {4}at .*describe-thrown\.test/);
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

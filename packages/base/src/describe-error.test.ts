import { expect, test } from "vitest";
import { describeError } from "./describe-error.ts";

test("describeError() gives name and message of an error, and of all else the type alone", () => {
  expect(describeError(new RangeError("too far"))).toBe("RangeError: too far");
  expect(describeError("a secret")).toBe("string");
  expect(describeError(null)).toBe("object");
});

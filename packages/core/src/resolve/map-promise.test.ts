import { expect, test } from "vitest";
import { mapPromise } from "./map-promise.ts";

test("mapPromise() maps a value at once", () => {
  expect(mapPromise(1, (value) => value + 1)).toBe(2);
});

test("mapPromise() maps a promise when it is there", async () => {
  const mapped = mapPromise(Promise.resolve(1), (value) => value + 1);
  expect(mapped).toBeInstanceOf(Promise);
  expect(await mapped).toBe(2);
});

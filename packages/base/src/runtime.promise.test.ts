import { expect, test } from "vitest";
import { isPromiseLike, mapPromise } from "./runtime.ts";

test("isPromiseLike() takes whatever has a `then` to call for a promise", () => {
  expect(isPromiseLike<unknown>(Promise.resolve())).toBe(true);
  const withThen = (then: unknown): object => ({ then });
  expect(isPromiseLike<unknown>(withThen(() => undefined))).toBe(true);
  expect(isPromiseLike<unknown>(Object.create(withThen(() => undefined)))).toBe(true);
  expect(
    isPromiseLike<unknown>(
      Object.assign(
        () => 1,
        withThen(() => undefined),
      ),
    ),
  ).toBe(true);
  for (const value of [undefined, null, "then", {}, () => 1, withThen(5)]) {
    expect(isPromiseLike<unknown>(value)).toBe(false);
  }
});

test("mapPromise() maps a value at once", () => {
  expect(mapPromise(1, (value) => value + 1)).toBe(2);
});

test("mapPromise() maps a promise when it is settled", async () => {
  const mapped = mapPromise(Promise.resolve(1), (value) => value + 1);
  expect(mapped).toBeInstanceOf(Promise);
  expect(await mapped).toBe(2);
});

import { expect, test } from "vitest";
import { isPromiseLike } from "./is-promise-like.ts";

test("isPromiseLike() takes whatever has a `then` to call for a promise", () => {
  expect(isPromiseLike(Promise.resolve())).toBe(true);
  const withThen = (then: unknown): object => ({ then });
  expect(isPromiseLike(withThen(() => undefined))).toBe(true);
  expect(isPromiseLike(Object.create(withThen(() => undefined)))).toBe(true);
  for (const value of [undefined, null, "then", {}, withThen(5)]) {
    expect(isPromiseLike(value)).toBe(false);
  }
});

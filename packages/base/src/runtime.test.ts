import { expect, test, vi } from "vitest";
import { callListener, isPromiseLike, lazily, mapPromise } from "./runtime.ts";

test("callListener() reports nothing for a listener that succeeds, at once or later", async () => {
  const onFailure = vi.fn();
  callListener(() => 1, onFailure);
  callListener(async () => 1, onFailure);
  await Promise.resolve();
  expect(onFailure).not.toHaveBeenCalled();
});

test("callListener() reports a listener that throws", () => {
  const onFailure = vi.fn();
  callListener(() => {
    throw new Error("no log");
  }, onFailure);
  expect(onFailure).toHaveBeenCalledTimes(1);
});

test("callListener() reports a listener that rejects later", async () => {
  const onFailure = vi.fn();
  callListener(async () => {
    throw new Error("no log");
  }, onFailure);
  expect(onFailure).not.toHaveBeenCalled();
  await new Promise((resolve) => setImmediate(resolve));
  expect(onFailure).toHaveBeenCalledTimes(1);
});

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

test("lazily() makes the value at the first call, and once", () => {
  let count = 0;
  const value = lazily(() => ({ number: ++count }));
  expect(count).toBe(0);
  expect(value()).toBe(value());
  expect(count).toBe(1);
});

import { expect, test, vi } from "vitest";
import { callListener } from "./runtime.ts";

test("callListener() tells nothing of a listener that succeeds, at once or later", async () => {
  const onFailure = vi.fn();
  callListener(() => 1, onFailure);
  callListener(async () => 1, onFailure);
  await Promise.resolve();
  expect(onFailure).not.toHaveBeenCalled();
});

test("callListener() tells of a listener that throws", () => {
  const onFailure = vi.fn();
  callListener(() => {
    throw new Error("no log");
  }, onFailure);
  expect(onFailure).toHaveBeenCalledTimes(1);
});

test("callListener() tells of a listener that rejects later", async () => {
  const onFailure = vi.fn();
  callListener(async () => {
    throw new Error("no log");
  }, onFailure);
  expect(onFailure).not.toHaveBeenCalled();
  await new Promise((resolve) => setImmediate(resolve));
  expect(onFailure).toHaveBeenCalledTimes(1);
});

import { expect, test, vi } from "vitest";
import { createFakeTime } from "../../test/ingress/fake-time.ts";
import { askInTime, MAX_ANSWER_MS } from "./ask-store.ts";

test("askInTime() gives an answer at once where it is there", () => {
  const onFailure = vi.fn();
  expect(askInTime(() => 7, { timer: createFakeTime().timer, onFailure })).toBe(7);
  expect(onFailure).not.toHaveBeenCalled();
});

test("askInTime() waits for a promise, and leaves no timer", async () => {
  const cancel = vi.fn();
  const onFailure = vi.fn();
  expect(await askInTime(async () => 7, { timer: () => cancel, onFailure })).toBe(7);
  expect(cancel).toHaveBeenCalledOnce();
  expect(onFailure).not.toHaveBeenCalled();
});

test.each<[string, () => Promise<number>]>([
  [
    "throws",
    () => {
      throw new Error("down");
    },
  ],
  ["rejects", () => Promise.reject(new Error("down"))],
])("askInTime() gives nothing where the store %s, and says so", async (_how, ask) => {
  const onFailure = vi.fn();
  expect(await askInTime(ask, { timer: createFakeTime().timer, onFailure })).toBe(undefined);
  expect(onFailure).toHaveBeenCalledOnce();
});

test("askInTime() does not wait longer than a second", async () => {
  const timers: [() => void, number][] = [];
  const onFailure = vi.fn();
  const timer = (run: () => void, ms: number) => {
    timers.push([run, ms]);
    return () => undefined;
  };
  const asked = askInTime(() => new Promise<number>(() => undefined), { timer, onFailure });
  expect(timers.map(([, ms]) => ms)).toEqual([MAX_ANSWER_MS]);
  timers[0]?.[0]();
  expect(await asked).toBe(undefined);
  expect(onFailure).toHaveBeenCalledOnce();
});

import type { Timer } from "@hookwright/base";
import type { Time } from "@hookwright/node-kit/clock";
import { expect, test } from "vitest";
import type { MailFailure } from "../model/failure.ts";
import type { MailResult } from "../model/source.ts";
import { repeat, waitOf } from "./create-repeating-send.ts";

const failed = (failure: Partial<MailFailure>): MailResult<string> => ({
  ok: false,
  failure: { code: "unavailable", message: "No.", ...failure },
});
const never = new AbortController().signal;

function setUp(results: readonly MailResult<string>[]) {
  const waits: number[] = [];
  const time: Time = {
    clock: () => 0,
    random: () => 0.5,
    timer: (task, ms) => {
      waits.push(ms);
      queueMicrotask(task);
      return () => undefined;
    },
  };
  let calls = 0;
  const run = async (): Promise<MailResult<string>> => {
    calls += 1;
    return results[Math.min(calls, results.length) - 1] ?? failed({});
  };
  return { waits, time, run, calls: () => calls };
}

test("repeat() waits 1 s, doubled up to 60 s, and tells each wait", async () => {
  const { waits, time, run } = setUp([
    ...Array.from({ length: 8 }, () => failed({})),
    { ok: true, value: "done" },
  ]);
  const told: number[] = [];
  const options = { time, signal: never, onWait: (_: MailFailure, ms: number) => told.push(ms) };
  expect(await repeat(run, options)).toEqual({ ok: true, value: "done" });
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  expect(told).toEqual(waits);
});

test("repeat() waits as long as the service asks for, and leaves a longer wait to its caller", async () => {
  const day = setUp([
    failed({ code: "quota", retryAfterMs: 3_600_000 }),
    failed({ code: "invalid" }),
  ]);
  await repeat(day.run, { time: day.time, signal: never });
  expect(day.waits).toEqual([3_600_000]);
  const short = setUp([failed({ code: "quota", retryAfterMs: 3_600_000 })]);
  const result = await repeat(short.run, { time: short.time, signal: never, maxWaitMs: 60_000 });
  expect(result).toMatchObject({ ok: false, failure: { code: "quota" } });
  expect(short.waits).toEqual([]);
});

test("repeat() gives back what no repetition helps, and the last of so many tries", async () => {
  const final = setUp([failed({ code: "needs_login" })]);
  await repeat(final.run, { time: final.time, signal: never });
  expect(final.calls()).toBe(1);
  const thrice = setUp([failed({})]);
  await repeat(thrice.run, { time: thrice.time, signal: never, maxTries: 3 });
  expect(thrice.calls()).toBe(3);
});

test("repeat() ends with the last failure when it is stopped, before a wait or in one", async () => {
  const stopped = setUp([failed({})]);
  await repeat(stopped.run, { time: stopped.time, signal: AbortSignal.abort() });
  expect([stopped.calls(), stopped.waits]).toEqual([1, []]);
  const stop = new AbortController();
  const during = setUp([failed({})]);
  const timer: Timer = () => {
    queueMicrotask(() => stop.abort());
    return () => undefined;
  };
  const time = { ...during.time, timer };
  expect(await repeat(during.run, { time, signal: stop.signal })).toMatchObject({ ok: false });
  expect(during.calls()).toBe(1);
});

test("waitOf() spreads a wait by a fifth", () => {
  expect(waitOf({}, 1, { random: () => 0 })).toBe(800);
  expect(waitOf({}, 100, { random: () => 0.999999 })).toBe(72_000);
  expect(waitOf({ retryAfterMs: 9e9 }, 1, { random: () => 0 })).toBe(3_600_000);
});

import { expect, test } from "vitest";
import {
  deliveryRetryAt,
  estimateRetryAfterSeconds,
  planUnknownOutcome,
  runRetryMs,
} from "./retry-times.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const random = (): number => 0.5;

test("RUN-5 runRetryMs() is 5 s, then 30 s, and nothing after the third try", () => {
  expect([1, 2, 3].map((attempt) => runRetryMs({ attempt, random }))).toEqual([
    5_000,
    30_000,
    undefined,
  ]);
  expect(runRetryMs({ attempt: 1, random: () => 0 })).toBe(4_000);
  expect(runRetryMs({ attempt: 2, random: () => 0.999_999 })).toBe(36_000);
});

test("RUN-5 runRetryMs() keeps Retry-After up to 5 minutes", () => {
  const retry = (retryAfterMs: number) => runRetryMs({ attempt: 1, random, retryAfterMs });
  expect(retry(2 * MINUTE)).toBe(2 * MINUTE);
  expect(retry(10)).toBe(5_000);
  expect(retry(60 * MINUTE)).toBe(5 * MINUTE);
});

test("DEL-9 deliveryRetryAt() waits 1 s, 5 s, 30 s, 2 m, 10 m, 30 m, 60 m, and tries 8 times", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((tries) =>
    deliveryRetryAt({ tries, now: 0, since: 0, random }),
  );
  expect(waits).toEqual(
    [1, 5, 30, 120, 600, 1_800, 3_600]
      .map((seconds) => seconds * SECOND)
      .concat(Number.NaN)
      .map((at) => (Number.isNaN(at) ? undefined : at)),
  );
  expect(deliveryRetryAt({ tries: 1, now: 0, since: 0, random: () => 0 })).toBe(800);
});

test("DEL-9 deliveryRetryAt() keeps the platform's wait, and gives up after 2 hours", () => {
  const retry = { tries: 1, since: 0, random };
  expect(deliveryRetryAt({ ...retry, now: 0, afterMs: 7 * MINUTE })).toBe(7 * MINUTE);
  expect(deliveryRetryAt({ ...retry, now: 0, afterMs: 121 * MINUTE })).toBeUndefined();
  expect(deliveryRetryAt({ ...retry, tries: 7, now: 61 * MINUTE })).toBeUndefined();
});

const lost = {
  ...{ now: MINUTE, sendingAt: MINUTE - 5_000, createdAt: 0, resends: 0, keyWindowMs: 0 },
  policy: "resend",
} as const;

test("DEL-12 planUnknownOutcome() sends again with the platform's key inside its window", () => {
  expect(planUnknownOutcome({ ...lost, keyWindowMs: 30_000, resends: 3 })).toBe("key");
  expect(planUnknownOutcome({ ...lost, keyWindowMs: 5_000 })).toBe("resend");
  expect(planUnknownOutcome({ ...lost, keyWindowMs: 30_000, policy: "hold" })).toBe("key");
});

test("DEL-12 planUnknownOutcome() sends again once without a key, while the delivery is young", () => {
  expect(planUnknownOutcome(lost)).toBe("resend");
  expect(planUnknownOutcome({ ...lost, resends: 1 })).toBe("hold");
  expect(planUnknownOutcome({ ...lost, policy: "hold" })).toBe("hold");
  expect(planUnknownOutcome({ ...lost, now: 10 * MINUTE - 1 })).toBe("resend");
  expect(planUnknownOutcome({ ...lost, now: 10 * MINUTE })).toBe("hold");
});

test("DEL-12 planUnknownOutcome() holds what a clock that was set back makes ageless", () => {
  expect(planUnknownOutcome({ ...lost, now: -1, keyWindowMs: 30_000 })).toBe("hold");
});

test("LIM-1 estimateRetryAfterSeconds() is the mean of the last turns, from 5 to 300 s", () => {
  expect(estimateRetryAfterSeconds([60_000, 100_000], { parallel: 4 })).toBe(20);
  expect(estimateRetryAfterSeconds([60_000, 100_000], { parallel: 1 })).toBe(80);
  expect(estimateRetryAfterSeconds([10], { parallel: 4 })).toBe(5);
  expect(estimateRetryAfterSeconds([9_000_000], { parallel: 4 })).toBe(300);
  expect(estimateRetryAfterSeconds([], { parallel: 1 })).toBe(30);
});

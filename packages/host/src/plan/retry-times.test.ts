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

const run = { elapsedMs: 0, maxMs: 120 * MINUTE, random };

test("runRetryMs() waits 5 s, 30 s, 2, 10, 30, 60 minutes, and 60 minutes again, ±20 %", {
  tags: "RUN-5",
}, () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => runRetryMs({ ...run, attempt }));
  const minutes = [2, 10, 30, 60, 60, 60].map((count) => count * MINUTE);
  expect(waits).toEqual([5_000, 30_000, ...minutes]);
  expect(runRetryMs({ ...run, attempt: 1, random: () => 0 })).toBe(4_000);
  expect(runRetryMs({ ...run, attempt: 2, random: () => 0.999_999 })).toBe(36_000);
});

test("runRetryMs() is undefined if the time of the run would be over by then", {
  tags: "RUN-5",
}, () => {
  const retry = (elapsedMs: number) => runRetryMs({ ...run, attempt: 6, elapsedMs });
  expect(retry(60 * MINUTE)).toBe(60 * MINUTE);
  expect(retry(60 * MINUTE + 1)).toBe(undefined);
  expect(runRetryMs({ ...run, attempt: 1, maxMs: 0 })).toBe(undefined);
});

test("runRetryMs() keeps Retry-After, and gives up where it is over later", {
  tags: "RUN-5",
}, () => {
  const retry = (retryAfterMs: number) => runRetryMs({ ...run, attempt: 1, retryAfterMs });
  expect(retry(2 * MINUTE)).toBe(2 * MINUTE);
  expect(retry(10)).toBe(5_000);
  expect(retry(120 * MINUTE)).toBe(120 * MINUTE);
  expect(retry(121 * MINUTE)).toBe(undefined);
});

test("deliveryRetryAt() waits 1 s, 5 s, 30 s, 2 m, 10 m, 30 m, 60 m, and tries 8 times", {
  tags: "DEL-9",
}, () => {
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

test("deliveryRetryAt() keeps the platform's wait, and gives up after 2 hours", {
  tags: "DEL-9",
}, () => {
  const retry = { tries: 1, since: 0, random };
  expect(deliveryRetryAt({ ...retry, now: 0, afterMs: 7 * MINUTE })).toBe(7 * MINUTE);
  expect(deliveryRetryAt({ ...retry, now: 0, afterMs: 121 * MINUTE })).toBeUndefined();
  expect(deliveryRetryAt({ ...retry, tries: 7, now: 61 * MINUTE })).toBeUndefined();
});

const lost = {
  ...{ now: MINUTE, sendingAt: MINUTE - 5_000, createdAt: 0, resends: 0, keyWindowMs: 0 },
  policy: "resend",
} as const;

test("planUnknownOutcome() sends again with the platform's key inside its window", {
  tags: "DEL-12",
}, () => {
  expect(planUnknownOutcome({ ...lost, keyWindowMs: 30_000, resends: 3 })).toBe("key");
  expect(planUnknownOutcome({ ...lost, keyWindowMs: 5_000 })).toBe("resend");
  expect(planUnknownOutcome({ ...lost, keyWindowMs: 30_000, policy: "hold" })).toBe("key");
});

test("planUnknownOutcome() sends again once without a key, while the delivery is young", {
  tags: "DEL-12",
}, () => {
  expect(planUnknownOutcome(lost)).toBe("resend");
  expect(planUnknownOutcome({ ...lost, resends: 1 })).toBe("hold");
  expect(planUnknownOutcome({ ...lost, policy: "hold" })).toBe("hold");
  expect(planUnknownOutcome({ ...lost, now: 10 * MINUTE - 1 })).toBe("resend");
  expect(planUnknownOutcome({ ...lost, now: 10 * MINUTE })).toBe("hold");
});

test("planUnknownOutcome() holds what a clock that was set back makes ageless", {
  tags: "DEL-12",
}, () => {
  expect(planUnknownOutcome({ ...lost, now: -1, keyWindowMs: 30_000 })).toBe("hold");
});

test("estimateRetryAfterSeconds() is the mean of the last turns, from 5 to 300 s", {
  tags: "LIM-1",
}, () => {
  expect(estimateRetryAfterSeconds([60_000, 100_000], { parallel: 4 })).toBe(20);
  expect(estimateRetryAfterSeconds([60_000, 100_000], { parallel: 1 })).toBe(80);
  expect(estimateRetryAfterSeconds([10], { parallel: 4 })).toBe(5);
  expect(estimateRetryAfterSeconds([9_000_000], { parallel: 4 })).toBe(300);
  expect(estimateRetryAfterSeconds([], { parallel: 1 })).toBe(30);
});

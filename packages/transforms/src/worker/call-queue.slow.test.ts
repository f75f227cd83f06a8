// The limits of the queue, without workers.
import { expect, test } from "vitest";
import { createCallQueue, MAX_WAITING_BYTES, MAX_WAITING_CALLS } from "./call-queue.ts";
import type { WaitingCall } from "./waiting-call.ts";

const callOf = (bytes: number): WaitingCall<object> => ({
  call: { path: [], context: "", timeoutMs: 1 },
  bytes,
  settle: () => undefined,
  isSettled: () => false,
});

test("createCallQueue() gives calls in their order, and those that were put back first", () => {
  const queue = createCallQueue<object>();
  const [first, second, third] = [callOf(1), callOf(1), callOf(1)];
  for (const call of [first, second, third]) expect(queue.add(call)).toBe(undefined);
  expect(queue.takeFirst()).toBe(first);
  queue.putBack(first);
  queue.remove(second);
  queue.remove(second);
  expect([queue.takeFirst(), queue.takeFirst(), queue.takeFirst()]).toEqual([
    first,
    third,
    undefined,
  ]);
});

test("createCallQueue() refuses a call beyond the limit of calls", () => {
  const queue = createCallQueue<object>();
  for (let count = 0; count < MAX_WAITING_CALLS; count++) queue.add(callOf(1));
  expect(queue.add(callOf(1))).toBe("has 10000 events waiting");
  queue.takeFirst();
  expect(queue.add(callOf(1))).toBe(undefined);
});

test("createCallQueue() refuses a call beyond the limit of bytes, and takes one that is alone", () => {
  const queue = createCallQueue<object>();
  const [half, large] = [callOf(MAX_WAITING_BYTES / 2), callOf(2 * MAX_WAITING_BYTES)];
  expect([queue.add(half), queue.add(half)]).toEqual([undefined, undefined]);
  expect(queue.add(callOf(1))).toBe("has 33554432 bytes of events waiting");
  queue.remove(half);
  expect(queue.add(callOf(1))).toBe(undefined);
  queue.takeFirst();
  queue.takeFirst();
  expect(queue.add(large)).toBe(undefined);
  queue.takeFirst();
  queue.putBack(large);
  expect(queue.add(callOf(1))).toBe("has 67108864 bytes of events waiting");
  expect(queue.length()).toBe(1);
});

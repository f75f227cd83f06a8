import { expect, test } from "vitest";
import { createThrottle } from "./throttle.ts";

const limits = { maxFailures: 3, windowMs: 10_000, maxClients: 2 };

function failures(throttle: { fail: (client: string) => number }, client: string, count: number) {
  return Array.from({ length: count }, () => throttle.fail(client));
}

test("createThrottle() gives the seconds until the window ends, once there were too many", () => {
  let now = 0;
  const throttle = createThrottle(() => now, limits);
  expect(failures(throttle, "a", 4)).toEqual([0, 0, 0, 10]);
  now = 9_001;
  expect(throttle.fail("a")).toBe(1);
  now = 9_999;
  expect(throttle.fail("a")).toBe(1);
});

test("createThrottle() starts anew when the window is over", () => {
  let now = 0;
  const throttle = createThrottle(() => now, limits);
  failures(throttle, "a", 4);
  now = 10_000;
  expect(failures(throttle, "a", 4)).toEqual([0, 0, 0, 10]);
});

test("createThrottle() counts each client for itself and forgets who succeeds", () => {
  const throttle = createThrottle(() => 0, limits);
  failures(throttle, "a", 3);
  expect(throttle.fail("b")).toBe(0);
  throttle.succeed("a");
  expect(throttle.fail("a")).toBe(0);
  throttle.succeed("never seen");
});

test("createThrottle() remembers a bounded number of clients, the oldest forgotten first", () => {
  const throttle = createThrottle(() => 0, limits);
  failures(throttle, "a", 3);
  failures(throttle, "b", 3);
  throttle.fail("c");
  expect(throttle.fail("b")).toBe(10);
  expect(throttle.fail("a")).toBe(0);
});

test("createThrottle() allows 20 failures a minute by default", () => {
  const throttle = createThrottle(() => 0);
  expect(failures(throttle, "a", 21).slice(19)).toEqual([0, 60]);
});

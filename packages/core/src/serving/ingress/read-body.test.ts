import fc from "fast-check";
import { expect, test } from "vitest";
import { type BodyBudgetLimits, type BodyShare, createBodyBudget } from "./read-body.ts";

const SECOND = 1_000;
const MIB = 1024 * 1024;

/** A budget whose clock the test moves, and the names of the bodies that had to make room. */
function createBudget(limits: BodyBudgetLimits = {}, largestBody = 0) {
  let now = 1_000_000;
  const ended: string[] = [];
  const budget = createBodyBudget(limits, () => now);
  const open = (client?: string, declared?: number): BodyShare | undefined =>
    budget.open({ client, receivedAt: now, declared, largestBody });
  return {
    ended,
    open,
    /** A body that is waited for and has `bytes`; undefined if there is no room. */
    wait: (name: string, bytes = 0, client = "192.0.2.1"): BodyShare | undefined => {
      const share = open(client) as BodyShare;
      return share.begin(() => ended.push(name)) && share.add(bytes) ? share : undefined;
    },
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

test("createBodyBudget() has 1,024 places and 16 MiB, which bodies that have not arrived do not use", () => {
  const { wait, open } = createBudget();
  for (let count = 0; count < 1_023; count++) expect(wait(`${count}`, 1)).toBeDefined();
  const large = wait("large") as BodyShare;
  expect(large.add(16 * MIB - 1_023)).toBe(true);
  expect(large.add(1)).toBe(false);
  expect(wait("one more")).toBeUndefined();
  expect(open()?.complete(0)).toBe(true);
});

test("createBodyBudget() has room for the largest body of a signed route", () => {
  const budget = createBudget({}, 24 * MIB);
  expect(budget.open("a", 24 * MIB)).toBeDefined();
  expect(budget.open("a", 24 * MIB + 1)).toBeUndefined();
  expect(budget.wait("large", 24 * MIB)).toBeDefined();
  expect(budget.wait("more", 1)).toBeUndefined();
});

test("createBodyBudget() keeps to the bytes that an integrator has written", () => {
  const budget = createBudget({ maxBytes: 10 }, 100);
  expect(budget.open("a", 11)).toBeUndefined();
  expect(budget.open("a", 10)?.complete(10)).toBe(true);
  expect(budget.open("a")?.complete(1)).toBe(false);
});

test("createBodyBudget() ends the oldest that is unfinished after a second if places run out", () => {
  const budget = createBudget({ maxRequests: 2 });
  const first = budget.wait("first");
  budget.advance(SECOND - 1);
  expect(budget.wait("second")).toBeDefined();
  expect(budget.wait("too early")).toBeUndefined();
  budget.advance(1);
  expect(budget.wait("third")).toBeDefined();
  expect(budget.ended).toEqual(["first"]);
  expect([first?.isEnded(), first?.add(1), first?.complete(1)]).toEqual([true, false, false]);
});

test("createBodyBudget() ends as many as bytes are missing, and none that holds nothing", () => {
  const budget = createBudget({ maxBytes: 10 });
  budget.wait("empty");
  budget.wait("four", 4);
  budget.wait("five", 5);
  budget.advance(SECOND);
  expect(budget.wait("new", 8)).toBeDefined();
  expect(budget.ended).toEqual(["four", "five"]);
});

test("createBodyBudget() ends no body that is there", () => {
  const budget = createBudget({ maxRequests: 1, maxBytes: 10 });
  const done = budget.wait("done", 5);
  expect(done?.complete(10)).toBe(true);
  budget.advance(SECOND);
  expect(budget.wait("waiting")).toBeDefined();
  expect(budget.wait("new", 1)).toBeUndefined();
  expect(budget.ended).toEqual([]);
});

test("createBodyBudget() refuses a body that would have to make room for itself", () => {
  const budget = createBudget({ maxBytes: 10 });
  const slow = budget.wait("slow", 9);
  budget.advance(SECOND);
  expect(slow?.add(2)).toBe(false);
  expect(budget.ended).toEqual([]);
});

test.each([
  ["an address of IPv4", ["192.0.2.7", "192.0.2.7"], "192.0.2.8"],
  ["a /64 of IPv6", ["2001:db8::1", "2001:db8::2"], "2001:db8:0:1::1"],
])("createBodyBudget() takes first from the network that holds most: %s", (_what, most, other) => {
  const budget = createBudget({ maxRequests: 3 });
  budget.wait("other", 0, other);
  for (const client of most) budget.wait(client, 0, client);
  budget.advance(SECOND);
  expect(budget.wait("new", 0, "203.0.113.1")).toBeDefined();
  expect(budget.ended).toEqual([most[0]]);
});

test("createBodyBudget() takes bytes first from the network that holds most bytes", () => {
  const budget = createBudget({ maxBytes: 10 });
  budget.wait("small", 2, "192.0.2.7");
  budget.wait("small, too", 2, "192.0.2.7");
  budget.wait("large", 6, "192.0.2.8");
  budget.advance(SECOND);
  expect(budget.wait("new", 3, "203.0.113.1")).toBeDefined();
  expect(budget.ended).toEqual(["large"]);
});

test("createBodyBudget() counts clients whose address is not known together", () => {
  const budget = createBudget({ maxRequests: 1 });
  expect(budget.open(undefined)?.begin(() => undefined)).toBe(true);
  expect(budget.open("unknown")?.begin(() => undefined)).toBe(false);
});

test("createBodyBudget() never grants more than it has, and gets everything back", () => {
  const step = fc.record({
    bytes: fc.nat(60),
    client: fc.constantFrom("192.0.2.1", "192.0.2.2", "2001:db8::1"),
    pause: fc.nat(700),
    releases: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const budget = createBudget({ maxRequests: 5, maxBytes: 100 });
      const held = new Map<BodyShare, number>();
      for (const { bytes, client, pause, releases } of steps) {
        budget.advance(pause);
        const [oldest] = held.keys();
        if (releases && oldest !== undefined) {
          oldest.release();
          held.delete(oldest);
        }
        const share = budget.open(client) as BodyShare;
        if (share.begin(() => held.delete(share)) && share.add(bytes)) held.set(share, bytes);
        else share.release();
        expect(sumOf(held.values())).toBeLessThanOrEqual(100);
        expect(held.size).toBeLessThanOrEqual(5);
      }
      for (const share of held.keys()) share.release();
      for (let count = 0; count < 5; count++) expect(budget.wait("again", 20)).toBeDefined();
    }),
  );
});

function sumOf(numbers: Iterable<number>): number {
  return [...numbers].reduce((sum, one) => sum + one, 0);
}

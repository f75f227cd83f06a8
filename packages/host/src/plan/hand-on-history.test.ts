import type { TextPart } from "@hookwright/core";
import { expect, test } from "vitest";
import type { StoredTurn } from "../model/records.ts";
import { handOnHistory, turnsSinceReset } from "./hand-on-history.ts";

function turn(at: number, extra: Partial<StoredTurn> = {}): StoredTurn {
  const parts: readonly TextPart[] = [{ kind: "trusted", text: `ask ${at}` }];
  return {
    at,
    heading: `[Hook r${at}]`,
    parts,
    tainted: false,
    turnId: `r${at}`,
    answer: "ok",
    ...extra,
  };
}

let ids = 0;
const options = { randomId: (): string => `id-${++ids}` };

test("handOnHistory() hands on messages and answers, oldest first", { tags: "SES-1" }, () => {
  expect(handOnHistory([turn(1), turn(2, { parts: [], answer: "fine" })], options)).toEqual([
    { at: 1, message: "[Hook r1]\nask 1", answer: "ok" },
    { at: 2, message: "[Hook r2]", answer: "fine" },
  ]);
});

test("handOnHistory() shows a turn without answer as its message and why there is none", {
  tags: "SES-3",
}, () => {
  const { answer: _, ...unanswered } = turn(1, { noAnswer: "timeout" });
  expect(handOnHistory([unanswered, turn(2, { answer: "" })], options)).toMatchObject([
    { message: "[Hook r1]\nask 1", answer: "[no answer: timeout]" },
    { answer: "[no answer: empty]" },
  ]);
});

test("handOnHistory() fences text from outside with a fresh id each time", {
  tags: "SEC-3",
}, () => {
  const parts: readonly TextPart[] = [
    { kind: "untrusted", text: "red\n> x", source: 'webhook "ci"' },
  ];
  const show = (): string => handOnHistory([turn(1, { parts })], options)[0]?.message ?? "";
  const [first, second] = [show(), show()];
  expect(first).toContain("\n> red\n> > x\n");
  expect(first).not.toBe(second);
});

test("handOnHistory() hands on the newest 50 turns and says how many are left out", {
  tags: "SES-4",
}, () => {
  const turns = Array.from({ length: 60 }, (_, index) => turn(index));
  const shown = handOnHistory(turns, { ...options, olderTurns: 5 });
  expect(shown).toHaveLength(50);
  expect(shown[0]?.message).toBe("[15 earlier turns left out]\n[Hook r10]\nask 10");
  expect(shown.at(-1)?.at).toBe(59);
  expect(handOnHistory(turns.slice(9), options)[0]?.message).toMatch(
    /^\[1 earlier turn left out\]/,
  );
});

test("handOnHistory() keeps within 128 KiB and cuts between turns alone", { tags: "SES-4" }, () => {
  const large = turn(1, { answer: "é".repeat(32 * 1024) });
  expect(handOnHistory([large, large, large], options)).toHaveLength(1);
  const huge = turn(7, { answer: "x".repeat(200_000) });
  expect(handOnHistory([turn(1), huge], options)).toEqual([
    { at: 7, message: "[2 earlier turns left out]", answer: "[left out]" },
  ]);
  expect(handOnHistory([], options)).toEqual([]);
  expect(handOnHistory([], { ...options, olderTurns: 1 })).toHaveLength(1);
});

const time = (iso: string): number => Date.parse(iso);

test("turnsSinceReset() leaves out what was before the hour of the day, on the user's clocks", {
  tags: "SES-6",
}, () => {
  const times = [
    "2026-11-20T12:00Z",
    "2026-11-21T02:59Z",
    "2026-11-21T03:00Z",
    "2026-11-21T09:00Z",
  ];
  const turns = times.map((iso) => turn(time(iso)));
  const since = (now: string): readonly StoredTurn[] =>
    turnsSinceReset(turns, {
      ...{ reset: { atHour: 4 }, now: time(now), timeZone: "Europe/Vienna" },
    });
  expect(since("2026-11-21T10:00:30Z")).toEqual(turns.slice(2));
  expect(since("2026-11-22T02:59:59Z")).toEqual(turns.slice(2));
  expect(since("2026-11-22T03:00Z")).toEqual([]);
});

test("turnsSinceReset() leaves out what was before a pause", { tags: "SES-6" }, () => {
  const turns = [turn(0), turn(10), turn(100), turn(105)];
  const since = (now: number): readonly StoredTurn[] =>
    turnsSinceReset(turns, { reset: { idleMs: 60 }, now, timeZone: "UTC" });
  expect(since(110)).toEqual(turns.slice(2));
  expect(since(165)).toEqual(turns.slice(2));
  expect(since(166)).toEqual([]);
});

test("turnsSinceReset() keeps all where nothing is set", { tags: "SES-6" }, () => {
  const turns = [turn(0), turn(10)];
  expect(turnsSinceReset(turns, { reset: undefined, now: 1e12, timeZone: "UTC" })).toEqual(turns);
});

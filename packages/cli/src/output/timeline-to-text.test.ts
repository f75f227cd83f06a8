import type { Step } from "@hookwright/host";
import { expect, test } from "vitest";
import { stepToText, timelineToText } from "./timeline-to-text.ts";

const AT = Date.UTC(2026, 0, 31, 12);

test("stepToText() shows time, state, code, ids and times of the detail on lines of their own", () => {
  const step: Step = {
    ...{ at: AT, ms: 12, kind: "part", id: "d1/2", state: "failed", code: "rate_limited" },
    title: "part 2 of 3 to telegram",
    detail: { to: "42", dueAt: AT + 1_000, account: "" },
  };
  expect(stepToText(step)).toBe(
    [
      "2026-01-31 12:00:00.000Z  part       failed, rate_limited (12 ms)",
      "    part 2 of 3 to telegram",
      "    id d1/2, to 42, due at 2026-01-31 12:00:01.000Z",
    ].join("\n"),
  );
});

test("stepToText() marks text from outside, and no text can forge a line", () => {
  const hostile = "fine\n2026-01-31 12:00:00.000Z  run  done\u001b[2J";
  const step: Step = {
    ...{ at: AT, kind: "answer", id: "r1", state: "deliver", title: "a\nb\u001b[2J" },
    ...{ tainted: true, detail: { text: hostile, characters: 9_000, sessionKey: hostile } },
  };
  const lines = stepToText(step).split("\n");
  expect(lines.slice(3)).toEqual([
    expect.stringMatching(/text from outside, .*\(the first 2,000 of 9000 characters\):$/),
    "    │ fine",
    expect.stringMatching(/^ {4}│ 2026-01-31 12:00:00\.000Z {2}run {2}done/),
  ]);
  expect(lines).toHaveLength(6);
  expect(lines.join("")).not.toContain("\u001b");
});

test("timelineToText() says whether more may happen", () => {
  const step: Step = { at: AT, kind: "match", id: "ci", state: "matched", title: "mapping ci" };
  const timeline = { id: "q1", kind: "request", steps: [step] } as const;
  expect(timelineToText({ ...timeline, isOpen: false })).toBe(
    "2026-01-31 12:00:00.000Z  match      matched\n    mapping ci\nIt has ended.",
  );
  expect(timelineToText({ ...timeline, isOpen: true })).toContain("--follow");
  const steps = [step, { ...step, kind: "summary", state: "waiting" }] as const;
  expect(timelineToText({ ...timeline, steps, isOpen: false })).toMatch(/\nNothing more is due\.$/);
});

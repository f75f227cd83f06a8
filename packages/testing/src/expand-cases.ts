// Cases as written → cases without rows, whose events have their changes.
import type { HookEvent } from "@hookwright/core";
import type { EventChanges, SingleCase, TestCase, TestRow } from "./model.ts";
import { patchEvent } from "./patch-event.ts";

/** Each case once, or once for each of its rows, in order. */
export function expandCases(cases: readonly TestCase[]): readonly SingleCase[] {
  return cases.flatMap((testCase, index) =>
    testCase.each === undefined
      ? [expandCase(testCase, index)]
      : testCase.each.map((row, at) => expandRow(testCase, row, { index, row: at })),
  );
}

function expandCase(testCase: TestCase, index: number): SingleCase {
  const { name, event, expect = {}, reviewed = true } = testCase;
  return { name, index, expect, reviewed, ...change(event, [testCase]) };
}

/** The changes of the case come first; those of the row add to them. */
function expandRow(
  testCase: TestCase,
  row: TestRow,
  at: { readonly index: number; readonly row: number },
): SingleCase {
  const { reviewed = true } = testCase;
  return {
    name: `${testCase.name} [${row.title}]`,
    ...at,
    expect: { ...testCase.expect, ...row.expect },
    reviewed,
    ...change(row.event ?? testCase.event, [testCase, row]),
  };
}

function change(
  event: HookEvent,
  changes: readonly EventChanges[],
): Pick<SingleCase, "event" | "problem"> {
  // All removals come before all patches.
  const remove = changes.flatMap((one) => one.remove ?? []);
  const patched = changes.reduce<ReturnType<typeof patchEvent>>(
    (before, { patch = {} }) => (before.ok ? patchEvent(before.event, { patch }) : before),
    patchEvent(event, { remove }),
  );
  if (!patched.ok) return { event, problem: patched.problem };
  if (patched.event.path.trim() !== "") return { event: patched.event };
  return { event: patched.event, problem: NO_PATH };
}

const NO_PATH =
  'The event does not name its hook. Write patch: { path: "github" }, or name the file NAME.event.json and give it a "path".';

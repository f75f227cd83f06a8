import { expect, test } from "vitest";
import { failureLines } from "./failure-lines.mjs";

test("failureLines() keeps failed tests, errors outside of tests and missed thresholds, each once", () => {
  const output = [
    " \u001b[32m✓\u001b[39m a.test.ts (2 tests) 3ms",
    "\u001b[41m FAIL \u001b[49m  unit  b.test.ts > b() adds",
    "AssertionError: expected 1 to be 2",
    "    at b.test.ts:3:4",
    " FAIL  unit  b.test.ts > b() adds",
    "⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯",
    'This error originated in "a.test.ts" test file.',
    'ERROR: Coverage for branches (99.9%) does not meet "packages/core/src/**" threshold (100%)',
    " Tests  1 failed | 2 passed",
  ].join("\n");
  expect(failureLines(output)).toEqual([
    "FAIL   unit  b.test.ts > b() adds",
    "AssertionError: expected 1 to be 2",
    "FAIL  unit  b.test.ts > b() adds",
    "⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯",
    'This error originated in "a.test.ts" test file.',
    'ERROR: Coverage for branches (99.9%) does not meet "packages/core/src/**" threshold (100%)',
  ]);
});

test("failureLines() keeps 60 lines at most", () => {
  const output = Array.from({ length: 100 }, (_, index) => ` FAIL  test ${index}`).join("\n");
  expect(failureLines(output)).toHaveLength(60);
});

import { expect, test } from "vitest";
import { writeFixture } from "../test-support/write-fixture.ts";
import { countVitest } from "./count-vitest.mjs";

const report = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    {
      status: "passed",
      assertionResults: [
        { status: "passed", fullName: "a" },
        {
          status: "skipped",
          fullName: "with a server (skipped: no server is installed) answer() answers",
        },
        { status: "todo", fullName: "later" },
      ],
    },
  ],
};

function count(changes: object, succeeded: boolean): ReturnType<typeof countVitest> {
  const root = writeFixture({ "vitest.json": { ...report, ...changes } });
  return countVitest(`${root}/vitest.json`, succeeded);
}

test("countVitest() counts the tests of the report", () => {
  expect(count({}, true)).toMatchObject({ passed: 5, failed: 0, skipped: 2 });
  expect(count({ numFailedTests: 3 }, false)).toMatchObject({ passed: 5, failed: 3, skipped: 2 });
});

test("countVitest() counts a file that cannot be imported as a failure", () => {
  const testResults = [{ status: "failed", assertionResults: [] }];
  expect(count({ testResults }, false).failed).toBe(1);
});

test("countVitest() counts skipped tests by the reason in their titles", () => {
  expect(count({}, true).skips).toEqual({ "no server is installed": 1, later: 1 });
});

test("countVitest() counts an error outside of tests as a failure", () => {
  expect(count({}, false).failed).toBe(1);
});

test("countVitest() counts a vitest that ended early as a failure", () => {
  expect(countVitest("nowhere.json", true)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    skips: {},
  });
});

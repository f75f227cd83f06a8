import { expect, test } from "vitest";
import { writeFixture } from "../test-support/write-fixture.ts";
import { checkHostRules, findTitles, readHostRules } from "./host-rules.mjs";
import { workspace } from "./run-check.mjs";

test("checkHostRules() finds a test for each rule of the host", () => {
  expect(checkHostRules(workspace).problems).toEqual([]);
  expect(readHostRules(workspace)).toHaveLength(99);
});

test("checkHostRules() names a rule without a test", () => {
  const root = writeFixture({
    "packages/host/test/rules.json": '{"RUN-1": "states", "RUN-2": "order"}',
    "packages/host/test/a.test.ts": 'test("RUN-1 a run ends", () => {});\n',
  });
  expect(checkHostRules(root).problems).toEqual([
    "No test has a title that begins with RUN-2 (order).",
  ]);
});

test("findTitles() takes titles of every kind of call, and only those that begin with a rule", () => {
  const text = `test("RUN-1 RUN-2 one", f);
test.each(ROWS)(
  "RUN-3 two", f);
describe(\`HB-10 three\`, f);
test("four of RUN-4", f);
expect("x").toBe("RUN-5 five");`;
  expect(findTitles(text).slice(0, 3)).toEqual(["RUN-1 RUN-2 one", "RUN-3 two", "HB-10 three"]);
});

import { expect, test } from "vitest";
import { checkPaths } from "./check-paths.mjs";

const problemsOf = (...paths: string[]) => checkPaths(paths).problems;

test("checkPaths() accepts short paths of plain names", () => {
  expect(problemsOf("README.md", "docs/a name, with blanks [1].md", "console/nul1.ts")).toEqual([]);
});

test("checkPaths() refuses a path of more than 120 characters", () => {
  expect(problemsOf("x".repeat(120))).toEqual([]);
  expect(problemsOf(`a/${"x".repeat(119)}`)).toEqual([`a/${"x".repeat(119)} has 121 characters`]);
});

test.each(["nul", "aux.ts", "COM1", "what?", "a:b", 'a"b', "a|b", "a*", "ends.", "ends ", "a\tb"])(
  "checkPaths() refuses the name %j, which Windows does not allow",
  (name) => {
    expect(problemsOf(`docs/${name}/page.md`)).toEqual([
      `docs/${name}/page.md: Windows refuses the name "${name}"`,
    ]);
  },
);

test("checkPaths() refuses two names that differ only in case", () => {
  expect(problemsOf("docs/Page.md", "docs/page.md")).toEqual([
    "docs/page.md and docs/Page.md differ in case only",
  ]);
});

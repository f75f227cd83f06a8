// Problems of the core → the same problems with positions.
import type { Problem } from "@hookwright/core";
import { expect, test } from "vitest";
import { parseConfigText } from "../text/parse-config-text.ts";
import { locateProblems } from "./locate-problems.ts";

async function locate(code: Problem["code"], path: Problem["path"]): Promise<Problem | undefined> {
  const document = await parseConfigText('{\n  hooks: {\n    tokn: "x" } }');
  if (!document.ok) throw new Error("The text must be valid.");
  const problem: Problem = { code, severity: "error", path, message: "m", hint: "h" };
  return locateProblems([problem], document)[0];
}

test("locateProblems() gives the position of the value", async () => {
  expect(await locate("invalid_value", ["hooks", "tokn"])).toEqual({
    code: "invalid_value",
    severity: "error",
    path: ["hooks", "tokn"],
    message: "m",
    hint: "h",
    position: { line: 3, column: 11 },
    range: {
      start: { line: 3, column: 11, offset: 23 },
      end: { line: 3, column: 14, offset: 26 },
    },
  });
});

test("locateProblems() gives the position of the key for an unknown key", async () => {
  expect((await locate("unknown_key", ["hooks", "tokn"]))?.position).toEqual({
    line: 3,
    column: 5,
  });
});

test("locateProblems() gives the position of the parent for a missing key", async () => {
  expect((await locate("missing_key", ["hooks", "token"]))?.position).toEqual({
    line: 2,
    column: 10,
  });
});

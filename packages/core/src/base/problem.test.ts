import { expect, test } from "vitest";
import { createProblem } from "./problem.ts";

test("createProblem() makes an error without extras that nobody gave", () => {
  expect(createProblem("wrong_type", ["hooks"], "Wrong.")).toStrictEqual({
    code: "wrong_type",
    severity: "error",
    path: ["hooks"],
    message: "Wrong.",
  });
});

test("createProblem() keeps severity, hint and place", () => {
  const templatePosition = { line: 1, column: 14 };
  const extras = { severity: "warning", hint: "Write {{/if}}.", templatePosition } as const;
  expect(createProblem("template_unclosed", [], "Not closed.", extras)).toStrictEqual({
    code: "template_unclosed",
    severity: "warning",
    path: [],
    message: "Not closed.",
    hint: "Write {{/if}}.",
    templatePosition,
  });
});

test("createProblem() leaves out a hint that there is none of", () => {
  expect(createProblem("wrong_type", [], "Wrong.", { hint: undefined })).not.toHaveProperty("hint");
});

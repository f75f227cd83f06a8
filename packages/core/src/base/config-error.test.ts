import { expect, test } from "vitest";
import { createProblem, HooksConfigError, problemToText } from "./problem.ts";

const missing = createProblem("token_missing", ["hooks", "token"], "There is no token.", {
  hint: "Write one.",
});
const short = createProblem("token_short", ["hooks", "token"], "The token is short.", {
  severity: "warning",
});
const unknown = createProblem("unknown_key", ["hooks", "mappings", 0, "x"], '"x" is not known.');

test("HooksConfigError lists every error in its message, one a line, and no warning", () => {
  const error = new HooksConfigError([missing, short, unknown]);
  expect(error).toBeInstanceOf(Error);
  expect(error.name).toBe("HooksConfigError");
  expect(error.message).toBe(
    'hooks.token: There is no token. Write one.\nhooks.mappings[0].x: "x" is not known.',
  );
});

test("HooksConfigError keeps every problem as data, warnings too", () => {
  const problems = [missing, short, unknown];
  expect(new HooksConfigError(problems).problems).toBe(problems);
});

test("problemToText() says where, what, and what to write instead", () => {
  expect(problemToText(missing)).toBe("hooks.token: There is no token. Write one.");
  expect(problemToText(short)).toBe("hooks.token: The token is short.");
});

import { expect, test } from "vitest";
import { withProblems } from "../../test/reporting.ts";
import type { HooksInput } from "../model/config.ts";
import type { Secrets } from "../model/ports.ts";
import { compileToken } from "./compile-token.ts";

const LONG = "a-token-of-at-least-24-characters";
const secrets: Secrets = (reference) => ("env" in reference ? LONG : undefined);
const compile = (hooks: HooksInput, port: Secrets = secrets) => {
  const run = withProblems((report) => compileToken({ enabled: true, ...hooks }, port, report));
  return { token: run.result, problems: run.problems };
};

test.each<HooksInput>([
  { token: LONG },
  { token: ` ${LONG}\n` },
  { token: "${HOOK_TOKEN}" },
  { token: { env: "HOOK_TOKEN" } },
])("compileToken() gives the token of %j", (hooks) => {
  expect(compile(hooks)).toEqual({ token: LONG, problems: [] });
});

test.each<[HooksInput, string]>([
  [{}, "hooks.enabled is true, but there is no hooks.token."],
  [{ token: "" }, "hooks.token is blank."],
  [{ token: " \n" }, "hooks.token is blank."],
])("compileToken() wants a token where hooks are enabled: %j", (hooks, message) => {
  expect(compile(hooks)).toEqual({
    token: "",
    problems: [
      {
        code: "token_missing",
        severity: "error",
        path: ["hooks", "token"],
        message,
        hint: 'Write "token": "${HOOK_TOKEN}" and set that variable to a long random text.',
      },
    ],
  });
});

test("compileToken() warns of a token with fewer than 24 characters", () => {
  expect(compile({ token: "x".repeat(24) }).problems).toEqual([]);
  expect(compile({ token: "x".repeat(23) })).toEqual({
    token: "x".repeat(23),
    problems: [
      {
        code: "token_short",
        severity: "warning",
        path: ["hooks", "token"],
        message: "hooks.token is shorter than 24 characters.",
        hint: "Use a long random text, such as 32 random bytes in hexadecimal.",
      },
    ],
  });
});

test("compileToken() warns of a short token behind a reference, too", () => {
  const short = compile({ token: "${T}" }, () => "short");
  expect(short).toMatchObject({ token: "short", problems: [{ code: "token_short" }] });
});

test.each([
  "HOOK_TOKEN",
  "OPENCLAW_HOOK_TOKEN",
  "A_VERY_LONG_NAME_OF_A_WEBHOOK_SECRET",
  "API2_KEY",
])("compileToken() refuses %s: it is the name of a variable", (name) => {
  expect(compile({ token: name }).problems).toEqual([
    {
      code: "token_is_a_name",
      severity: "error",
      path: ["hooks", "token"],
      message:
        "hooks.token looks like the name of an environment variable, which anybody can guess.",
      hint: 'Write "${NAME}", with the name of the variable, for its value.',
    },
  ]);
});

test("compileToken() takes what a variable holds for a value, whatever it looks like", () => {
  const { problems } = compile({ token: "${T}" }, () => "MY_HOOK_TOKEN");
  expect(problems).toMatchObject([{ code: "token_short", severity: "warning" }]);
});

test("compileToken() reports what a reference lacks", () => {
  const token = { file: "/run/token" };
  expect(compile({ token })).toMatchObject({
    token: "",
    problems: [{ code: "secret_missing", severity: "error", path: ["hooks", "token"] }],
  });
});

test("compileToken() checks the push token of the mail watcher, beside the hook token", () => {
  const pushToken = { file: "/run/push" };
  const problem = { code: "secret_missing", path: ["hooks", "gmail", "pushToken"] };
  expect(compile({ token: LONG, gmail: { pushToken } }).problems).toMatchObject([problem]);
  expect(compile({ gmail: { pushToken } }).problems).toMatchObject([
    { code: "token_missing" },
    problem,
  ]);
  expect(compile({ token: LONG, gmail: { pushToken: "${PUSH}" } }).problems).toEqual([]);
});

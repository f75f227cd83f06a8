import { expect, test } from "vitest";
import { compileUsable, withProblems } from "../../../test/reporting.ts";
import type { HooksInput } from "../../authoring/config/config.ts";
import { planSecrets } from "../../authoring/plan/plan-secrets.ts";
import { compileConfig } from "../../compile-hooks.ts";
import type { Secrets } from "../../model/ports.ts";
import { linkTokens } from "./link-tokens.ts";

const LONG = "a-token-of-at-least-24-characters";
const secrets: Secrets = (reference) => ("env" in reference ? LONG : undefined);
const compile = (hooks: HooksInput, port: Secrets = secrets, isPublic = false) => {
  const run = withProblems((report) =>
    linkTokens(
      { ...planSecrets({ enabled: true, ...hooks }, {}, report), mappings: [] },
      { secrets: port, isPublic, report },
    ),
  );
  return { tokens: run.result, problems: run.problems };
};

test.each<HooksInput>([
  { token: LONG },
  { token: ` ${LONG}\n` },
  { token: "${HOOK_TOKEN}" },
  { token: { env: "HOOK_TOKEN" } },
])("linkTokens() returns the token of %j", (hooks) => {
  expect(compile(hooks)).toEqual({ tokens: [LONG], problems: [] });
});

test.each<[HooksInput, string]>([
  [{}, "hooks.enabled is true, but there is no hooks.token."],
  [{ token: "" }, "hooks.token is blank."],
  [{ token: " \n" }, "hooks.token is blank."],
])("linkTokens() wants a token if hooks are enabled: %j", (hooks, message) => {
  expect(compile(hooks)).toEqual({
    tokens: [],
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

test("linkTokens() warns of a token with fewer than 24 characters", () => {
  expect(compile({ token: LONG.slice(0, 24) }).problems).toEqual([]);
  expect(compile({ token: LONG.slice(0, 23) })).toEqual({
    tokens: [LONG.slice(0, 23)],
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

test("linkTokens() warns of a short token behind a reference, too", () => {
  const short = compile({ token: "${T}" }, () => "short");
  expect(short).toMatchObject({ tokens: ["short"], problems: [{ code: "token_short" }] });
});

test.each([
  "HOOK_TOKEN",
  "OPENCLAW_HOOK_TOKEN",
  "A_VERY_LONG_NAME_OF_A_WEBHOOK_SECRET",
  "API2_KEY",
])("linkTokens() refuses %s: it is the name of a variable", (name) => {
  expect(compile({ token: name }).problems).toEqual([
    {
      code: "token_is_a_name",
      severity: "error",
      path: ["hooks", "token"],
      message:
        "hooks.token looks like the name of an environment variable, which anybody can guess.",
      hint: 'Write "${NAME}", where NAME is the name of the variable, to use the value of that variable.',
    },
  ]);
});

test("linkTokens() accepts any value of a variable, whatever it looks like", () => {
  const { problems } = compile({ token: "${T}" }, () => "MY_HOOK_TOKEN");
  expect(problems).toMatchObject([{ code: "token_short", severity: "warning" }]);
});

test("linkTokens() reports what a reference lacks", () => {
  const token = { file: "/run/token" };
  expect(compile({ token })).toMatchObject({
    tokens: [],
    problems: [{ code: "secret_missing", severity: "error", path: ["hooks", "token"] }],
  });
});

test("linkTokens() checks the push token of the mail watcher, beside the hook token", () => {
  const pushToken = { file: "/run/push" };
  const problem = { code: "secret_missing", path: ["hooks", "gmail", "pushToken"] };
  expect(compile({ token: LONG, gmail: { pushToken } }).problems).toMatchObject([problem]);
  expect(compile({ gmail: { pushToken } }).problems).toMatchObject([
    { code: "token_missing" },
    problem,
  ]);
  expect(compile({ token: LONG, gmail: { pushToken: "${PUSH}" } }).problems).toEqual([]);
});

test.each([
  "$HOOK_TOKEN",
  "%HOOK_TOKEN%",
  "${env:HOOK_TOKEN}",
  "${env.HOOK_TOKEN}",
  "env:HOOK_TOKEN",
  "$env:HOOK_TOKEN",
  "process.env.HOOK_TOKEN",
  "env.HOOK_TOKEN",
])("linkTokens() says how to refer to the variable of %s", (token) => {
  expect(compile({ token })).toEqual({
    tokens: [token],
    problems: [
      {
        code: "token_placeholder",
        severity: "error",
        path: ["hooks", "token"],
        message: "hooks.token is a placeholder, which anybody can guess.",
        hint: 'Write { "env": "HOOK_TOKEN" } for its value.',
        change: { kind: "replace", value: { env: "HOOK_TOKEN" }, safe: true },
      },
    ],
  });
});

/** The same forms in a text and in a reference; `${NAME}` is our own form in a text. */
const VARIABLE_FORMS = [
  "$HOOK_TOKEN",
  "%HOOK_TOKEN%",
  "${env:HOOK_TOKEN}",
  "${ENV.HOOK_TOKEN}",
  "env:HOOK_TOKEN",
  "$env:HOOK_TOKEN",
  "$env.HOOK_TOKEN",
  "env.HOOK_TOKEN",
  "process.env.HOOK_TOKEN",
  "import.meta.env.HOOK_TOKEN",
];

const fixesOf = (token: HooksInput["token"], port?: Secrets) =>
  compile({ token }, port).problems.map(({ change }) => change);

test.each(VARIABLE_FORMS)("linkTokens() reads %s alike in a text and in a reference", (form) => {
  const fix = { kind: "replace", value: { env: "HOOK_TOKEN" }, safe: true };
  expect([fixesOf(form), fixesOf({ env: form })]).toEqual([[fix], [fix]]);
  expect(compile({ token: { file: form } }).problems).toMatchObject([
    { code: "invalid_value", message: expect.stringContaining("within a reference to a file") },
  ]);
  // As the fix writes it.
  expect(compile({ token: { env: "HOOK_TOKEN" } })).toEqual({ tokens: [LONG], problems: [] });
});

test.each([
  ["file:./hook-token", "./hook-token"],
  ["file:../hook-token", "../hook-token"],
  ["file:///run/secrets/hook-token", "/run/secrets/hook-token"],
  ["file://./hook-token", "./hook-token"],
  ["file://~/hook-token", "~/hook-token"],
  ["FILE:hook-token", "hook-token"],
])("linkTokens() reads %s alike in a text and in a reference", (form, file) => {
  const port: Secrets = (reference) =>
    "file" in reference && reference.file === file ? LONG : undefined;
  const fix = { kind: "replace", value: { file }, safe: true };
  expect([fixesOf(form, port), fixesOf({ file: form }, port)]).toEqual([[fix], [fix]]);
  // As the fix writes it.
  expect(compile({ token: { file } }, port)).toEqual({ tokens: [LONG], problems: [] });
});

test.each([
  "${HOOK_TOKEN:-a-long-random-text-of-your-own}",
  "${{ secrets.HOOK_TOKEN }}",
  "$(openssl rand -hex 32)",
  "{{ hook_token_of_the_gateway }}",
  "<YOUR TOKEN HERE>",
  "env: the hook token",
  "changeme",
  "ChangeMe-please-0123456789",
  "change-me-to-something-random",
  "your-secret-token-goes-here",
  "your_token",
  "replace-me-with-a-long-random-token",
  "x",
  "xxx",
  "****************************",
  "undefined",
  "null",
  "[object Object]",
  "op://vault/gateway/hook-token",
  "arn:aws:secretsmanager:eu-central-1:123456789012:secret:hook",
  "projects/1/secrets/hook/versions/latest",
  "ENC[AES256_GCM,data:abc]",
])("linkTokens() refuses the placeholder %s", (token) => {
  expect(compile({ token }).problems).toMatchObject([
    {
      code: "token_placeholder",
      severity: "error",
      hint: expect.stringContaining("Write a long random text"),
    },
  ]);
});

test("linkTokens() hints that the vendor shows the secret for a placeholder", () => {
  const auth = { provider: "github", secret: "changeme-0123456789" };
  const mapping = { match: { path: "ci" }, messageTemplate: "x", auth };
  const { problems } = compileConfig(
    { hooks: { enabled: true, token: LONG, mappings: [mapping] } },
    {},
  );
  expect(problems).toMatchObject([
    { code: "secret_placeholder", hint: expect.stringMatching(/^Write what the vendor shows/) },
  ]);
});

test("linkTokens() refuses a placeholder behind a reference, too", () => {
  for (const value of ["changeme", "$HOOK_TOKEN"]) {
    expect(compile({ token: "${T}" }, () => value).problems).toMatchObject([
      { code: "token_placeholder", hint: expect.stringContaining("Write a long random text") },
    ]);
  }
});

test("linkTokens() accepts a token that only contains parts of placeholders", () => {
  const random = [
    "$2y$10$abcdefghijklmnopqrstuv",
    "ab%cd%efghijklmnopqrstuvwxyz",
    "a<b>cdefghijklmnopqrstuvwxyz",
    "replacement0123456789abcdefg",
    "changed-often-0123456789abcdef",
    "env0123456789abcdefghijklmno",
  ];
  for (const token of random) expect(compile({ token }).problems).toEqual([]);
});

test("linkTokens() warns of a token that strangers can guess if they can reach the server", () => {
  const [short, weak] = [LONG.slice(0, 16), LONG.slice(0, 15)];
  const codes = (token: string, isPublic: boolean) =>
    compile({ token }, secrets, isPublic).problems.map(({ code }) => code);
  expect(codes(weak, true)).toEqual(["token_weak_public"]);
  expect(codes(weak, false)).toEqual(["token_short"]);
  expect(codes(short, true)).toEqual(["token_short"]);
  expect(codes(LONG, true)).toEqual([]);
  const [problem] = compile({ token: weak }, secrets, true).problems;
  expect(problem).toMatchObject({
    severity: "warning",
    message:
      "hooks.token is shorter than 16 characters, and other machines can reach the server: strangers can guess it.",
    hint: "Use a long random text, such as 32 random bytes in hexadecimal.",
  });
});

test("linkTokens() returns both tokens of a list, and checks each", () => {
  const other = `${LONG}-2`;
  expect(compile({ token: [other, "${T}"] })).toEqual({ tokens: [other, LONG], problems: [] });
  const { tokens, problems } = compile({ token: ["", "short-one"] });
  expect(tokens).toEqual(["short-one"]);
  expect(problems).toMatchObject([
    { code: "token_missing", path: ["hooks", "token", 0], message: "hooks.token[0] is blank." },
    {
      code: "token_short",
      path: ["hooks", "token", 1],
      message: "hooks.token[1] is shorter than 24 characters.",
    },
  ]);
});

test("linkTokens() leaves out an entry that was taken out of the list", () => {
  const token = [undefined, LONG] as unknown as readonly string[];
  expect(compile({ token })).toEqual({ tokens: [LONG], problems: [] });
});

test("linkTokens() checks the credentials of the mail watcher, too", () => {
  const gmail = { credentials: { file: "/run/google.json" } };
  expect(compile({ token: LONG, gmail }).problems).toMatchObject([
    { code: "secret_missing", path: ["hooks", "gmail", "credentials"] },
  ]);
});

test.each([
  ["/run/secrets/hook-token", "/run/secrets/hook-token"],
  ["./hook.token", "./hook.token"],
  ["../private/token.txt", "../private/token.txt"],
  ["~/.config/hook-token", "~/.config/hook-token"],
  ["C:\\keys\\hook.txt", "C:\\keys\\hook.txt"],
  ["file:./hook-token", "./hook-token"],
  ["file:///run/secrets/token", "/run/secrets/token"],
  ["FILE:secrets/token", "secrets/token"],
])("linkTokens() takes %s for the path of a file, and says how to refer to it", (token, file) => {
  expect(compile({ token }).problems).toEqual([
    {
      code: "token_placeholder",
      severity: "error",
      path: ["hooks", "token"],
      message:
        "hooks.token is the path of a file instead of the content of that file: anybody can guess a path.",
      hint: `Write { "file": ${JSON.stringify(file)} }.`,
      change: { kind: "replace", value: { file }, safe: true },
    },
  ]);
});

test("linkTokens() shows no path that may be a secret, and none behind a reference", () => {
  const hint = 'Write { "file": "path" }, with that path, for what is in the file.';
  expect(compile({ token: "./Zk3vQ9xR7mT2bW8nJ4hL6pY1" }).problems).toMatchObject([{ hint }]);
  const [behind] = compile({ token: "${T}" }, () => "/run/secrets/hook-token").problems;
  expect(behind).toMatchObject({ code: "token_placeholder", hint });
  expect(behind).not.toHaveProperty("change");
});

test("linkTokens() accepts a secret in Base64 that begins with a slash, or has dots", () => {
  for (const token of [
    "/9j4AAQSkZJRgABAQEAYABgAAD/2wBDAAgG==",
    "eyJhbGciOi.eyJzdWIiOiIxMjM0NTY.SflKxwRJSMeKKF2QT4",
    "file-of-25-characters-xyz",
  ]) {
    expect(compile({ token }).problems).toEqual([]);
  }
});

test.each([
  "pässwort-of-more-than-24-characters",
  "a-long-token\tof-two-columns",
  "鍵🔑".repeat(13),
])("linkTokens() refuses %j, which clients send in different ways", (token) => {
  for (const written of [token, "${T}"]) {
    expect(compile({ token: written }, () => token).problems).toMatchObject([
      { code: "token_not_ascii", severity: "error", path: ["hooks", "token"] },
    ]);
  }
});

const TOKEN = "a-token-of-at-least-24-characters";

const check = (input: unknown, { secrets }: { secrets: Secrets }) =>
  withProblems((report) =>
    linkTokens(
      { ...planSecrets({ enabled: true, token: TOKEN }, input, report), mappings: [] },
      { secrets, isPublic: false, report },
    ),
  ).problems;

const gateway = (token: unknown) => ({ gateway: { auth: { token } } });

test.each([
  [TOKEN],
  [` ${TOKEN} `],
  ["${OTHER}"],
  [{ source: "env", provider: "default", id: "OTHER" }],
])("linkTokens() warns of the gateway's token %j if it equals the hook token", (written) => {
  expect(check(gateway(written), { secrets: () => TOKEN })).toEqual([
    {
      code: "token_shared",
      severity: "warning",
      path: ["hooks", "token"],
      message: "hooks.token equals gateway.auth.token, so that every sender can use the gateway.",
      hint: "Give the hooks a token of their own.",
    },
  ]);
});

test.each([
  [{}],
  [null],
  [gateway("another-token")],
  [gateway(undefined)],
  [gateway(null)],
  [gateway(7)],
  [gateway({})],
  [gateway({ source: "vault", id: "x" })],
  [gateway("${MISSING}")],
  [{ gateway: "x" }],
  [
    {
      get gateway(): never {
        throw new Error("locked");
      },
    },
  ],
])("linkTokens() says nothing of the gateway's config %#", (input) => {
  expect(check(input, { secrets: () => undefined })).toEqual([]);
});

test("linkTokens() warns of a path that contains the token", () => {
  const mappings = [
    { messageTemplate: "x" },
    { match: { path: "github" }, messageTemplate: "x" },
    { match: { path: `github/${TOKEN}` }, messageTemplate: "x" },
  ];
  const result = compileUsable({ hooks: { enabled: true, token: TOKEN, mappings } });
  const problems = result.problems.filter(({ code }) => code === "token_shared");
  expect(problems).toEqual([
    {
      code: "token_shared",
      severity: "warning",
      path: ["hooks", "mappings", 2, "match", "path"],
      message: "The path of this match contains hooks.token, so that no request can reach it.",
      hint: "Remove the token: logs contain paths.",
    },
  ]);
});

test("compileConfig() compares no token if nothing is served", () => {
  const other = gateway("");
  expect(compileUsable({ ...other, hooks: {} }).problems).toEqual([]);
  const config = { ...gateway(TOKEN), hooks: { enabled: true, token: TOKEN } };
  expect(compileUsable(config).problems).toMatchObject([{ code: "token_shared" }]);
});

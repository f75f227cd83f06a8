import type { Explanation } from "@hookwright/core";
import { expect, test } from "vitest";
import { createTempDir, createTempFile } from "../../../../tools/test-support/temp-dir.ts";
import { WRITES_DEEP_JSON } from "../../../../tools/test-support/writes-deep-json.ts";
import {
  type Expected,
  expectEnded,
  expectRun,
  hookwright,
} from "../../test/support/hookwright.ts";
import type { TestInput } from "../../test/support/test-io.ts";

const CONFIG = JSON.stringify({
  hooks: {
    mappings: [
      { id: "ci", match: { path: "ci" }, messageTemplate: "Job {{job.nmae}}" },
      {
        id: "push",
        match: { path: "github", headers: { "x-github-event": "push" } },
        messageTemplate: "{{pusher.name}} pushed",
        sessionKey: "hook:{{query.team}}",
      },
      { id: "refused", match: { path: "bad" }, sessionKey: "{{gone}}", messageTemplate: "x" },
      { id: "late", match: { path: "late" }, messageTemplate: "x" },
    ],
  },
});
const PUSH = '{ "pusher": { "name": "Ada" } }';
const PUSH_OPTIONS = ["--header", "X-GitHub-Event: push", "--query", "team=core"];

test("explain() shows what matched, why the others did not, what was rendered, and the action", async () => {
  const { stderr } = await expectExplained(
    ["/github/", PUSH, ...PUSH_OPTIONS],
    [
      0,
      "· 1 mapping is for other paths\n",
      "✓ push: matched",
      "· 2 mappings not tried",
      '{{pusher.name}} → "Ada" (payload.pusher.name)',
      "Action: agent. The sender gets 202.",
      "sessionKey: hook:core",
      "│ > Ada pushed",
      "UNTRUSTED_WEBHOOK_CONTENT",
    ],
  );
  expect(stderr).toBe("");
});

test("explain() prints the explanation as JSON", async () => {
  const { stdout } = await expectExplained(["github", PUSH, ...PUSH_OPTIONS, "--json"], [0]);
  const explanation = JSON.parse(stdout) as Explanation;
  expect(explanation.resolution).toMatchObject({
    outcome: "action",
    mappingId: "push",
    action: { kind: "agent", sessionKey: "hook:core" },
  });
  expect(explanation.matches.map(({ result }) => result)).toEqual([
    "not matched",
    "matched",
    "not tried",
    "not tried",
  ]);
});

test("explain() returns 1 if nothing matches or the event is refused", async () => {
  const unmatched = "no mapping takes this event. The sender gets 404.";
  await expectExplained(["nothing", "{}"], [1, unmatched]);
  await expectExplained(["bad", "{}"], [1, "Refused with 400 session_key_refused"]);
  await expectExplained(["bad", "{}", "--json"], [1]);
});

test("explain() explains the built-in routes", async () => {
  const words = "Action: wake. The sender gets 200.";
  await expectExplained(["wake", '{ "text": "Hello" }'], [0, words]);
});

test("explain() reads the payload or the config from standard input, and none as an empty object", async () => {
  const job = '{ "job": { "name": "lint" } }';
  const dir = createTempDir({ "hooks.json": CONFIG, "ci.json": job });
  const explain = ["explain", `${dir}/hooks.json`, "--name", "ci"];
  for (const options of [[], ["--payload", "-"]]) {
    const empty = "empty message: {{job.nmae}}";
    await expectRun([...explain, ...options], [0, empty], { stdin: " \n" });
  }
  const meant = "Did you mean {{job.name}}?";
  await expectRun([...explain, "--payload", "-"], [0, meant], { stdin: job });
  const ofConfig = ["explain", "-", "--name", "ci", "--payload", `${dir}/ci.json`];
  await expectRun(ofConfig, [0, meant], { stdin: CONFIG });
});

test("explain() reports the position of a mistake in the payload, and never quotes it", async () => {
  const { stdout, stderr, payload } = await expectExplained(["ci", '{\n  "a": s3cret\n}'], [1]);
  expect(stdout).toBe("");
  expect(stderr).toBe(
    `error The payload in "${payload}" is not valid JSON: something is wrong or missing at line 2, column 8.\n`,
  );
});

test.each([
  ["there is no such file", "/missing.json"],
  ["there is no such file", "/hooks.json/inside.json"],
  ["it is a directory", ""],
  ["it is not UTF-8 text", "/binary.json"],
  ["the system says ENAMETOOLONG", `/${"long".repeat(100)}.json`],
])("explain() reports that %s", async (reason, name) => {
  const dir = createTempDir({ "hooks.json": CONFIG, "binary.json": Uint8Array.of(0xff) });
  const args = ["explain", `${dir}/hooks.json`, "--name", "ci", "--payload", `${dir}${name}`];
  const { stderr } = await expectRun(args, [1]);
  expect(stderr).toBe(`error Cannot read payload "${dir}${name}": ${reason}.\n`);
});

test("explain() reports the problems of the config, and prints no explanation", async () => {
  const file = createTempFile("hooks.json", '{ "hooks": { "tokn": "x" } }');
  const args = ["explain", file, "--name", "ci"];
  const text = await expectRun(args, [1, "error unknown_key hooks.tokn"]);
  const json = await expectRun([...args, "--json"], [1]);
  expect([text.stdout, json.stdout]).toEqual(["", ""]);
  expect(JSON.parse(json.stderr)).toMatchObject({
    ok: false,
    problems: [{ code: "unknown_key" }],
  });
});

test("explain() survives a payload that is nested as deeply as a body can be", async () => {
  const when = { "!!": [{ var: "payload" }] };
  const mapping = { match: { path: "ci", when }, messageTemplate: "Deep" };
  const dir = createTempDir({
    "hooks.json": JSON.stringify({ hooks: { mappings: [mapping] } }),
    "deep.json": `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
  });
  const args = ["explain", `${dir}/hooks.json`, "--name", "ci", "--payload", `${dir}/deep.json`];
  const { stdout } = await expectRun(args, [0]);
  expect(!stdout.includes("(nested too deeply to show)")).toBe(WRITES_DEEP_JSON);
  const json = await expectRun([...args, "--json"], [1]);
  expect(JSON.parse(json.stderr)).toMatchObject({ hint: "Leave out --json." });
});

test("check() and explain() work without the operator's secrets, and list the missing ones", async () => {
  const mapping = {
    match: { path: "github" },
    auth: { provider: "github", secret: "${GITHUB_SECRET}" },
    messageTemplate: "{{job}}",
  };
  const hooks = { enabled: true, token: "${HOOK_TOKEN}", mappings: [mapping] };
  const file = createTempFile("hooks.json", JSON.stringify({ hooks }));
  const missing =
    "2 secrets are not set here (HOOK_TOKEN, GITHUB_SECRET); check --secrets requires them.";
  await expectRun(["check", file], [0, missing]);
  const args = ["explain", file, "--name", "github", "--payload", "-"];
  await expectRun(args, [0, "│ > lint"], { stdin: '{"job":"lint"}' });
  const error = "error secret_missing hooks.token";
  await expectRun(["check", file, "--secrets"], [1, error]);
  await expectRun(["serve", "--config", file], [1, error]);
});

test("check(), serve() and explain() do not print a token that was given as the path of its file", async () => {
  const [token, secret, key] = [
    "Zk3vQ9xR7mT2bW8nJ4hL6pY1",
    "9f86d081884c7d659a2feaa0",
    "qX7/Zk3+vQ9=",
  ];
  const mapping = {
    match: { path: "github" },
    auth: { provider: "github", secret: { file: secret } },
    messageTemplate: "{{job}}",
  };
  const hooks = { enabled: true, token: { file: token }, mappings: [mapping] };
  const runner = { http: { baseUrl: "http://127.0.0.1:1", apiKey: { file: key } } };
  const config = { hooks, host: { runner } };
  const file = createTempFile("hooks.json", JSON.stringify(config, undefined, 2));
  for (const args of [
    ["check", file],
    ["check", file, "--secrets"],
    ["serve", "--config", file, "--port", "0"],
    ["explain", file, "--name", "github", "--payload", "-"],
  ]) {
    for (const form of [[], ["--json"]]) {
      const { stdout, stderr } = await hookwright([...args, ...form], { stdin: '{"job":"lint"}' });
      for (const hidden of [token, secret, key]) expect(stdout + stderr).not.toContain(hidden);
    }
  }
  await expectRun(
    ["check", file, "--secrets"],
    [
      1,
      "hooks.token refers to a file that cannot be read, by a path that may be a secret.",
      '"file": ***',
      "host.runner.http.apiKey refers to a file",
    ],
  );
});

test("explain() uses colours in a terminal", async () => {
  const colour = "\u001B[1mMappings\u001B[0m";
  await expectExplained(["ci", "{}"], [0, colour], { isTTY: true });
  const input = { isTTY: true, env: { NO_COLOR: "1" } };
  expect((await expectExplained(["ci", "{}"], [0], input)).stdout).not.toContain("\u001B");
});

async function expectExplained(
  [name, payload, ...options]: readonly [string, string, ...string[]],
  expected: Expected,
  input?: TestInput,
) {
  const dir = createTempDir({ "hooks.json": CONFIG, "payload.json": payload });
  const file = `${dir}/payload.json`;
  const args = ["explain", `${dir}/hooks.json`, "--name", name, "--payload", file, ...options];
  const ended = await hookwright(args, input);
  expectEnded(ended, expected);
  return { ...ended, payload: file };
}

import type { Explanation } from "@hookwright/core";
import { expect, test } from "vitest";
import { createTempDir, createTempFile } from "../../../../tools/test-support/temp-dir.ts";
import { WRITES_DEEP_JSON } from "../../../../tools/test-support/writes-deep-json.ts";
import { createTestIo, type TestInput } from "../../test/support/test-io.ts";
import { run } from "../run.ts";

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
  const { exitCode, stdout, stderr } = await explainEvent("/github/", PUSH, PUSH_OPTIONS);
  expect([exitCode, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("· 1 mapping is for other paths\n");
  expect(stdout).toContain("✓ push: matched");
  expect(stdout).toContain("· 2 mappings not tried");
  expect(stdout).toContain('{{pusher.name}} → "Ada" (payload.pusher.name)');
  expect(stdout).toContain("Action: agent. The sender gets 202.");
  expect(stdout).toContain("sessionKey: hook:core");
  expect(stdout).toContain("│ > Ada pushed");
  expect(stdout).toContain("UNTRUSTED_WEBHOOK_CONTENT");
});

test("explain() prints the explanation as JSON", async () => {
  const { exitCode, stdout } = await explainEvent("github", PUSH, [...PUSH_OPTIONS, "--json"]);
  expect(exitCode).toBe(0);
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
  const unmatched = await explainEvent("nothing", "{}");
  expect(unmatched.exitCode).toBe(1);
  expect(unmatched.stdout).toContain("no mapping takes this event. The sender gets 404.");
  const refused = await explainEvent("bad", "{}");
  expect(refused.exitCode).toBe(1);
  expect(refused.stdout).toContain("Refused with 400 session_key_refused");
  expect((await explainEvent("bad", "{}", ["--json"])).exitCode).toBe(1);
});

test("explain() explains the built-in routes", async () => {
  const { exitCode, stdout } = await explainEvent("wake", '{ "text": "Hello" }');
  expect(exitCode).toBe(0);
  expect(stdout).toContain("Action: wake. The sender gets 200.");
});

test("explain() reads a missing or empty payload as an empty object", async () => {
  const file = createTempFile("hooks.json", CONFIG);
  for (const options of [[], ["--payload", "-"]]) {
    const io = createTestIo({ stdin: " \n" });
    expect(await run(["explain", file, "--name", "ci", ...options], io)).toBe(0);
    expect(io.stdout.text()).toContain("empty message: {{job.nmae}}");
  }
});

test("explain() reads the payload or the config from standard input", async () => {
  const dir = createTempDir({ "hooks.json": CONFIG, "ci.json": '{ "job": { "name": "lint" } }' });
  const payload = createTestIo({ stdin: '{ "job": { "name": "lint" } }' });
  expect(
    await run(["explain", `${dir}/hooks.json`, "--name", "ci", "--payload", "-"], payload),
  ).toBe(0);
  const config = createTestIo({ stdin: CONFIG });
  expect(await run(["explain", "-", "--name", "ci", "--payload", `${dir}/ci.json`], config)).toBe(
    0,
  );
  for (const { stdout } of [payload, config]) {
    expect(stdout.text()).toContain("Did you mean {{job.name}}?");
  }
});

test("explain() reports the position of a mistake in the payload, and never quotes it", async () => {
  const { exitCode, stdout, stderr, payload } = await explainEvent("ci", '{\n  "a": s3cret\n}');
  expect([exitCode, stdout]).toEqual([1, ""]);
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
  const io = createTestIo();
  const args = ["explain", `${dir}/hooks.json`, "--name", "ci", "--payload", `${dir}${name}`];
  expect(await run(args, io)).toBe(1);
  expect(io.stderr.text()).toBe(`error Cannot read payload "${dir}${name}": ${reason}.\n`);
});

test("explain() reports the problems of the config, and prints no explanation", async () => {
  const file = createTempFile("hooks.json", '{ "hooks": { "tokn": "x" } }');
  const text = createTestIo();
  expect(await run(["explain", file, "--name", "ci"], text)).toBe(1);
  expect(text.stdout.text()).toBe("");
  expect(text.stderr.text()).toContain("error unknown_key hooks.tokn");
  const json = createTestIo();
  expect(await run(["explain", file, "--name", "ci", "--json"], json)).toBe(1);
  expect(json.stdout.text()).toBe("");
  expect(JSON.parse(json.stderr.text())).toMatchObject({
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
  const text = createTestIo();
  expect(await run(args, text)).toBe(0);
  const isShown = !text.stdout.text().includes("(nested too deeply to show)");
  expect(isShown).toBe(WRITES_DEEP_JSON);
  const json = createTestIo();
  expect(await run([...args, "--json"], json)).toBe(1);
  expect(JSON.parse(json.stderr.text())).toMatchObject({ hint: "Leave out --json." });
});

test("check() and explain() work without the operator's secrets, and list the missing ones", async () => {
  const mapping = {
    match: { path: "github" },
    auth: { provider: "github", secret: "${GITHUB_SECRET}" },
    messageTemplate: "{{job}}",
  };
  const hooks = { enabled: true, token: "${HOOK_TOKEN}", mappings: [mapping] };
  const file = createTempFile("hooks.json", JSON.stringify({ hooks }));
  const check = createTestIo();
  expect(await run(["check", file], check)).toBe(0);
  expect(check.stdout.text()).toContain(
    "2 secrets are not set here (HOOK_TOKEN, GITHUB_SECRET); check --secrets requires them.",
  );
  const explained = createTestIo({ stdin: '{"job":"lint"}' });
  const args = ["explain", file, "--name", "github", "--payload", "-"];
  expect(await run(args, explained)).toBe(0);
  expect(explained.stdout.text()).toContain("│ > lint");
  for (const insisting of [
    ["check", file, "--secrets"],
    ["serve", "--config", file],
  ]) {
    const io = createTestIo();
    expect(await run(insisting, io)).toBe(1);
    expect(io.stdout.text() + io.stderr.text()).toContain("error secret_missing hooks.token");
  }
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
    ["check", file, "--json"],
    ["check", file, "--secrets"],
    ["check", file, "--secrets", "--json"],
    ["serve", "--config", file, "--port", "0"],
    ["serve", "--config", file, "--port", "0", "--json"],
    ["explain", file, "--name", "github", "--payload", "-"],
    ["explain", file, "--name", "github", "--payload", "-", "--json"],
  ]) {
    const io = createTestIo({ stdin: '{"job":"lint"}' });
    await run(args, io);
    const output = io.stdout.text() + io.stderr.text();
    for (const hidden of [token, secret, key]) expect(output).not.toContain(hidden);
  }
  const io = createTestIo();
  expect(await run(["check", file, "--secrets"], io)).toBe(1);
  expect(io.stdout.text()).toContain(
    "hooks.token refers to a file that cannot be read, by a path that may be a secret.",
  );
  expect(io.stdout.text()).toContain('"file": ***');
  expect(io.stdout.text()).toContain("host.runner.http.apiKey refers to a file");
});

test("explain() uses colours in a terminal", async () => {
  const terminal = await explainEvent("ci", "{}", [], { isTTY: true });
  expect(terminal.stdout).toContain("\u001B[1mMappings\u001B[0m");
  const plain = await explainEvent("ci", "{}", [], { isTTY: true, env: { NO_COLOR: "1" } });
  expect(plain.stdout).not.toContain("\u001B");
});

async function explainEvent(
  name: string,
  payload: string,
  options: readonly string[] = [],
  input?: TestInput,
) {
  const dir = createTempDir({ "hooks.json": CONFIG, "payload.json": payload });
  const io = createTestIo(input);
  const file = `${dir}/payload.json`;
  const args = ["explain", `${dir}/hooks.json`, "--name", name, "--payload", file, ...options];
  const exitCode = await run(args, io);
  return { exitCode, payload: file, stdout: io.stdout.text(), stderr: io.stderr.text() };
}

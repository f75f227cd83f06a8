import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir, createTempFile } from "../../../../tools/test-support/temp-dir.ts";
import { createTestIo, type TestInput } from "../../test/support/test-io.ts";
import { run } from "../run.ts";

const TOKEN = "a-token-of-more-than-24-characters";
const GOOD = `{ hooks: { enabled: true, token: "${TOKEN}", presets: ["gmail"] } }`;
const SHORT_TOKEN = '{ hooks: { enabled: true, token: "shorter" } }';
const BAD = `{
  hooks: {
    enabled: "yes",
    tokn: "s3cret",
    mappings: [{ match: { path: "ci" }, messageTemplate: "{{#if x}}" }],
  },
}`;

test("check() shows what a valid config serves, and returns 0", async () => {
  const { exitCode, stdout, file } = await checkText(GOOD);
  expect(exitCode).toBe(0);
  expect(stdout).toBe(`${file}: 0 errors, 0 warnings. Serves 1 mapping at /hooks.\n`);
});

test("check() shows that a config without enabled serves nothing", async () => {
  const { exitCode, stdout } = await checkText("{ hooks: { mappings: [] } }");
  expect(exitCode).toBe(0);
  expect(stdout).toContain("Has 0 mappings, but hooks.enabled is not true: nothing is served.");
});

test("check() reports every problem with its position and code frame, and returns 1", async () => {
  const { exitCode, stdout, file } = await checkText(BAD);
  expect(exitCode).toBe(1);
  expect(stdout).toContain(`error wrong_type hooks.enabled (${file}:3:14)`);
  expect(stdout).toContain(`error unknown_key hooks.tokn (${file}:4:5)`);
  expect(stdout).toContain("> 4 |     tokn: ***,");
  expect(stdout).toContain(`error template_unclosed hooks.mappings[0].messageTemplate (${file}:5:`);
  expect(stdout).toContain(`${file}: 3 errors, 0 warnings.\n`);
  expect(stdout).not.toContain("s3cret");
});

test("check() returns 0 if there are only warnings, and 1 in strict mode", async () => {
  const lenient = await checkText(SHORT_TOKEN);
  expect(lenient.exitCode).toBe(0);
  expect(lenient.stdout).toContain("warning token_short hooks.token");
  expect(lenient.stdout).toContain("0 errors, 1 warning. Serves 0 mappings at /hooks.");
  expect((await checkText(SHORT_TOKEN, ["--strict"])).exitCode).toBe(1);
  expect((await checkText(GOOD, ["--strict"])).exitCode).toBe(0);
});

test("check() names the runner and the channels for an unknown key of host", async () => {
  const host = `{ retayn: 3, runner: { http: { bseUrl: "http://127.0.0.1:1/v1" } },
    channels: { telegram: { botTokn: "x" }, webhook: { url: "no-address" } } }`;
  const { exitCode, stdout } = await checkText(`{ hooks: {}, host: ${host} }`);
  expect(exitCode).toBe(1);
  expect(stdout).toContain("error unknown_key host.retayn");
  expect(stdout).toMatch(/error \w+ host\.runner\.http/);
  expect(stdout).toContain("error unknown_key host.channels.telegram.botTokn");
  expect(stdout).toContain('Did you mean "botToken"?');
  expect(stdout).toContain("error channel_setting_missing host.channels.telegram.botToken");
  expect(stdout).toContain("error channel_setting_invalid host.channels.webhook.url");
});

test("check() finds a runner whose key is misspelled", async () => {
  const { stdout } = await checkText('{ hooks: {}, host: { runer: { command: ["pi"] } } }');
  expect(stdout).toContain('Did you mean "runner"?');
  expect(stdout).not.toContain("runner_missing");
});

test("check() lists the mappings that accept events from other senders", async () => {
  const mapping = (id: string, match: string) =>
    `{ id: "${id}", match: ${match}, messageTemplate: "x" }`;
  const isBig = '{ ">": [{ var: "payload.n" }, 5] }';
  const config = `{ hooks: { mappings: [${[
    mapping("paid", '{ path: "shop", source: "paid" }'),
    mapping("shop", '{ path: "shop" }'),
    mapping("again", '{ path: "shop", headers: { a: "1" } }'),
    mapping("odd", '{ path: "x", not: { path: "x" } }'),
    mapping("big", `{ path: "y", when: ${isBig} }`),
    mapping("rest", `{ path: "y", when: { "<": [{ var: "payload.n" }, 1] } }`),
    mapping(
      "both",
      '{ when: { or: [{ "!": { var: "payload.a" } }, { "!!": { var: "payload.a" } }] } }',
    ),
    mapping("wake", '{ path: "wake" }'),
  ].join()}] } }`;
  const { stdout } = await checkText(config, ["--reach"]);
  expect(stdout.slice(stdout.lastIndexOf("\n  paid"))).toBe(`
  paid: reached
  shop: reached; loses events to paid
  again: never reached; taken by shop
  odd: never reached, because its match contradicts itself
  big: not decided
  rest: not decided; may lose events to big
  both: reached; loses events to paid, shop, again, big, rest
  wake: never reached; taken by a built-in route
`);
  const json = await checkText(config, ["--json"]);
  expect(JSON.parse(json.stdout).reachability[1]).toEqual({
    mappingId: "shop",
    verdict: "reachable",
    overlaps: ["paid"],
  });
});

test("check() reports a config that cannot be parsed", async () => {
  const { exitCode, stdout, file } = await checkText('{\n  hooks: { token: "s3cret" enabled }\n}');
  expect(exitCode).toBe(1);
  expect(stdout).toContain(`error config_syntax config (${file}:2:`);
  expect(stdout).toContain("> 2 |   hooks: { token: *** ");
  expect(stdout).not.toContain("s3cret");
});

test("check() reports a missing file", async () => {
  const io = createTestIo();
  expect(await run(["check", "missing.json5"], io)).toBe(1);
  expect(io.stdout.text()).toContain("there is no such file");
  expect(io.stdout.text()).toContain("missing.json5: 1 error, 0 warnings.");
});

test("check() prints problems as JSON, without the text of the config", async () => {
  const { exitCode, stdout, file } = await checkText(BAD, ["--json"]);
  expect(exitCode).toBe(1);
  const report = JSON.parse(stdout);
  expect(Object.keys(report)).toEqual(["schema", "ok", "file", "problems"]);
  expect(report).toMatchObject({ schema: "hookwright.check/1", ok: false, file });
  expect((await checkText(BAD, ["--json"])).stdout.replace(/"file":.*/, "")).toBe(
    stdout.replace(/"file":.*/, ""),
  );
  expect(report.problems).toContainEqual(
    expect.objectContaining({
      code: "unknown_key",
      severity: "error",
      path: ["hooks", "tokn"],
      hint: expect.stringContaining("token"),
      position: { line: 4, column: 5 },
      range: {
        start: { line: 4, column: 5, offset: 37 },
        end: { line: 4, column: 9, offset: 41 },
      },
      docs: "https://github.com/hookwright/hookwright/blob/main/docs/error-codes.md#unknown_key",
    }),
  );
  expect(report.problems).toContainEqual(
    expect.objectContaining({
      code: "template_unclosed",
      range: {
        start: expect.objectContaining({ offset: BAD.indexOf("{{#if") }),
        end: expect.objectContaining({ offset: BAD.indexOf('" }]') }),
      },
    }),
  );
  expect(JSON.parse((await checkText(GOOD, ["--json"])).stdout)).toMatchObject({
    ok: true,
    problems: [],
  });
  const strict = await checkText(SHORT_TOKEN, ["--json", "--strict"]);
  expect(JSON.parse(strict.stdout)).toMatchObject({
    ok: false,
    problems: [{ code: "token_short" }],
  });
});

test("check() names a missing secret, and reads secrets from its environment", async () => {
  const config = '{ hooks: { enabled: true, token: "${HOOK_TOKEN}" } }';
  const missing = await checkText(config, ["--strict"]);
  expect(missing.exitCode).toBe(0);
  expect(missing.stdout).toContain(
    "1 secret is not set here (HOOK_TOKEN); check --secrets requires",
  );
  const strict = await checkText(config, ["--secrets"]);
  expect(strict.exitCode).toBe(1);
  expect(strict.stdout).toContain("error secret_missing hooks.token");
  const env = { HOOK_TOKEN: TOKEN };
  expect((await checkText(config, ["--secrets", "--strict"], { env })).exitCode).toBe(0);
});

test("check() reads secret files beside the config, and through the gateway's providers", async () => {
  const dir = createTempDir({
    "token.txt": `${TOKEN}\n`,
    "file.json5": '{ hooks: { enabled: true, token: { file: "token.txt" } } }',
    "store.json": JSON.stringify({ hooks: { token: TOKEN } }),
    "provider.yaml": `
secrets: { providers: { vault: { source: file, path: store.json, mode: json } } }
hooks: { enabled: true, token: { source: file, provider: vault, id: /hooks/token } }
`,
  });
  for (const name of ["file.json5", "provider.yaml"]) {
    const io = createTestIo();
    expect([await run(["check", join(dir, name)], io), io.stdout.text()]).toEqual([
      0,
      expect.stringContaining("0 errors, 0 warnings"),
    ]);
  }
});

test.each([
  ["JSON5", GOOD],
  ["JSON with a comment before it", `// mine\n${GOOD}`],
  ["YAML", `# mine\nhooks:\n  enabled: true\n  token: ${TOKEN}\n`],
])("check() reads %s from standard input", async (_name, stdin) => {
  const io = createTestIo({ stdin });
  expect(await run(["check", "-"], io)).toBe(0);
  expect(io.stdout.text()).toContain("<stdin>: 0 errors, 0 warnings. Serves ");
});

test("check() reports problems of standard input with their position", async () => {
  const io = createTestIo({ stdin: "hooks:\n  pathh: /x\n" });
  expect(await run(["check", "-"], io)).toBe(1);
  expect(io.stdout.text()).toContain("error unknown_key hooks.pathh (<stdin>:2:3)");
  const broken = createTestIo({ stdin: "{ hooks: " });
  expect(await run(["check", "-"], broken)).toBe(1);
  expect(broken.stdout.text()).toContain("error config_syntax config (<stdin>:1:");
});

test("check() refuses standard input that is not text or too large", async () => {
  const binary = createTestIo({ stdin: Uint8Array.of(0xff, 0xfe) });
  expect(await run(["check", "-"], binary)).toBe(1);
  expect(binary.stderr.text()).toContain("Cannot read standard input: it is not UTF-8 text.");
  const large = createTestIo({ stdin: new Uint8Array(33 * 1024 * 1024) });
  expect(await run(["check", "-"], large)).toBe(1);
  expect(large.stderr.text()).toContain("Standard input is larger than 33554432 bytes.");
});

test.each(["{}", "{ enabled: true, mappings: [] }"])(
  "check() refuses %s, which has no hooks",
  async (text) => {
    const { exitCode, stdout } = await checkText(text);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("error hooks_missing config");
  },
);

test("check() refuses keys of hooks at the top level", async () => {
  const { exitCode, stdout } = await checkText(
    `{ hooks: { enabled: true, token: "${TOKEN}" }, mappings: [] }`,
  );
  expect(exitCode).toBe(1);
  expect(stdout).toContain("error hooks_misplaced mappings");
  expect(stdout).toContain('"mappings" is beside "hooks", where nothing reads it.');
});

test("check() reports a repeated key as a warning in JSON, and as an error in YAML", async () => {
  const json = await checkText(
    `{ hooks: { enabled: true, token: "${TOKEN}", path: "/a", path: "/b" } }`,
  );
  expect(json.exitCode).toBe(0);
  expect(json.stdout).toContain("warning key_repeated hooks.path");
  expect(json.stdout).toContain("0 errors, 1 warning. Serves 0 mappings at /b.");
  const io = createTestIo({ stdin: "hooks:\n  path: /a\n  path: /b\n" });
  expect(await run(["check", "-"], io)).toBe(1);
  expect(io.stdout.text()).toContain("error key_repeated hooks.path (<stdin>:3:3)");
});

test.each([
  ["L4", "field_without_effect", 'deliver: false, channel: "slack", messageTemplate: "x"'],
  ["L9", "unsafe_external_content", 'allowUnsafeExternalContent: true, messageTemplate: "x"'],
  ["L10", "template_item_stray", 'messageTemplate: "{{item.name}}"'],
])("%s check() accepts the warning %s, which --strict refuses", async (_rule, code, keys) => {
  const mapping = `{ match: { path: "ci" }, ${keys} }`;
  const config = `{ hooks: { enabled: true, token: "${TOKEN}", mappings: [${mapping}] } }`;
  const { exitCode, stdout } = await checkText(config);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`warning ${code} hooks.mappings[0]`);
  expect((await checkText(config, ["--strict"])).exitCode).toBe(1);
});

test("check() reports hints, which --strict allows", async () => {
  const mapping = '{ match: { path: "ci" }, messageTemplate: "x", to: "+1555" }';
  const config = `{ hooks: { enabled: true, token: "${TOKEN}", mappings: [${mapping}] } }`;
  const { exitCode, stdout } = await checkText(config, ["--strict"]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("hint recipient_of_last hooks.mappings[0].to");
  expect(stdout).toContain("0 errors, 0 warnings, 1 hint. Serves 1 mapping at /hooks.");
});

async function checkText(text: string, options: readonly string[] = [], input?: TestInput) {
  const file = createTempFile("hooks.json5", text);
  const io = createTestIo(input);
  const exitCode = await run(["check", file, ...options], io);
  return { exitCode, file, stdout: io.stdout.text() };
}

test("check() prints at most 100 problems and the number of the others, as text and as JSON", async () => {
  const keys = Array.from({ length: 250 }, (_, index) => `key${index}: 1`).join(", ");
  const { stdout, file } = await checkText(`{ hooks: { ${keys} } }`);
  expect(stdout.match(/^error unknown_key/gm)).toHaveLength(100);
  expect(stdout).toContain("\n\n150 more problems are not shown.\n");
  expect(stdout).toContain(`${file}: 100 errors, 0 warnings, 150 more.\n`);
  const json = JSON.parse((await checkText(`{ hooks: { ${keys} } }`, ["--json"])).stdout);
  expect([json.problems.length, json.furtherProblems]).toEqual([100, 150]);
});

test("check() with --strict refuses warnings that it does not print", async () => {
  // A hundred missing secrets are fine in CI; the short token, which is the last problem, is not.
  const mappings = Array.from(
    { length: 120 },
    (_, index) =>
      `{ match: { path: "p${index}" }, messageTemplate: "{{x}}", auth: { token: "\${NONE_${index}}" } }`,
  );
  const text = `{ hooks: { enabled: true, token: "${TOKEN}", mappings: [${mappings.join(", ")}] } }`;
  expect((await checkText(text, ["--strict"])).exitCode).toBe(1);
});

function writeWithInclude(included: string): string {
  const dir = createTempDir({
    "hooks.yaml": `hooks: { enabled: true, token: ${TOKEN}, include: ["hooks.d/*.yaml"] }`,
    "hooks.d/ci.yaml": included,
  });
  return join(dir, "hooks.yaml");
}

const GOOD_INCLUDE = "- id: ci\n  match: { path: ci }\n  messageTemplate: Job {{job}}\n";
const BAD_INCLUDE = "- id: ci\n  match: ci\n  messageTemplate: Job {{job}}\n";

async function runArgs(args: readonly string[]) {
  const io = createTestIo();
  const exitCode = await run(args, io);
  return { exitCode, stdout: io.stdout.text(), stderr: io.stderr.text() };
}

test("check() shows a problem of an included file with its name and lines", async () => {
  const { exitCode, stdout } = await runArgs(["check", writeWithInclude(BAD_INCLUDE)]);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(
    /error wrong_type hooks\.mappings\[0\]\.match \(.*hooks\.d\/ci\.yaml:2:10\)/,
  );
  expect(stdout).toContain("> 2 |   match: ci");
  const json = await runArgs(["check", "--json", writeWithInclude(BAD_INCLUDE)]);
  expect(JSON.parse(json.stdout).problems[0]).toMatchObject({
    code: "wrong_type",
    file: expect.stringMatching(/hooks\.d\/ci\.yaml$/),
    position: { line: 2, column: 10 },
  });
});

test("check() counts the mappings of included files", async () => {
  const { exitCode, stdout } = await runArgs(["check", "--strict", writeWithInclude(GOOD_INCLUDE)]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("Serves 1 mapping at /hooks.");
});

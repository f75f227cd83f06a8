import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir, createTempFile } from "../../../../tools/test-support/temp-dir.ts";
import {
  type Expected,
  expectEnded,
  expectRun,
  hookwright,
} from "../../test/support/hookwright.ts";
import type { TestInput } from "../../test/support/test-io.ts";

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

async function checkText(text: string, options: readonly string[] = [], input?: TestInput) {
  const file = createTempFile("hooks.json5", text);
  return { file, ...(await hookwright(["check", file, ...options], input)) };
}

async function expectChecked(
  [text, ...options]: readonly [string, ...string[]],
  expected: Expected,
  input?: TestInput,
) {
  const checked = await checkText(text, options, input);
  expectEnded(checked, expected);
  return checked;
}

test("check() shows what a config serves, and whether it does", async () => {
  const { stdout, file } = await expectChecked([GOOD, "--strict"], [0]);
  expect(stdout).toBe(`${file}: 0 errors, 0 warnings. Serves 1 mapping at /hooks.\n`);
  const disabled = "Has 0 mappings, but hooks.enabled is not true: nothing is served.";
  await expectChecked(["{ hooks: { mappings: [] } }"], [0, disabled]);
});

test("check() reports every problem with its position and code frame, and returns 1", async () => {
  const { stdout, file } = await expectChecked([BAD], [1, "> 4 |     tokn: ***,"]);
  expect(stdout).toContain(`error wrong_type hooks.enabled (${file}:3:14)`);
  expect(stdout).toContain(`error unknown_key hooks.tokn (${file}:4:5)`);
  expect(stdout).toContain(`error template_unclosed hooks.mappings[0].messageTemplate (${file}:5:`);
  expect(stdout).toContain(`${file}: 3 errors, 0 warnings.\n`);
  expect(stdout).not.toContain("s3cret");
});

test("check() returns 0 if there are only warnings, and 1 in strict mode", async () => {
  const counts = "0 errors, 1 warning. Serves 0 mappings at /hooks.";
  await expectChecked([SHORT_TOKEN], [0, "warning token_short hooks.token", counts]);
  await expectChecked([SHORT_TOKEN, "--strict"], [1]);
});

test("check() names the runner and the channels for an unknown key of host", async () => {
  const host = `{ retayn: 3, runner: { http: { bseUrl: "http://127.0.0.1:1/v1" } },
    channels: { telegram: { botTokn: "x" }, webhook: { url: "no-address" } } }`;
  await expectChecked(
    [`{ hooks: {}, host: ${host} }`],
    [
      1,
      "error unknown_key host.retayn",
      /error \w+ host\.runner\.http/,
      "error unknown_key host.channels.telegram.botTokn",
      'Did you mean "botToken"?',
      "error channel_setting_missing host.channels.telegram.botToken",
      "error channel_setting_invalid host.channels.webhook.url",
    ],
  );
});

test("check() finds a runner whose key is misspelled", async () => {
  const config = '{ hooks: {}, host: { runer: { command: ["pi"] } } }';
  const { stdout } = await expectChecked([config], [1, 'Did you mean "runner"?']);
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
  const { stdout, file } = await expectChecked(
    ['{\n  hooks: { token: "s3cret" enabled }\n}'],
    [1, "> 2 |   hooks: { token: *** "],
  );
  expect(stdout).toContain(`error config_syntax config (${file}:2:`);
  expect(stdout).not.toContain("s3cret");
});

test("check() reports a missing file", async () => {
  const words = ["there is no such file", "missing.json5: 1 error, 0 warnings."];
  await expectRun(["check", "missing.json5"], [1, ...words]);
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
  const missing = "1 secret is not set here (HOOK_TOKEN); check --secrets requires";
  await expectChecked([config, "--strict"], [0, missing]);
  await expectChecked([config, "--secrets"], [1, "error secret_missing hooks.token"]);
  await expectChecked([config, "--secrets", "--strict"], [0], { env: { HOOK_TOKEN: TOKEN } });
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
    await expectRun(["check", join(dir, name)], [0, "0 errors, 0 warnings"]);
  }
});

const SERVES = "<stdin>: 0 errors, 0 warnings. Serves ";

test.each<[what: string, stdin: string | Uint8Array, exitCode: number, words: string]>([
  ["JSON5", GOOD, 0, SERVES],
  ["JSON with a comment before it", `// mine\n${GOOD}`, 0, SERVES],
  ["YAML", `# mine\nhooks:\n  enabled: true\n  token: ${TOKEN}\n`, 0, SERVES],
  ["a problem", "hooks:\n  pathh: /x\n", 1, "error unknown_key hooks.pathh (<stdin>:2:3)"],
  ["broken text", "{ hooks: ", 1, "error config_syntax config (<stdin>:1:"],
  ["bytes", Uint8Array.of(0xff, 0xfe), 1, "Cannot read standard input: it is not UTF-8 text."],
  ["too much", new Uint8Array(33 << 20), 1, "Standard input is larger than 33554432 bytes."],
  ["no hooks", "{}", 1, "error hooks_missing config"],
  ["keys of hooks", "{ enabled: true, mappings: [] }", 1, "error hooks_missing config"],
])("check() reads %s from standard input", async (_what, stdin, exitCode, words) => {
  await expectRun(["check", "-"], [exitCode, words], { stdin });
});

test("check() refuses keys of hooks at the top level", async () => {
  const code = "error hooks_misplaced mappings";
  const message = '"mappings" is beside "hooks", where nothing reads it.';
  const text = `{ hooks: { enabled: true, token: "${TOKEN}" }, mappings: [] }`;
  await expectChecked([text], [1, code, message]);
});

test("check() reports a repeated key as a warning in JSON, and as an error in YAML", async () => {
  const json = `{ hooks: { enabled: true, token: "${TOKEN}", path: "/a", path: "/b" } }`;
  const counts = "0 errors, 1 warning. Serves 0 mappings at /b.";
  await expectChecked([json], [0, "warning key_repeated hooks.path", counts]);
  const stdin = "hooks:\n  path: /a\n  path: /b\n";
  await expectRun(["check", "-"], [1, "error key_repeated hooks.path (<stdin>:3:3)"], { stdin });
});

const configOf = (mapping: string) =>
  `{ hooks: { enabled: true, token: "${TOKEN}", mappings: [${mapping}] } }`;

test.each([
  ["field_without_effect", 'deliver: false, channel: "slack", messageTemplate: "x"'],
  ["unsafe_external_content", 'allowUnsafeExternalContent: true, messageTemplate: "x"'],
  ["template_item_stray", 'messageTemplate: "{{item.name}}"'],
])("check() accepts the warning %s, which --strict refuses", async (code, keys) => {
  const config = configOf(`{ match: { path: "ci" }, ${keys} }`);
  await expectChecked([config], [0, `warning ${code} hooks.mappings[0]`]);
  await expectChecked([config, "--strict"], [1]);
});

test("check() reports hints, which --strict allows", async () => {
  const config = configOf('{ match: { path: "ci" }, messageTemplate: "x", to: "+1555" }');
  const counts = "0 errors, 0 warnings, 1 hint. Serves 1 mapping at /hooks.";
  await expectChecked(
    [config, "--strict"],
    [0, "hint recipient_of_last hooks.mappings[0].to", counts],
  );
});

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
  await expectChecked([configOf(mappings.join(", ")), "--strict"], [1]);
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

test("check() shows a problem of an included file with its name and lines", async () => {
  await expectRun(
    ["check", writeWithInclude(BAD_INCLUDE)],
    [
      1,
      /error wrong_type hooks\.mappings\[0\]\.match \(.*hooks\.d\/ci\.yaml:2:10\)/,
      "> 2 |   match: ci",
    ],
  );
  const json = await hookwright(["check", "--json", writeWithInclude(BAD_INCLUDE)]);
  expect(JSON.parse(json.stdout).problems[0]).toMatchObject({
    code: "wrong_type",
    file: expect.stringMatching(/hooks\.d\/ci\.yaml$/),
    position: { line: 2, column: 10 },
  });
});

test("check() counts the mappings of included files", async () => {
  const args = ["check", "--strict", writeWithInclude(GOOD_INCLUDE)];
  await expectRun(args, [0, "Serves 1 mapping at /hooks."]);
});

// Configs that include files → their hooks, or problems with file, line and column.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configPathToText } from "@hookwright/core";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { compileDocument, loadHooks } from "../hooks/load-hooks.ts";
import type { LoadResult } from "../load-result.ts";
import { formatProblems } from "../report/format-problems.ts";
import { parseConfigText } from "../text/parse-config-text.ts";
import { createNameTest, parseInclude } from "./parse-include.ts";

const TOKEN = "a-token-of-at-least-24-characters";

function write(files: Readonly<Record<string, string>>): string {
  const dir = createTempDir({
    "hooks.yaml": `
hooks:
  enabled: true
  token: ${TOKEN}
  include:
    - hooks.d/*
  partials:
    sign: The end.
  mappings:
    - id: own
      match: { path: own }
      messageTemplate: "{{x}}{{> sign}}"
`,
    ...files,
  });
  return join(dir, "hooks.yaml");
}

const mapping = (id: string, rest = ""): string =>
  `- id: ${id}\n  match: { path: ${id} }\n  messageTemplate: "{{x}}"\n${rest}`;

/** Paths of files are shown from the folder of the config. */
function problemsOf({ problems, filename }: LoadResult): readonly string[] {
  const dir = filename.slice(0, -"hooks.yaml".length);
  return problems.map(({ code, message, file = filename, position }) =>
    `${code} ${file}:${position?.line}:${position?.column} ${message}`.replaceAll(dir, ""),
  );
}

function idsOf(loaded: LoadResult): readonly string[] {
  return loaded.ok ? loaded.hooks.mappings.map(({ id }) => id) : [];
}

test("loadHooks() appends the mappings of included files, file by file in the order of their bytes", async () => {
  const path = write({
    "hooks.d/b.yaml": mapping("b1") + mapping("b2"),
    "hooks.d/a.json5":
      "[{ id: 'a', match: { path: 'a' }, messageTemplate: '{{> sign}}{{> other}}' }]",
    "hooks.d/Z.jsonc":
      '// one\n{ "mappings": [{ "id": "Z", "match": { "path": "Z" }, "skip": true }] }',
    "hooks.d/ä.json": '{ "$schema": "x", "partials": { "other": "Other." } }',
    "hooks.d/empty.yml": "# all of it is commented out\n",
    "hooks.d/README.md": "# Notes",
    "hooks.d/.b.yaml.swp": "{",
    "hooks.d/b.yaml~": "{",
  });
  mkdirSync(join(path, "../hooks.d/folder.yaml"));
  const loaded = await loadHooks(path);
  expect(problemsOf(loaded)).toEqual([]);
  expect(idsOf(loaded)).toEqual(["own", "Z", "a", "b1", "b2"]);
  const result = loaded.ok && (await loaded.hooks.resolve({ path: "a", payload: {} }));
  expect(result).toMatchObject({ outcome: "action" });
  expect(JSON.stringify(result)).toContain("The end.Other.");
  expect(loaded.files).toContain(join(path, "../hooks.d/b.yaml"));
  expect(loaded.patterns).toEqual([join(path, "../hooks.d/*")]);
  expect(loaded.config).not.toHaveProperty("hooks.include");
});

test("loadHooks() takes a file once, and never the config itself", async () => {
  const path = write({
    "b.yaml": mapping("b"),
    "a.yaml": mapping("a"),
    "hooks.yaml": "hooks: { include: [b.yaml, ./*.yaml] }",
  });
  expect(idsOf(await loadHooks(path))).toEqual(["b", "a"]);
});

test("loadHooks() locates problems of an included file in that file", async () => {
  const path = write({
    "hooks.d/a.yaml": mapping("a", "  wakeMode: later\n"),
    "hooks.d/b.json":
      '{\n  "partials": { "p": 1 },\n  "mappings": [{ "match": { "path": "b" }, "skip": true, "wakemode": "x" }]\n}',
  });
  const loaded = await loadHooks(path);
  expect(loaded.ok).toBe(false);
  expect(problemsOf(loaded)).toEqual([
    'invalid_value hooks.d/a.yaml:4:13 "wakeMode" must be "now" or "next-heartbeat".',
    'unknown_key hooks.d/b.json:3:58 "wakemode" is not a known key.',
    'wrong_type hooks.d/b.json:2:22 "p" must be a string, not a number.',
  ]);
  const report = formatProblems(loaded.problems, loaded);
  expect(report).toContain("hooks.d/a.yaml:4:13)");
  expect(report).toContain("> 4 |   wakeMode: later");
  expect(report).toContain('ings": [{ "match": { "path": "b" }');
});

test("loadHooks() masks secrets in the lines of included files", async () => {
  const secret = "it-is-a-secret-of-mine-alone";
  const auth = `  auth: { provider: githob, secret: ${secret} }\n`;
  const loaded = await loadHooks(write({ "hooks.d/a.yaml": mapping("a", auth) }));
  const report = formatProblems(loaded.problems, loaded);
  expect(report).toContain("provider: githob, secret: ***");
  expect(report).not.toContain(secret);
});

test("formatProblems() shows no lines of a file whose text it was not given", () => {
  const position = { line: 1, column: 1 };
  const problem = { code: "config_syntax", severity: "error", path: [], message: "No." } as const;
  expect(formatProblems([{ ...problem, position, file: "a.yaml" }], { source: "text" })).toBe(
    "error config_syntax config (a.yaml:1:1)\n  No.",
  );
});

test("loadHooks() names both files of a repeated id, and of a repeated partial", async () => {
  const path = write({
    "hooks.d/a.yaml": `partials:\n  sign: Mine.\nmappings:\n${mapping(" own ").replace(/^/gm, "  ")}`,
    "hooks.d/b.yaml": `${mapping("b")}${mapping("b")}`,
  });
  const loaded = await loadHooks(path);
  expect(problemsOf(loaded)).toEqual([
    'id_duplicate hooks.d/a.yaml:4:10 The id "own" of hooks.d/a.yaml:4:10 is taken by hooks.yaml:10:11.',
    'id_duplicate hooks.d/b.yaml:4:7 The id "b" of hooks.d/b.yaml:4:7 is taken by hooks.d/b.yaml:1:7.',
    'partial_duplicate hooks.d/a.yaml:2:3 The partial "sign" of hooks.d/a.yaml:2:3 is already in hooks.yaml:8:5.',
    'mapping_unreachable hooks.d/a.yaml:4:5 Mapping "own" is never reached: "own" takes all of its events.',
    'mapping_unreachable hooks.d/b.yaml:4:3 Mapping "b" is never reached: "b" takes all of its events.',
  ]);
});

test("loadHooks() leaves repeated ids of the config itself to the core", async () => {
  const twice = "{ id: a, match: { path: a }, skip: true }";
  const path = write({ "hooks.yaml": `hooks: { include: [], mappings: [${twice}, ${twice}] }` });
  const codes = (await loadHooks(path)).problems.map(({ code }) => code);
  expect(codes.filter((code) => code === "id_duplicate")).toHaveLength(1);
});

test.each([
  ["hooks: {}", 'unknown_key hooks.d/a.yaml:1:1 An included file cannot have the key "hooks".'],
  [
    "match: { path: a }\nskip: true",
    'unknown_key hooks.d/a.yaml:1:1 An included file cannot have the key "match".',
  ],
  [
    "mappings: []\ntoken: x",
    'unknown_key hooks.d/a.yaml:2:1 An included file cannot have the key "token".',
  ],
  ["include: [x]", "include_nested hooks.d/a.yaml:1:1 An included file cannot include files."],
  [
    "mappings: { a: 1 }",
    'wrong_type hooks.d/a.yaml:1:11 "mappings" of an included file must be a list.',
  ],
  [
    "partials: [a]",
    'wrong_type hooks.d/a.yaml:1:11 "partials" of an included file must be an object.',
  ],
  ["partials:", 'wrong_type hooks.d/a.yaml:1:10 "partials" of an included file must be an object.'],
  [
    "text",
    "wrong_type hooks.d/a.yaml:1:1 An included file is neither a list of mappings nor an object with mappings.",
  ],
  [
    "- id: a\n  id: b",
    'key_repeated hooks.d/a.yaml:2:3 The key "id" is repeated in one object, which YAML does not allow.',
  ],
])("loadHooks() says what is wrong with an included file %j", async (text, problem) => {
  const loaded = await loadHooks(write({ "hooks.d/a.yaml": text }));
  expect(loaded.ok).toBe(false);
  expect(problemsOf(loaded)).toEqual([problem]);
  expect(loaded.problems[0]?.path).toEqual(["hooks", "include", 0]);
});

test("loadHooks() locates a syntax error of an included file in that file", async () => {
  const loaded = await loadHooks(write({ "hooks.d/a.yaml": "- a: 1\n  b: [" }));
  expect(loaded.ok).toBe(false);
  expect(loaded).toMatchObject({
    problems: [
      {
        code: "config_syntax",
        path: ["hooks", "include", 0],
        file: expect.stringContaining("a.yaml"),
        position: { line: 2 },
      },
    ],
  });
});

test("loadHooks() refuses a link to outside of the folder of the config", async () => {
  const path = write({ "other/a.yaml": mapping("a") });
  const outside = createTempDir({ "a.yaml": mapping("outside") });
  mkdirSync(join(path, "../hooks.d"));
  symlinkSync(join(path, "../other/a.yaml"), join(path, "../hooks.d/a.yaml"));
  expect(idsOf(await loadHooks(path))).toEqual(["own", "a"]);
  symlinkSync(join(outside, "a.yaml"), join(path, "../hooks.d/b.yaml"));
  expect(problemsOf(await loadHooks(path))).toEqual([
    "include_invalid hooks.yaml:6:7 The file hooks.d/b.yaml of hooks.include is a link that leads out of the folder of the config.",
  ]);
});

test("loadHooks() reports a link to a file that does not exist", async () => {
  const path = write({ "hooks.d/a.yaml": "[]" });
  symlinkSync(join(path, "../none.yaml"), join(path, "../hooks.d/b.yaml"));
  expect(problemsOf(await loadHooks(path))).toEqual([
    "config_unreadable hooks.yaml:6:7 The included file hooks.d/b.yaml cannot be read: there is no such file.",
  ]);
});

test("loadHooks() takes at most 500 included files", async () => {
  const path = write({ "hooks.d/0.yaml": "[]" });
  for (let count = 1; count <= 500; count++) {
    writeFileSync(join(path, `../hooks.d/${count}.yaml`), "[]");
  }
  expect(problemsOf(await loadHooks(path))).toEqual([
    "include_invalid hooks.yaml:6:5 The entries of hooks.include match more than 500 files.",
  ]);
});

test.each([
  ["a text", "include: hooks.d/*.yaml", "include"],
  ["a list with other values", "include: [hooks.d/*.yaml, 1]", "include[1]"],
  ["mappings that are no list", "include: [hooks.d/*.yaml], mappings: {}", "mappings"],
  ["partials that are no object", "include: [hooks.d/*.yaml], partials: []", "partials"],
])("loadHooks() leaves the type of %s to the core", async (_what, keys, key) => {
  const path = write({
    "hooks.d/a.yaml": mapping("a"),
    "hooks.yaml": `hooks: { enabled: true, token: ${TOKEN}, ${keys} }`,
  });
  const loaded = await loadHooks(path);
  expect(loaded.problems.map((one) => `${one.code} ${configPathToText(one.path)}`)).toEqual([
    `wrong_type hooks.${key}`,
  ]);
});

test("loadHooks() locates problems beside the hooks in the config itself", async () => {
  const path = write({
    "hooks.d/a.yaml": mapping("a"),
    "hooks.yaml": "agents: 1\nhooks: { include: [hooks.d/*.yaml], presets: [gmial] }",
  });
  expect((await loadHooks(path)).problems).toMatchObject([
    { path: ["agents"], position: { line: 1 } },
    { path: ["hooks", "presets", 0], position: { line: 2 } },
  ]);
});

test("compileDocument() includes files below the working directory for a text without a file", async () => {
  const text = "hooks: { include: [nothing.d/*.yaml] }";
  const document = await parseConfigText(text, { filename: "<stdin>", format: "yaml" });
  expect((await compileDocument(document)).patterns).toEqual([
    join(process.cwd(), "nothing.d/*.yaml"),
  ]);
});

test("loadHooks() adds to a config without mappings and partials", async () => {
  const path = write({
    "hooks.d/a.yaml": `partials: { __proto__: x, p: "{{y}}" }\nmappings:\n${mapping("a").replace("{{x}}", "{{> p}}")}`,
    "hooks.yaml": "hooks: { include: [hooks.d/a.yaml] }",
  });
  expect(idsOf(await loadHooks(path))).toEqual(["a"]);
});

test("loadHooks() warns of keys that stand twice in an included file of JSON", async () => {
  const text = '[{ "match": { "path": "a" }, "skip": true, "skip": true }]';
  const loaded = await loadHooks(write({ "hooks.d/a.json": text }));
  expect(loaded).toMatchObject({
    ok: true,
    problems: [{ code: "key_repeated", severity: "warning" }],
  });
});

test("loadHooks() tells no partial missing that may be in a file that cannot be read", async () => {
  const path = write({
    "hooks.d/a.yaml": mapping("a").replace("{{x}}", "{{> other}}"),
    "hooks.d/b.yaml": "partials: {",
  });
  const loaded = await loadHooks(path);
  expect(loaded.problems.map(({ code }) => code)).toEqual(["config_syntax"]);
});

test("loadHooks() says which entries of include name no files", async () => {
  const include = "[nothing/*.yaml, hooks.d, notes.txt, missing.yaml, ../x.yaml]";
  const path = write({ "hooks.d/a.yaml": "[]", "hooks.yaml": `hooks:\n  include: ${include}` });
  const loaded = await loadHooks(path);
  expect(loaded.ok).toBe(false);
  expect(problemsOf(loaded)).toEqual([
    "include_empty hooks.yaml:2:13 This entry of hooks.include matches no file.",
    "include_invalid hooks.yaml:2:29 This entry of hooks.include names a folder.",
    "include_invalid hooks.yaml:2:38 This entry of hooks.include names a file that is not a config.",
    "include_invalid hooks.yaml:2:63 This entry of hooks.include leaves the folder of the config.",
    "config_unreadable hooks.yaml:2:49 The included file missing.yaml cannot be read: there is no such file.",
    expect.stringContaining("hooks_disabled"),
  ]);
});

test("loadHooks() says of no partial that it is unused where an included file is left out", async () => {
  const config = `hooks:
  enabled: true
  token: ${TOKEN}
  include: [hooks.d/*]
  partials: { sign: The end. }
  mappings: [{ match: { path: own }, messageTemplate: x }]
`;
  const codesOf = async (included: string) => {
    const path = write({ "hooks.yaml": config, "hooks.d/a.yaml": included });
    return (await loadHooks(path)).problems.map(({ code }) => code);
  };
  expect(await codesOf(mapping("a"))).toEqual(["partial_unused"]);
  expect(await codesOf("hooks: {}")).toEqual(["unknown_key"]);
});

test("createNameTest() takes a pattern with many stars in no time", () => {
  const fits = createNameTest(`${"*a".repeat(100)}*c`);
  expect(fits(`${"a".repeat(250)}b`)).toBe(false);
});

test.each([
  ["*.yaml", ["a.yaml", "a.b.yaml"], ["a.yml", "a.yaml~", ".a.yaml", "yaml"]],
  ["?.json", ["a.json", "ä.json", "😀.json"], ["ab.json", ".json", "a.jsonc", "axjson"]],
  [".*.yaml", [".a.yaml"], ["a.yaml"]],
  ["a+(b)^$|.yaml", ["a+(b)^$|.yaml"], ["aab.yaml"]],
  ["*a*b*", ["ab", "xaxbx", "aab"], ["ba", "a", "xb"]],
  ["**.a", ["x.a", "a.a"], ["x.b"]],
  ["*", ["a", "a\nb"], [".a", ""]],
])("createNameTest() takes %s as a shell does", (pattern, fitting, others) => {
  const fits = createNameTest(pattern);
  expect(fitting.filter((name) => !fits(name))).toEqual([]);
  expect(others.filter((name) => name !== "" && fits(name))).toEqual([]);
});

test.each([
  ["hooks.d/*.yaml", "hooks.d", "*.yaml"],
  [" ./a//b/c?.json5 ", "a/b", "c?.json5"],
  ["github.yaml", "", "github.yaml"],
])("parseInclude() splits %s into folder and name", (entry, folder, name) => {
  expect(parseInclude(entry)).toEqual({ ok: true, folder, name });
});

test.each([
  ["/etc/hooks.d/*.yaml", "is not relative", '"hooks.d/*.yaml"'],
  ["~/hooks.d/*.yaml", "is not relative", '"hooks.d/*.yaml"'],
  ["C:/hooks.d/*.yaml", "is not relative", '"hooks.d/*.yaml"'],
  ["hooks.d\\*.yaml", "has a backslash", '"/"'],
  ["a/../../b.yaml", "leaves the folder of the config", '"hooks.d/*.yaml"'],
  ["hooks.d/*.{yaml,json}", "has brackets", "one entry for each"],
  ["hooks.d/[ab].yaml", "has brackets", "one entry for each"],
  ["hooks.d/", "names a folder", 'Write "hooks.d/*.yaml".'],
  [".", "names a folder", 'Write "*.yaml".'],
  ["hooks.d/**/*.yaml", "has * or ? in the name of a folder", "one entry for each folder"],
])("parseInclude() says why %s names no files", (entry, why, hint) => {
  expect(parseInclude(entry)).toEqual({
    ok: false,
    message: `This entry of hooks.include ${why}.`,
    hint: expect.stringContaining(hint),
  });
});

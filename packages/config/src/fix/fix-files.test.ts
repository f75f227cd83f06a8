// One mistake in a text → the text that fixes make of it.
import { expect, test } from "vitest";
import { compileDocument } from "../hooks/load-hooks.ts";
import type { LoadReport } from "../load-result.ts";
import { parseConfigText } from "../text/parse-config-text.ts";
import { addFixes } from "./add-fixes.ts";
import { fixFiles } from "./fix-files.ts";
import { toJson, writeKey, writeValue } from "./write-value.ts";

type Format = "json5" | "yaml";

async function fix(text: string, format: Format, all = false): Promise<string> {
  const load = async (texts: ReadonlyMap<string, string>) => {
    const options = { format, filename: "hooks" };
    const document = await parseConfigText(texts.get("hooks") ?? text, options);
    const loaded = await compileDocument(document, { fixes: true, env: {} });
    if (loaded.ok) await loaded.close(0);
    return loaded;
  };
  const { files } = await fixFiles(load, { all });
  return files[0]?.after ?? text;
}

const inJson = (mapping: string): string =>
  `{ "hooks": { "mappings": [{ "match": { "path": "a" }, ${mapping} }] } }`;
const inYaml = (lines: string): string =>
  `hooks:\n  mappings:\n    - messageTemplate: a\n      ${lines}\n`;

test.each([
  ["a key in single quotes", "'prompt': 'a'", "'messageTemplate': 'a'"],
  ["an operator beside it", `"when": "a == 'b'"`, `"when": "a == 'b'"`],
  ["an empty text", '"messageTemplate": ""', '"messageTemplate": ""'],
  [
    "a word of another language",
    '"messageTemplate": "a", "deliver": False',
    '"messageTemplate": "a", "deliver": false',
  ],
  [
    "nothing as a word",
    '"messageTemplate": "a", "deliver": None',
    '"messageTemplate": "a", "deliver": null',
  ],
  [
    "a word that is none",
    '"messageTemplate": "a", "deliver": undefined',
    '"messageTemplate": "a", "deliver": undefined',
  ],
  ["typographic quotes", "messageTemplate: “it’s a”", 'messageTemplate: "it’s a"'],
  ["typographic quotes around others", 'messageTemplate: “a "b" c”', 'messageTemplate: “a "b" c”'],
  [
    "two words of another language",
    '"messageTemplate": "a", "deliver": False, "skip": True',
    '"messageTemplate": "a", "deliver": false, "skip": true',
  ],
  ["another language's quotes", "messageTemplate: «a»", 'messageTemplate: "a"'],
  ["a comment of a shell", '"messageTemplate": "a" # b\n', '"messageTemplate": "a" // b\n'],
  [
    "a template in single quotes",
    "messageTemplate: 'it\\'s {{a ?? \"b\\'c\"}}'",
    "messageTemplate: 'it\\'s {{default a \"b\\'c\"}}'",
  ],
  [
    "the variable in a list with its default",
    '"messageTemplate": "a", "forEach": { "path": "x", "when": { "!": { "var": ["b", 1] } } }',
    '"messageTemplate": "a", "forEach": { "path": "x", "when": { "!": { "var": ["payload.b", 1] } } }',
  ],
])("fixFiles() fixes or keeps in JSON5: %s", async (_name, before, after) => {
  expect(await fix(inJson(before), "json5")).toBe(inJson(after));
});

test.each([
  ["{ hooks: {} }\n] }", "{ hooks: {} }\n ", false],
  ["{ hooks: {} },,", "{ hooks: {} }", false],
  ["{ hooks: {} }\n{ hooks: {} }\n", "{ hooks: {} }\n{ hooks: {} }\n", false],
  ["{ hooks: {} }\n{ hooks: {} }\n", "{ hooks: {} }\n\n", true],
])("fixFiles() removes what follows the end: %j → %j", async (before, after, all) => {
  expect(await fix(before, "json5", all)).toBe(after);
});

test.each([
  ["a comment behind", "to: New: a # my note", 'to: "New: a" # my note'],
  ["what may be a comment", "to: New: a #5 {{b}}", "to: New: a #5 {{b}}"],
  ["a value that goes on", "to: New: a\n        more", "to: New: a\n        more"],
  ["both kinds of quotes", `to: New: "a" it's`, `to: 'New: "a" it''s'`],
  ["a secret of another system", "to: !secret A: b", "to: !secret A: b"],
  ["an exclamation mark", "to: !now", 'to: "!now"'],
  ["text behind brackets", "to: [a] b", 'to: "[a] b"'],
  ["a bracket too many", "match: { path: a }}", "match: { path: a }}"],
  ["two entries", 'match: { path: "a" source: "b" }', 'match: { path: "a", source: "b" }'],
  [
    "two pairs in one line",
    "match: { path: a headers: { b: c } }",
    "match: { path: a headers: { b: c } }",
  ],
  ["a key in double quotes", '"session_key": a', '"sessionKey": a'],
  ["a value as an alias", "deliver: &a 'no'\n      name: *a", "deliver: &a 'no'\n      name: *a"],
  [
    "an expression in a list",
    "to: {{a}}\n      channel: slack",
    'to: "{{a}}"\n      channel: slack',
  ],
  ["an expression in several lines", "to: {{a\n        }}", "to: {{a\n        }}"],
  ["an object for a text", "to: { a: b }", "to: { a: b }"],
  ["an object for a text, whose key is an object", "to: { {a} }", "to: { {a} }"],
  ["a path in braces", "match: &m\n        path: /hooks/a", "match: &m\n        path: a"],
  ["a transform", "transform: 'a' # b", 'transform: { "module": "a.js" } # b'],
])("fixFiles() fixes or keeps in YAML: %s", async (_name, before, after) => {
  expect(await fix(inYaml(before), "yaml")).toBe(inYaml(after));
});

test("fixFiles() edits no value that others share", async () => {
  const shared = (key: string): string =>
    `x: &x { ${key}: a }\nhooks:\n  mappings:\n    - <<: *x\n      match: { path: a }\n`;
  expect(await fix(shared("prompt"), "yaml")).toBe(shared("prompt"));
});

test("fixFiles() removes no comment", async () => {
  const rule = (comment: string): string =>
    `{ hooks: { mappings: [{ match: { when: { contains: [{ var: "payload.a" }, ${comment}"b"] } }, messageTemplate: "c" }] } }`;
  expect(await fix(rule("/* d */ "), "json5", true)).toBe(rule("/* d */ "));
  expect(await fix(rule(""), "json5", true)).toContain('{ "in": ["b", { "var": "payload.a" }] }');
});

test("fixFiles() writes names with hyphens in quotes, and long rules", async () => {
  const inMatch = (match: string): string =>
    `{ hooks: { mappings: [{ match: { path: 'a', ${match} }, messageTemplate: 'b' }] } }`;
  expect(await fix(inMatch("headers: { x_event: 'a' }"), "json5", true)).toBe(
    inMatch("headers: { \"x-event\": 'a' }"),
  );
  const long = "c".repeat(200);
  expect(await fix(inMatch(`when: "a == '${long}'"`), "json5", true)).toBe(
    inMatch(`when: { "==": [{ "var": "payload.a" }, "${long}"] }`),
  );
  expect(toJson({ a: {}, b: [] })).toBe('{ "a": {}, "b": [] }');
});

test("addFixes() offers no fix for a value outside of files, and rewrites texts beside tags", async () => {
  const text = "hooks:\n  mappings:\n    - messageTemplate: x{{a}}\n";
  const document = await parseConfigText(text, { format: "yaml", filename: "hooks" });
  if (!document.ok) throw new Error("The text is a config.");
  const found = { code: "template_syntax", severity: "error", message: "m" } as const;
  const preset = ["hooks", "presets", 0, "messageTemplate"];
  const path = ["hooks", "mappings", 0, "messageTemplate"];
  const templateEdit = { start: 0, end: 6, text: "y{{b}}" };
  const problems = await addFixes(
    [
      { ...found, path: preset, templateEdit },
      { ...found, path: preset, change: { kind: "quote", safe: true } },
      { ...found, path, templateEdit },
    ],
    document,
  );
  expect(problems.map(({ fixes }) => fixes?.[0]?.edits[0]?.text)).toEqual([
    undefined,
    undefined,
    "y{{b}}",
  ]);
});

test("fixFiles() tries fixes one by one where all together make the text worse", async () => {
  const load = async (texts: ReadonlyMap<string, string>): Promise<LoadReport> => {
    const source = texts.get("a") ?? "ab";
    const both = source === "xayb" ? [{ ...problem(0, "z"), code: "config_syntax" as const }] : [];
    const problems =
      source.length > 2 && both.length === 0 ? [] : [problem(0, "x"), problem(1, "y")];
    return { filename: "a", source, files: [], problems: [...problems, ...both] };
  };
  expect((await fixFiles(load)).files).toMatchObject([{ after: "xab", fixes: ["t"] }]);
});

test("fixFiles() makes a list of one name", async () => {
  expect(await fix("hooks: { presets: gmail }", "yaml")).toBe("hooks: { presets: [gmail] }");
  expect(await fix("hooks:\n  allowedAgentIds: a, b", "yaml")).toBe(
    'hooks:\n  allowedAgentIds: ["a, b"]',
  );
});

const problem = (start: number, text: string, safe = true) => {
  const at = { line: 1, column: 1, offset: start };
  const fix = { title: "t", safe, edits: [{ range: { start: at, end: at }, text }] };
  return { code: "wrong_type", severity: "error", path: [], message: "m", fixes: [fix] } as const;
};

test("fixFiles() ends where fixes undo each other, or leave the text worse than before", async () => {
  const load = async (texts: ReadonlyMap<string, string>): Promise<LoadReport> => {
    const source = texts.get("a") ?? "";
    const syntax = { ...problem(0, "x"), code: "config_syntax" } as const;
    return {
      filename: "a",
      source,
      files: [],
      problems: [problem(0, "x"), ...(source === "" ? [] : [syntax])],
    };
  };
  expect((await fixFiles(load)).files).toEqual([]);
  let round = 0;
  const endless = async (): Promise<LoadReport> => {
    round += 1;
    return { filename: "a", source: "", files: [], problems: [problem(0, "x")] };
  };
  await fixFiles(endless);
  expect(round).toBeLessThan(100);
  const source = "ab";
  const undone = async (texts: ReadonlyMap<string, string>): Promise<LoadReport> => {
    const end = { line: 1, column: 2, offset: 1 };
    const fixes = [
      {
        title: "t",
        safe: true,
        edits: [
          {
            range: { start: { ...end, offset: 0 }, end },
            text: (texts.get("a") ?? source) === "ab" ? "c" : "a",
          },
        ],
      },
    ];
    return { filename: "a", source, files: [], problems: [{ ...problem(0, ""), fixes }] };
  };
  expect((await fixFiles(undone)).files).toHaveLength(1);
});

test("fixFiles() applies of fixes that overlap the first, and of unreadable files none", async () => {
  const problems = [
    problem(0, "x"),
    problem(0, "y"),
    problem(1, "z"),
    { ...problem(0, "v"), file: "b" },
  ];
  const load = async (texts: ReadonlyMap<string, string>): Promise<LoadReport> => ({
    filename: "a",
    source: "ab",
    files: [],
    problems: texts.size === 0 ? problems : [],
  });
  expect((await fixFiles(load)).files).toMatchObject([{ after: "xazb", fixes: ["t", "t"] }]);
  const unread: LoadReport = { filename: "a", files: [], problems: [problem(0, "x")] };
  expect((await fixFiles(async () => unread)).files).toEqual([]);
});

test("fixFiles() ends the lines that it adds as the others of the file end", async () => {
  const text = inYaml("match: ci # ours").replaceAll("\n", "\r\n");
  const fixed = await fix(text, "yaml");
  expect(fixed).not.toBe(text);
  expect(fixed.replaceAll("\r\n", "")).not.toContain("\n");
});

test("fixFiles() writes a template within single quotes of YAML as they want it", async () => {
  const text = `hooks:\n  mappings:\n    - match: { path: a }\n      messageTemplate: '{{it | upcase}} it''s'\n`;
  expect(await fix(text, "yaml")).toBe(text.replace("{{it | upcase}}", "{{upper it}}"));
});

test.each([
  [
    "no quotes in YAML",
    "yaml",
    "hooks:\n  mappings:\n    - match: { path: a }\n      messageTemplate: it {{it | upcase}}\n",
  ],
  [
    "a block of YAML",
    "yaml",
    "hooks:\n  mappings:\n    - match: { path: a }\n      messageTemplate: |\n        {{it | upcase}}\n",
  ],
  ["double quotes", "json5", inJson('"messageTemplate": "{{it | upcase}}"')],
  ["single quotes of JSON5", "json5", inJson(`"messageTemplate": '{{it | upcase}}'`)],
] as const)("fixFiles() writes a template within %s", async (_, format, text) => {
  expect(await fix(text, format)).toBe(text.replace("{{it | upcase}}", "{{upper it}}"));
});

test.each([
  ["a text in single quotes", "a b", { format: "json5", old: "'x'" }, "'a b'"],
  ["a text with a quote of its own", "it's", { format: "json5", old: "'x'" }, `"it's"`],
  ["a plain text", "main", { format: "yaml", old: "x" }, "main"],
  ["a text that would be a word of YAML", "true", { format: "yaml", old: "x" }, '"true"'],
  ["a text in place of a quoted one", "main", { format: "yaml", old: '"x"' }, '"main"'],
  ["a text of JSON5", "main", { format: "json5", old: "x" }, '"main"'],
  ["a list", ["a"], { format: "yaml", old: "a" }, '["a"]'],
] as const)("writeValue() writes %s as the file does", (_, value, written, text) => {
  expect(writeValue(value, written)).toBe(text);
});

test.each([
  ["a bare key", "wakeMode", { format: "json5", old: "mode" }, "wakeMode"],
  ["a key in single quotes", "a-b", { format: "json5", old: "'x'" }, "'a-b'"],
  ["a key in double quotes", "a", { format: "json5", old: '"x"' }, '"a"'],
  ["a key of YAML that JSON5 would quote", "a-b", { format: "yaml", old: "x" }, "a-b"],
  ["a key that must be quoted", "a-b", { format: "json5", old: "x" }, '"a-b"'],
] as const)("writeKey() writes %s as the file does", (_, key, written, text) => {
  expect(writeKey(key, written)).toBe(text);
});

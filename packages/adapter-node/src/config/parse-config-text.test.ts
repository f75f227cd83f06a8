// Texts in every format → plain data, places, and what is wrong, without a word of the text itself.
import type { Problem } from "@hookwright/core";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { ConfigDocument } from "./document.ts";
import { type ConfigTextOptions, parseConfigText } from "./parse-config-text.ts";

const YAML: ConfigTextOptions = { format: "yaml" };

function parse(text: string, options?: ConfigTextOptions): ConfigDocument {
  const reading = parseConfigText(text, options);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.document;
}

function problemsOf(text: string, options?: ConfigTextOptions): readonly Problem[] {
  const reading = parseConfigText(text, options);
  return reading.ok ? [] : reading.problems;
}

test("parseConfigText() reads JSON, JSONC and JSON5", () => {
  expect(parse('{"a": [1, "x", null, true]}').config).toEqual({ a: [1, "x", null, true] });
  expect(parse('// c\n{"a": 1, /* c */ "b": 2,}').config).toEqual({ a: 1, b: 2 });
  expect(parse("{a: 'x\\\ny', b: .5, c: 0x1F, $d_1: +Infinity, \\u0065: 1}").config).toEqual({
    a: "xy",
    b: 0.5,
    c: 31,
    $d_1: Number.POSITIVE_INFINITY,
    e: 1,
  });
});

test("parseConfigText() reads YAML with anchors, merges and block text", () => {
  const text =
    "base: &b { deliver: true }\nmappings:\n  - <<: *b\n    text: |\n      one\n      two\n";
  expect(parse(text, YAML).config).toEqual({
    base: { deliver: true },
    mappings: [{ deliver: true, text: "one\ntwo\n" }],
  });
});

test("parseConfigText() chooses the format by the ending of the name", () => {
  for (const filename of ["hooks.yaml", "hooks.YML"]) {
    expect(parse("a: b", { filename }).config).toEqual({ a: "b" });
  }
  for (const filename of ["hooks.json", "hooks.jsonc", "hooks.json5", "hooks.conf", "hooks"]) {
    expect(parse("{a: 'b'}", { filename }).config).toEqual({ a: "b" });
    expect(problemsOf("a: b", { filename })).toHaveLength(1);
  }
  expect(parse("a: b", { filename: "hooks.json", format: "yaml" }).config).toEqual({ a: "b" });
});

test("parseConfigText() keeps the name and the text, without a byte order mark", () => {
  expect(parse("\uFEFF{a: 1}", { filename: "hooks.json5" })).toMatchObject({
    filename: "hooks.json5",
    source: "{a: 1}",
    config: { a: 1 },
  });
  expect(parse("{}").filename).toBe("config");
  expect(parseConfigText("{", { filename: "f" })).toMatchObject({ filename: "f", source: "{" });
});

test.each([
  ["json5", '{"__proto__": {"polluted": 1}, "constructor": 2}'],
  ["yaml", "__proto__: { polluted: 1 }\nconstructor: 2"],
  ["yaml", "x: &x { __proto__: { polluted: 1 } }\ny: { <<: *x }"],
] as const)("parseConfigText() takes __proto__ in %s for plain data", (format, text) => {
  const { config } = parse(text, { format });
  expect(JSON.parse(JSON.stringify(config))).toEqual(config);
  expect(JSON.stringify(config)).toContain('"__proto__":{"polluted":1}');
  expect(Object.getPrototypeOf(config)).toBe(Object.prototype);
  expect(Reflect.get({}, "polluted")).toBe(undefined);
});

test("locate() finds values and keys in JSON5", () => {
  const { locate } = parse('{\n  hooks: {\n    "token": "t", mappings: [{ id: 1 },\n {}]\n  }\n}');
  expect(locate([])).toEqual({ line: 1, column: 1 });
  expect(locate([], "key")).toEqual({ line: 1, column: 1 });
  expect(locate(["hooks"])).toEqual({ line: 2, column: 10 });
  expect(locate(["hooks"], "key")).toEqual({ line: 2, column: 3 });
  expect(locate(["hooks", "token"])).toEqual({ line: 3, column: 14 });
  expect(locate(["hooks", "token"], "key")).toEqual({ line: 3, column: 5 });
  expect(locate(["hooks", "mappings", 0, "id"])).toEqual({ line: 3, column: 36 });
  expect(locate(["hooks", "mappings", 1])).toEqual({ line: 4, column: 2 });
});

test("locate() finds values and keys in YAML, through aliases too", () => {
  const text =
    "hooks:\n  token: t\n  mappings:\n    - id: 1\n    - &m { id: 2 }\n    - *m\n  1: x\n";
  const { locate } = parse(text, YAML);
  expect(locate([])).toEqual({ line: 1, column: 1 });
  expect(locate(["hooks", "token"])).toEqual({ line: 2, column: 10 });
  expect(locate(["hooks", "token"], "key")).toEqual({ line: 2, column: 3 });
  expect(locate(["hooks", "mappings", 0, "id"])).toEqual({ line: 4, column: 11 });
  expect(locate(["hooks", "mappings", 2])).toEqual({ line: 6, column: 7 });
  expect(locate(["hooks", "mappings", 2, "id"])).toEqual({ line: 5, column: 16 });
  expect(locate(["hooks", "1"])).toEqual({ line: 7, column: 6 });
});

test.each([
  ["json5", "{ hooks: { list: [1] } }", { line: 1, column: 10 }],
  ["yaml", "hooks: { list: [1] }", { line: 1, column: 8 }],
] as const)("locate() gives the nearest parent of what is missing in %s", (format, text, place) => {
  const { locate } = parse(text, { format });
  expect(locate(["hooks", "token"])).toEqual(place);
  expect(locate(["hooks", "token"], "key")).toEqual(place);
  expect(locate(["hooks", 0])).toEqual(place);
  const list = locate(["hooks", "list"]);
  expect(locate(["hooks", "list", 1])).toEqual(list);
  expect(locate(["hooks", "list", "name"])).toEqual(list);
  expect(locate(["hooks", "list", 0, "deeper"])).toEqual(locate(["hooks", "list", 0]));
});

test("locate() stands at the key of a YAML key without a value", () => {
  expect(parse("a: 1\n? token\n", YAML).locate(["token"])).toEqual({ line: 2, column: 3 });
  expect(parse("", YAML).locate(["hooks"])).toEqual({ line: 1, column: 1 });
});

test("locate() takes the last of equal keys, as the value does", () => {
  const { config, locate } = parse("{ a: 1, a: 2 }");
  expect(config).toEqual({ a: 2 });
  expect(locate(["a"])).toEqual({ line: 1, column: 12 });
});

test("locate() counts the lines of Windows and characters outside of the basic plane", () => {
  const { locate } = parse('{\r\n  a: "😀", b: 1\r\n}');
  expect(locate(["b"])).toEqual({ line: 2, column: 15 });
});

const SECRET = "s3cret";

test.each([
  ["a missing comma", `{ token: "${SECRET}" port: 1 }`, 1, 19],
  ["a word without quotes", `{\n  token: ${SECRET} }`, 2, 10],
  ["a stray character", `{ token: "${SECRET}" @ }`, 1, 19],
  ["a second value", `{} "${SECRET}"`, 1, 4],
  ["an open brace", `{ token: "${SECRET}",`, 1, 18],
  ["a broken escape", `{ token: "${SECRET}\\uZZZZ" }`, 1, 18],
])("parseConfigText() reports %s of JSON5 with its place", (_what, text, line, column) => {
  const problems = problemsOf(text);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({
    code: "config_syntax",
    severity: "error",
    path: [],
    position: { line, column },
  });
  expect(problems[0]?.hint).toBeDefined();
  expect(JSON.stringify(problems)).not.toContain("s3c");
});

test.each([
  ["an empty text", ""],
  ["an open bracket", "["],
  ["an open brace after a member", '{ "token": "s3cret"'],
  ["a missing value", '{ "token":'],
  ["an open quote", '{ "token": "s3cret'],
  ["an open comment", "{} /* s3cret"],
])("parseConfigText() says of %s that the text ends too early", (_what, text) => {
  const problems = problemsOf(text);
  expect(problems).toMatchObject([{ position: { line: 1, column: text.length + 1 } }]);
  expect(problems[0]?.message).toContain("ends too early");
  expect(JSON.stringify(problems)).not.toContain(SECRET);
});

test.each([
  ["a key twice", `token: ${SECRET}\nb: 1\ntoken: ${SECRET}`, "same key", 3, 1],
  ["a tab", `hooks:\n\ttoken: ${SECRET}`, "tab", 2, 1],
  ["an open quote", `token: "${SECRET}`, "missing", 1, 15],
  ["two documents", `a: ${SECRET}\n---\nb: 1`, "more than one", 2, 1],
  ["a wrong indentation", `a:\n  b: 1\n c: ${SECRET}`, "indentation", 3, 1],
  ["an unknown tag", `token: !env ${SECRET}`, "tag", 1, 8],
  ["bytes", `token: !!binary ${SECRET}`, "tag", 1, 8],
  ["an alias without anchor", `token: *${SECRET}`, "anchor", 1, 8],
  ["an alias within its anchor", "a: &a\n  - { b: *a }", "part of", 2, 10],
  ["another mistake", `token: ${SECRET}: b`, "not valid YAML", 1, 8],
])("parseConfigText() reports %s of YAML with its place", (_what, text, words, line, column) => {
  const problems = problemsOf(text, YAML);
  const [problem] = problems;
  expect(problem).toMatchObject({ code: "config_syntax", severity: "error", path: [] });
  expect(problem?.message).toContain(words);
  expect(problem?.position).toEqual({ line, column });
  expect(JSON.stringify(problems)).not.toContain(SECRET);
});

test("parseConfigText() reports all mistakes of a YAML text at once", () => {
  expect(problemsOf("a: 1\na: 2\nb: !x 1\nc: [1", YAML).length).toBeGreaterThanOrEqual(3);
  expect(problemsOf("a: *x\nb: *y", YAML)).toHaveLength(2);
});

test.each([
  ["lists", "[".repeat(100_000) + "]".repeat(100_000)],
  ["lists that are never closed", "[".repeat(501)],
  ["objects", `${'{"a":'.repeat(501)}1${"}".repeat(501)}`],
  ["lists after brackets too many", `]]]]${"[".repeat(501)}${"]".repeat(501)}`],
  ["YAML lists on one line", `${"- ".repeat(250)}x`],
  ["YAML keys on one line", `a: 1\n  ${"? ".repeat(250)}x`],
  ["YAML lines", Array.from({ length: 501 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
])("parseConfigText() refuses deeply nested %s in both formats", (_what, text) => {
  const message = "The config is nested too deeply.";
  for (const options of [{}, YAML]) {
    expect(problemsOf(text, options)).toMatchObject([{ code: "config_syntax", message }]);
  }
});

test("parseConfigText() reads what is nested less deeply, in both formats", () => {
  const text = "[".repeat(500) + "]".repeat(500);
  expect(JSON.stringify(parse(text).config)).toBe(text);
  expect(JSON.stringify(parse(text, YAML).config)).toBe(text);
  expect(JSON.stringify(parse(`${"- ".repeat(249)}x`, YAML).config)).toHaveLength(249 * 2 + 3);
});

test("parseConfigText() comes to an end where the text ends with a backslash", () => {
  for (const text of ["\\", '{ "token": "s3cret\\', "'\\"]) {
    expect(problemsOf(text)).toMatchObject([{ code: "config_syntax" }]);
  }
});

test("parseConfigText() prints no warning", () => {
  const warnings = vi.spyOn(process, "emitWarning");
  parse("? [a]\n: b", YAML);
  expect(warnings).not.toHaveBeenCalled();
});

test("parseConfigText() refuses aliases that multiply", () => {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let n = 1; n < 9; n++) {
    lines.push(
      `a${n}: &a${n} [${Array(10)
        .fill(`*a${n - 1}`)
        .join(", ")}]`,
    );
  }
  const problems = problemsOf(lines.join("\n"), YAML);
  expect(problems).toMatchObject([{ code: "config_syntax", path: [] }]);
  expect(problems[0]?.message).toContain("multiply");
});

test("parseConfigText() gives back whatever JSON says, in both formats", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify(value);
      expect(parse(text).config).toEqual(JSON.parse(text));
      expect(parse(text, YAML).config).toEqual(JSON.parse(text));
    }),
  );
});

test("parseConfigText() never throws, and never repeats the text", () => {
  const pieces = fc.constantFrom(..."{}[],:\"'\n -&*!|#/\\", "token", SECRET, "a: ", "<<");
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 30 }),
      fc.constantFrom("json5", "yaml"),
      (all, format) => {
        const problems = problemsOf(all.join(""), { format });
        expect(JSON.stringify(problems)).not.toContain(SECRET);
      },
    ),
    { numRuns: 500 },
  );
});

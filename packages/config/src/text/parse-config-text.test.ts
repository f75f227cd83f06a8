// Texts in every format → plain data.
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { parse, problemsOf, YAML } from "../../test/support/config-texts.ts";
import { parseConfigText } from "./parse-config-text.ts";

test("parseConfigText() reads JSON, JSONC and JSON5", async () => {
  expect((await parse('{"a": [1, "x", null, true]}')).config).toEqual({ a: [1, "x", null, true] });
  expect((await parse('// c\n{"a": 1, /* c */ "b": 2,}')).config).toEqual({ a: 1, b: 2 });
  expect(
    (await parse("{a: 'x\\\ny', b: .5, c: 0x1F, $d_1: +Infinity, \\u0065: 1}")).config,
  ).toEqual({
    a: "xy",
    b: 0.5,
    c: 31,
    $d_1: Number.POSITIVE_INFINITY,
    e: 1,
  });
});

test("parseConfigText() reads YAML with anchors, merges and block text", async () => {
  const text =
    "base: &b { deliver: true }\nmappings:\n  - <<: *b\n    text: |\n      one\n      two\n";
  expect((await parse(text, YAML)).config).toEqual({
    base: { deliver: true },
    mappings: [{ deliver: true, text: "one\ntwo\n" }],
  });
});

test("parseConfigText() chooses the format by the ending of the name", async () => {
  for (const filename of ["hooks.yaml", "hooks.YML"]) {
    expect((await parse("a: b", { filename })).config).toEqual({ a: "b" });
  }
  for (const filename of ["hooks.json", "hooks.jsonc", "hooks.json5", "hooks.conf", "hooks"]) {
    expect((await parse("{a: 'b'}", { filename })).config).toEqual({ a: "b" });
    expect(await problemsOf("a: b", { filename })).toHaveLength(1);
  }
  expect((await parse("a: b", { filename: "hooks.json", format: "yaml" })).config).toEqual({
    a: "b",
  });
});

test("parseConfigText() returns the name, and the text without a byte order mark", async () => {
  expect(await parse("\uFEFF{a: 1}", { filename: "hooks.json5" })).toMatchObject({
    filename: "hooks.json5",
    source: "{a: 1}",
    config: { a: 1 },
  });
  expect((await parse("{}")).filename).toBe("config");
  expect(await parseConfigText("{", { filename: "f" })).toMatchObject({
    filename: "f",
    source: "{",
  });
});

test.each([
  ["json5", '{"__proto__": {"polluted": 1}, "constructor": 2}'],
  ["yaml", "__proto__: { polluted: 1 }\nconstructor: 2"],
  ["yaml", "x: &x { __proto__: { polluted: 1 } }\ny: { <<: *x }"],
] as const)("parseConfigText() reads __proto__ in %s as plain data", async (format, text) => {
  const { config } = await parse(text, { format });
  expect(JSON.parse(JSON.stringify(config))).toEqual(config);
  expect(JSON.stringify(config)).toContain('"__proto__":{"polluted":1}');
  expect(Object.getPrototypeOf(config)).toBe(Object.prototype);
  expect(Reflect.get({}, "polluted")).toBe(undefined);
});

test("parseConfigText() prints no warning", async () => {
  const warnings = vi.spyOn(process, "emitWarning");
  await parse("? [a]\n: b", YAML);
  expect(warnings).not.toHaveBeenCalled();
});

test("parseConfigText() reads any JSON in both formats", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
      const text = JSON.stringify(value);
      expect((await parse(text)).config).toEqual(JSON.parse(text));
      expect((await parse(text, YAML)).config).toEqual(JSON.parse(text));
    }),
  );
});

test("parseConfigText() reads a JSON5 text with thousands of comments, and keeps its positions", async () => {
  const comments = "// one\n/* two\n */".repeat(10_000);
  const { config, locate } = await parse(`${comments}{ a: "// no /* comment", // x\n b: 1 }`);
  expect(config).toEqual({ a: "// no /* comment", b: 1 });
  expect(locate(["b"])).toEqual({ line: 20_002, column: 5 });
});

test("parseConfigText() rejects with a fault of a parser that is not a matter of depth", async () => {
  vi.doMock("./parse-yaml.ts", () => ({
    parseYaml: () => Promise.reject(new TypeError("A fault of ours.")),
  }));
  onTestFinished(() => void vi.doUnmock("./parse-yaml.ts"));
  await expect(parseConfigText("a: 1", YAML)).rejects.toThrow("A fault of ours.");
});

const problemsOfJson = async (text: string) => (await parse(text)).problems;

test("parseConfigText() warns of a repeated key in JSON, of which the last value counts", async () => {
  const result = await parse('{\n  "hooks": { "path": "/a", "path": "/b" }\n}');
  expect(result.config).toEqual({ hooks: { path: "/b" } });
  expect(result.locate(["hooks", "path"])).toEqual({ line: 2, column: 36 });
  expect(result.problems).toEqual([
    {
      code: "key_repeated",
      severity: "warning",
      path: ["hooks", "path"],
      message: 'The key "path" is repeated in one object, and only the last one counts.',
      hint: "Keep one of the two: line 2 has the key first.",
      position: { line: 2, column: 28 },
      range: {
        start: { line: 2, column: 28, offset: 29 },
        end: { line: 2, column: 34, offset: 35 },
      },
    },
  ]);
});

test("parseConfigText() refuses a repeated key in YAML", async () => {
  expect(await problemsOf("hooks:\n  path: /a\n  path: /b", YAML)).toEqual([
    {
      code: "key_repeated",
      severity: "error",
      path: ["hooks", "path"],
      message: 'The key "path" is repeated in one object, which YAML does not allow.',
      hint: "Keep one of the two: line 2 has the key first.",
      position: { line: 3, column: 3 },
      range: {
        start: { line: 3, column: 3, offset: 20 },
        end: { line: 3, column: 7, offset: 24 },
      },
    },
  ]);
});

test.each([
  [
    "{ hooks: { mappings: [{}, { match: { path: 'a', \"path\": 'b' } }] } }",
    "hooks.mappings.1.match.path",
  ],
  ["{ hooks: {}, hooks: {} }", "hooks"],
  ["{ agents: { list: [{ id: 'a', id: 'b' }] } }", "agents.list.0.id"],
])("parseConfigText() finds the repeated key in %s", async (text, path) => {
  for (const problems of [await problemsOfJson(text), await problemsOf(text, YAML)]) {
    expect(problems.map((problem) => problem.path.join("."))).toEqual([path]);
  }
});

test("parseConfigText() compares the names of keys, and not their spellings", async () => {
  const text = "{ hooks: { p\\u0061th: 'a', \"path\": 'b' } }";
  expect(await problemsOfJson(text)).toMatchObject([{ path: ["hooks", "path"] }]);
  expect(await problemsOf('hooks: { 1: a, "1": b }', YAML)).toHaveLength(1);
});

test.each([
  ["of the gateway", "{ a: 1, a: 2, gateway: { b: 1, b: 2 } }"],
  ["of hooks.internal", "{ hooks: { internal: { a: 1, a: 2 }, internal: {} } }"],
  [
    "in different objects",
    "{ hooks: { path: 'a', gmail: { model: 'a' }, mappings: [{ id: 'a' }, { id: 'b' }] } }",
  ],
])("parseConfigText() leaves keys %s alone", async (_what, text) => {
  for (const options of [{}, YAML]) expect((await parse(text, options)).problems).toEqual([]);
});

test("parseConfigText() takes merged keys of YAML for no repetition", async () => {
  const merged =
    "a: &a { id: x }\nhooks:\n  mappings:\n    - <<: *a\n      id: y\n      ? [z]\n      : 1";
  expect((await parse(merged, YAML)).problems).toEqual([]);
  expect((await parse(merged, YAML)).config).toMatchObject({ hooks: { mappings: [{ id: "y" }] } });
});

test("parseConfigText() reports a repeated key behind an alias once", async () => {
  const text = "a: &a { id: x, id: y }\nhooks: { mappings: [*a, *a] }";
  expect(await problemsOf(text, YAML)).toMatchObject([
    {
      code: "key_repeated",
      path: ["hooks", "mappings", 0, "id"],
      position: { line: 1, column: 16 },
    },
  ]);
});

test("parseConfigText() repeats no value of a repeated key", async () => {
  const text = '{ hooks: { token: "s3cret", token: "s3cret" } }';
  for (const options of [{}, YAML]) {
    expect(JSON.stringify((await parseConfigText(text, options)).problems)).not.toContain("s3cret");
  }
});

const SECRET = "s3cret";

test.each([
  ["a missing comma", `{ token: "${SECRET}" port: 1 }`, 1, 18],
  ["a word without quotes", `{\n  token: ${SECRET} }`, 2, 10],
  ["a stray character", `{ token: "${SECRET}" @ }`, 1, 19],
  ["a second value", `{} "${SECRET}"`, 1, 4],
  ["an open brace", `{ token: "${SECRET}",`, 1, 1],
  ["a broken escape", `{ token: "${SECRET}\\uZZZZ" }`, 1, 17],
])("parseConfigText() reports %s of JSON5 with its position", async (_what, text, line, column) => {
  const problems = await problemsOf(text);
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
  ["an empty text", "", 1],
  ["an open bracket", "[", 1],
  ["an open brace after a member", '{ "token": "s3cret"', 1],
  ["a missing value", '{ "token":', 1],
  ["an open quote", '{ "token": "s3cret', 12],
  ["an open comment", "{} /* s3cret", 4],
])("parseConfigText() reports %s of JSON5 where it begins", async (_what, text, column) => {
  const problems = await problemsOf(text);
  expect(problems).toMatchObject([{ position: { line: 1, column } }]);
  expect(JSON.stringify(problems)).not.toContain(SECRET);
});

test.each([
  ["a tab", `hooks:\n\ttoken: ${SECRET}`, "tab", 2, 1],
  ["an open quote", `token: "${SECRET}`, "missing", 1, 8],
  ["two documents", `a: ${SECRET}\n---\nb: 1`, "more than one", 2, 1],
  ["a wrong indentation", `a:\n  b: 1\n c: ${SECRET}`, "indentation", 3, 2],
  ["an unknown tag", `token: !env ${SECRET}`, "tag", 1, 8],
  ["bytes", `token: !!binary ${SECRET}`, "tag", 1, 8],
  ["an alias without anchor", `token: *${SECRET}`, "anchor", 1, 8],
  ["an alias within its anchor", "a: &a\n  - { b: *a }", "part of", 2, 10],
  ["a colon in a value", `token: ${SECRET}: b`, "another key", 1, 8],
  ["another mistake", `token: ${SECRET}\n}`, "not valid YAML", 2, 1],
])(
  "parseConfigText() reports %s of YAML with its position",
  async (_what, text, words, line, column) => {
    const problems = await problemsOf(text, YAML);
    const [problem] = problems;
    expect(problem).toMatchObject({ code: "config_syntax", severity: "error", path: [] });
    expect(problem?.message).toContain(words);
    expect(problem?.position).toEqual({ line, column });
    expect(JSON.stringify(problems)).not.toContain(SECRET);
  },
);

test("parseConfigText() reports all mistakes of a YAML text at once", async () => {
  expect((await problemsOf("a: 1\nd: !x 2\nb: !x 1\nc: [1", YAML)).length).toBeGreaterThanOrEqual(
    3,
  );
  expect(await problemsOf("a: *x\nb: *y", YAML)).toHaveLength(2);
});

test.each([
  ["lists", "[".repeat(100_000) + "]".repeat(100_000)],
  ["lists that are never closed", "[".repeat(501)],
  ["objects", `${'{"a":'.repeat(501)}1${"}".repeat(501)}`],
  ["lists after brackets too many", `]]]]${"[".repeat(501)}${"]".repeat(501)}`],
  ["YAML lists on one line", `${"- ".repeat(250)}x`],
  ["YAML keys on one line", `a: 1\n  ${"? ".repeat(250)}x`],
  ["YAML lines", Array.from({ length: 501 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
])("parseConfigText() refuses deeply nested %s in both formats", async (_what, text) => {
  const message = "The config is nested too deeply.";
  for (const options of [{}, YAML]) {
    expect(await problemsOf(text, options)).toMatchObject([{ code: "config_syntax", message }]);
  }
});

test("parseConfigText() reads the deepest nesting that is allowed, in both formats", async () => {
  const text = "[".repeat(500) + "]".repeat(500);
  expect(JSON.stringify((await parse(text)).config)).toBe(text);
  expect(JSON.stringify((await parse(text, YAML)).config)).toBe(text);
  expect(JSON.stringify((await parse(`${"- ".repeat(249)}x`, YAML)).config)).toHaveLength(
    249 * 2 + 3,
  );
});

test("parseConfigText() ends on a text that ends with a backslash", async () => {
  for (const text of ["\\", '{ "token": "s3cret\\', "'\\"]) {
    expect(await problemsOf(text)).toMatchObject([{ code: "config_syntax" }]);
  }
});

test("parseConfigText() refuses aliases that multiply", async () => {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let n = 1; n < 9; n++) {
    lines.push(
      `a${n}: &a${n} [${Array(10)
        .fill(`*a${n - 1}`)
        .join(", ")}]`,
    );
  }
  const problems = await problemsOf(lines.join("\n"), YAML);
  expect(problems).toMatchObject([{ code: "config_syntax", path: [] }]);
  expect(problems[0]?.message).toContain("multiply");
});

test("parseConfigText() refuses more than 1,000 aliases, whose anchors the parser searches one by one", async () => {
  const lines = (count: number) => ["a:", ...Array.from({ length: count }, (_, n) => `- &a${n} x`)];
  const aliases = (count: number) => Array.from({ length: count }, (_, n) => `- *a${n}`);
  const accepted = [...lines(1_000), "b:", ...aliases(1_000)].join("\n");
  expect(await problemsOf(accepted, YAML)).toEqual([]);
  const refused = [...lines(1_001), "b:", ...aliases(1_001)].join("\n");
  expect(await problemsOf(refused, YAML)).toMatchObject([
    { code: "config_syntax", message: "The config has more than 1000 aliases." },
  ]);
});

test("parseConfigText() takes the last anchor of a name before its alias", async () => {
  const text = "a: [&x 1, *x, &x 2, *x]";
  const parsed = await parse(text, YAML);
  expect(parsed).toMatchObject({ config: { a: [1, 1, 2, 2] } });
});

test.each([
  ["<<:", [0, 2]],
  ["a: { <<: 1 }", [5, 7]],
  ["a: &a 1\nb: { <<: *a }", [13, 15]],
  ["a: &a { c: 1 }\nb: { <<: [*a, 2] }", [20, 22]],
])("parseConfigText() names a merge key that has no map: %s", async (text, [start, end]) => {
  const { problems } = await parseConfigText(text, YAML);
  expect(problems).toMatchObject([
    {
      code: "config_syntax",
      hint: expect.stringContaining("<<: *defaults"),
      range: { start: { offset: start }, end: { offset: end } },
    },
  ]);
});

test.each(["a: &a { c: 1 }\nb: { <<: *a }", "a: &a { c: 1 }\nb: { <<: [*a] }", '"<<": 1'])(
  "parseConfigText() takes a merge key that has one: %s",
  async (text) => {
    expect(await parseConfigText(text, YAML)).toMatchObject({ config: expect.anything() });
  },
);

test("parseConfigText() never throws, and never repeats the text", async () => {
  const pieces = fc.constantFrom(..."{}[],:\"'\n -&*!|#/\\", "token", SECRET, "a: ", "<<");
  await fc.assert(
    fc.asyncProperty(
      fc.array(pieces, { maxLength: 30 }),
      fc.constantFrom("json5", "yaml"),
      async (all, format) => {
        const problems = await problemsOf(all.join(""), { format });
        expect(JSON.stringify(problems)).not.toContain(SECRET);
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  ["wrong lines", "a b: c: d\n", YAML],
  ["aliases without anchors", "- *a\n", YAML],
  ["keys behind spaces of a web page", "a: b\n\u00a0c: d\n", YAML],
] as const)(
  "parseConfigText() tells 100 of many %s, and counts the rest",
  async (_what, line, options) => {
    const { problems, furtherProblems } = await parseConfigText(line.repeat(150), options);
    expect([problems.length, furtherProblems]).toEqual([100, 50]);
  },
);

test("parseConfigText() tells a mistake of a line once, however many errors it makes", async () => {
  const problems = await problemsOf(`hooks: [${'"a" "b" '.repeat(500)}]\n`, YAML);
  expect(problems.map(({ position }) => position?.line)).toEqual([1]);
});

test("parseConfigText() finds the comma that is missing within brackets of brackets", async () => {
  const [problem] = await problemsOf('a: [{ b: [1] }, [2]]\nc: [[1, { d: "e" "f" }]]\n', YAML);
  expect(problem).toMatchObject({ message: expect.stringContaining("comma is missing") });
  expect(problem?.position).toEqual({ line: 2, column: 17 });
});

test.each(["a: ", "token: x ", "<<: "])(
  "parseConfigText() refuses a YAML text that nests by %j alone",
  async (text) => {
    const problems = await problemsOf(`hooks: [${text.repeat(20_000)}]`, YAML);
    expect(problems).toMatchObject([
      { code: "config_syntax", message: expect.stringContaining("deep") },
    ]);
  },
);

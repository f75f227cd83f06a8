// Texts with syntax errors → problems with positions, which never quote the text.
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, problemsOf, YAML } from "../../test/support/config-texts.ts";
import { parseConfigText } from "./parse-config-text.ts";

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

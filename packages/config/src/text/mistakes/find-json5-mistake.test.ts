// Texts that are not valid JSON5 → the exact position of the mistake, and how to correct it. ⟦ and ⟧ mark the position.
import fc from "fast-check";
import { expect, test } from "vitest";
import { problemsOf } from "../../../test/support/config-texts.ts";

test.each([
  ["an empty text", "⟦⟧", "empty", "enabled"],
  ["a comment alone", "// a⟦⟧\n", "empty", "enabled"],
  ["keys without braces", '⟦hooks⟧: { path: "/a" }', "object", ".yaml"],
  ["a missing comma", '{ a: "b"⟦⟧\n  c: 1 }', "comma", "Write a comma"],
  ["a missing comma in a list", "[1⟦⟧ 2]", "comma", "Write a comma"],
  ["a missing comma behind an empty list", "{ a: []⟦⟧ b: 1 }", "comma", "Write a comma"],
  ["a missing comma behind an object", "{ a: {}⟦⟧ b: 1 }", "comma", "Write a comma"],
  ["a comma too many", "{ a: 1,⟦,⟧ b: 2 }", "extra comma", "Remove"],
  ["a comma at the start of a list", "[⟦,⟧ 1]", "extra comma", "Remove"],
  ["a semicolon", "{ a: 1⟦;⟧ b: 2 }", "semicolons", "Write ,"],
  ["an equals sign", "{ a ⟦=⟧ 1 }", "equals", "Write :"],
  ["a missing colon", '{ "a"⟦⟧ 1 }', "colon", "colon behind"],
  ["a missing value", "{ a: ⟦,⟧ b: 1 }", "value", "Write the value"],
  ["a value that never comes", "{ a: ⟦}⟧", "value", "Write the value"],
  ["a missing key", "{ ⟦:⟧ 1 }", "key", "Write"],
  ["an object in place of a key", "{ ⟦{⟧ a: 1 } }", "key", "Write"],
  ["a key with a hyphen", '{ ⟦x-github-event⟧: "push" }', "quotes", "quotes around the key"],
  ["an operator as a key", "{ ⟦==⟧: [1, 2] }", "quotes", "quotes around the key"],
  ["a key with a dot", "{ ⟦match.path⟧: 1 }", "quotes", "quotes around the key"],
  ["a text without quotes", "{ a: ⟦push⟧ }", "quotes", "Put"],
  ["a template without quotes", "{ a: ⟦{{⟧ref}} }", "template without quotes", '"{{…}}"'],
  ["a word of another language", "{ a: ⟦True⟧ }", "not a JSON value", "true, false or null"],
  ["yes", "[⟦yes⟧]", "not a JSON value", "true, false or null"],
  ["a leading zero", "{ a: ⟦007⟧ }", "not a valid JSON number", "without leading zeros"],
  ["an underscore in a number", "{ a: ⟦1_000⟧ }", "not a valid JSON number", "underscores"],
  ["a unit", "{ a: ⟦60s⟧ }", "not a valid JSON number", "units"],
  ["typographic quotes", "{ a: ⟦“⟧b” }", "typographic", "straight"],
  ["a typographic quote at the end", '{ a: "b", c: ⟦”⟧d” }', "typographic", "straight"],
  ["backticks", "{ a: ⟦`⟧b` }", "backticks", "\\n"],
  ["a quote within a text", '{ a: "say "⟦hi⟧" now" }', "within the text", "backslash"],
  ["an apostrophe", "{ a: 'it'⟦s⟧' }", "within the text", "other kind"],
  ["a quote that is never closed", '{ a: ⟦"b },⟧\n  c: "d" }', "never closed", "same quote"],
  ["a quote that is never closed, at the end", "{ a: ⟦'b }⟧", "never closed", "same quote"],
  ["a backslash before the last quote", '{ a: ⟦"b\\" }⟧', "never closed", "same quote"],
  ["a comment that is never closed", "{ a: 1 } ⟦/* b⟧", "comment", "*/"],
  ["a comment of one slash too few", "{ a: 1 } ⟦/*/⟧", "comment", "*/"],
  ["a comment of YAML", "{ a: 1, ⟦#⟧ b\n }", "comment", "//"],
  ["joined texts", '{ a: "b" ⟦+⟧ "c" }', "joined", "one text"],
  ["a broken escape", '{ a: "b⟦\\u12⟧" }', "escape", "hexadecimal"],
  ["a broken short escape", "{ a: 'b⟦\\x⟧' }", "escape", "hexadecimal"],
  ["a brace that is never closed", "{ a: ⟦{⟧ b: 1", "never closed", "closes it"],
  ["a bracket that is never closed", "{ a: 1, b: ⟦[⟧1,", "never closed", "closes it"],
  ["a closing bracket alone", "⟦]⟧", "value is missing", "Write the value"],
  ["a brace for a bracket", "{ a: [1⟦}⟧ }", "does not match the last open", "Write ]".slice(0, 5)],
  ["a bracket for a brace", "{ a: 1⟦]⟧", "does not match the last open", "Write"],
  ["a bracket in place of a key", "{ ⟦]⟧", "does not match the last open", "Write"],
  ["a brace in place of a value", "[⟦}⟧", "does not match the last open", "Write"],
  ["a bracket too many", "{ a: 1 }⟦}⟧", "closes nothing", "Remove"],
  ["text behind the end", "{ a: 1 }\n⟦hello⟧", "config ends before", "Remove"],
  ["a second object", "{ a: 1 }\n⟦{⟧ b: 2 }", "config ends before", "Remove"],
  ["a stray character", "{ a: 1, ⟦@⟧ }", "unexpected", "Look for"],
])("parseConfigText() finds %s of JSON5 exactly", async (_what, marked, word, hint) => {
  await expectMark(marked, word, hint);
});

async function expectMark(marked: string, word: string, hint: string): Promise<void> {
  const text = marked.replace(/[⟦⟧]/g, "");
  const problems = await problemsOf(text, { filename: "hooks.json" });
  expect(problems).toHaveLength(1);
  const [problem] = problems;
  const { start, end } = problem?.range ?? { start: { offset: -1 }, end: { offset: -1 } };
  const found = `${text.slice(0, start.offset)}⟦${text.slice(start.offset, end.offset)}⟧${text.slice(end.offset)}`;
  expect(found).toBe(marked);
  expect(problem?.message).toContain(word);
  expect(problem?.hint).toContain(hint);
}

test("parseConfigText() gives the place of the parser for what is not a usual mistake", async () => {
  const [problem] = await problemsOf('{ "a": 1, "\\u0061\u0000": 2, a\\u0020b: 1 }');
  expect(problem).toMatchObject({ code: "config_syntax" });
  expect(problem?.message).toContain("unexpected");
});

test("parseConfigText() takes a text of several lines for one where another mistake is", async () => {
  await expectMark('{ a: "b\nc", d: ⟦True⟧ }', "not a JSON value", "true");
  await expectMark('{ a: "b \\\n c", d: ⟦True⟧ }', "not a JSON value", "true");
});

test.each([
  ["a byte order mark", "\uFEFF{ a: 1 }"],
  ["single quotes and comments", "// a\n{ 'a': 'b', /* c */ }"],
])("parseConfigText() accepts %s in a file named .json", async (_what, text) => {
  expect(await problemsOf(text, { filename: "hooks.json" })).toEqual([]);
});

test("parseConfigText() gives every mistake a range within the text, in both formats", async () => {
  const config =
    '{ "hooks": {\n\t"token": "a", "mappings": [{ "match": { "path": "x" }, \'to\': "{{a}}\\u0041" }] } }\n';
  const yaml =
    "hooks:\n  token: 'a'\n  mappings:\n    - match: { path: x }\n      to: |\n        {{a}}\n      name: \"a\\n\"\n";
  const piece = fc.constantFrom(
    ..."{}[],:;\"'\n\t -&*!|>#/\\=+“`%@",
    "{{x}}",
    ": ",
    "---\n",
    "yes",
  );
  const change = fc.tuple(fc.nat(), fc.nat({ max: 3 }), piece);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(config, yaml),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      fc.constantFrom("json5", "yaml"),
      async (base, changes, format) => {
        let text: string = base;
        for (const [at, length, added] of changes) {
          const start = at % (text.length + 1);
          text = text.slice(0, start) + added + text.slice(start + length);
        }
        for (const { message, hint, position, range } of await problemsOf(text, { format })) {
          expect(`${message}${hint}`).not.toContain("undefined");
          const { start, end } = range ?? { start: { offset: -1 }, end: { offset: -1 } };
          expect(start.offset).toBeGreaterThanOrEqual(0);
          expect(end.offset).toBeGreaterThanOrEqual(start.offset);
          expect(end.offset).toBeLessThanOrEqual(text.length);
          expect(start).toMatchObject({ ...position });
        }
      },
    ),
    { numRuns: 500 },
  );
});

// YAML that does not mean what its author intended → the exact position, and how to correct it. ⟦ and ⟧ mark the position.
import { expect, test } from "vitest";
import { applyEdits } from "../../edit/text-edit.ts";
import { editsOfFix } from "../../fix/fix-files.ts";
import { compileDocument } from "../../hooks/load-hooks.ts";
import { parseConfigText } from "../parse-config-text.ts";

/** A line of a mapping, in a config that is right otherwise. */
const inMapping = (line: string): string =>
  `hooks:\n  mappings:\n    - id: a\n      match: { path: x }\n      ${line}\n      textTemplate: x\n      action: wake\n`;

async function expectMark(marked: string, code: string, word: string, hint: string): Promise<void> {
  const text = marked.replace(/[⟦⟧]/g, "");
  const parsed = await parseConfigText(text, { format: "yaml" });
  const { problems } = await compileDocument(parsed);
  const found = problems.filter((one) => one.code === code);
  expect(found, JSON.stringify(problems)).toHaveLength(1);
  const { message, range, hint: given } = found[0] ?? {};
  const { start, end } = range ?? { start: { offset: -1 }, end: { offset: -1 } };
  expect(
    `${text.slice(0, start.offset)}⟦${text.slice(start.offset, end.offset)}⟧${text.slice(end.offset)}`,
  ).toBe(marked);
  expect(message).toContain(word);
  expect(given).toContain(hint);
}

test.each([
  ["a template without quotes", "name: ⟦{{ref}} pushed⟧", "braces", '"{{…}}"'],
  ["a colon in a text", "name: ⟦Push: {{ref}}⟧", "another key", "quotes around the whole value"],
  ["a colon at the end of a text", "name: ⟦Push:⟧", "another key", "quotes"],
  ["two keys on a line", "name: ⟦b: c⟧", "another key", "quotes"],
  ["an exclamation mark", "name: ⟦!important {{x}}⟧", "tag", "quotes"],
  ["the operator !", "when:\n        ⟦!⟧: { var: a }", "operator", "Put quotes"],
  ["the operator !!", "when: { ⟦!!⟧: { var: a } }", "operator", "Put quotes"],
  ["the operator !=", "when:\n        ⟦!=⟧: [{ var: a }, 1]", "operator", "Put quotes"],
  ["the operator !==", "when: { and: [{ ⟦!==⟧: [{ var: a }, 1] }] }", "operator", "Put quotes"],
  ["the operator >", "when:\n        ⟦>⟧: [{ var: a }, 1]", "operator", "Put quotes"],
  ["the operator >=", "when: { ⟦>=⟧: [{ var: a }, 1] }", "operator", "Put quotes"],
  ["the operator *", "when:\n        ⟦*⟧: [{ var: a }, 1]", "operator", "Put quotes"],
  ["the operator %", "when: { a: 1, ⟦%⟧: [{ var: a }, 1] }", "operator", "Put quotes"],
  ["a mark within a value, which is no operator", "name: ⟦!important >: x⟧", "tag", "quotes"],
  ["an asterisk", "name: ⟦*bold* text⟧", "alias", "quotes"],
  ["an asterisk alone", "name: ⟦* text⟧", "alias", "quotes"],
  ["an alias that is none", "name: ⟦**bold**⟧", "alias", "quotes"],
  ["an at sign", "name: ⟦@team⟧", "cannot begin", "quotes"],
  ["a per cent sign", "name: ⟦% done⟧", "cannot begin", "quotes"],
  ["a backtick", "name: ⟦`x`⟧", "cannot begin", "quotes"],
  ["brackets and text", "name: ⟦[{{repo}}] pushed⟧", "bracket", "quotes"],
  ["text behind quotes", 'name: "a"⟦ b⟧', "quotes end", "whole value"],
  ["an apostrophe", "name: 'it'⟦s'⟧", "within the text", "other kind"],
  ["text behind a block header", "name: | ⟦x⟧", "same line", "next line"],
  ["a list behind a key", "name: ⟦- a⟧", "list", "line of its own"],
  ["an escape", 'name: "a⟦\\d⟧"', "escape", "\\\\"],
  ["a quote that is never closed", 'name: ⟦"abc⟧', "quote is missing", "same quote"],
  ["a quote alone", "name: ⟦'⟧", "quote is missing", "same quote"],
  ["a bracket that is never closed", "name: ⟦[a⟧", "bracket is missing", "Add"],
  ["a brace that is never closed", "name: ⟦{ a: 1⟧", "bracket is missing", "Add"],
  ["a missing comma in brackets", "to: { a: [x y], c: 'd'⟦⟧ e: 1 }", "comma", "Write a comma"],
  ["a missing comma between pairs", "to: { a: ⟦1 b: 2⟧ }", "comma", "Write a comma"],
  ["a star within braces", "to: { a: ⟦*⟧, b: 1 }", "alias", "quotes"],
  ["an exclamation mark within braces", "to: { a: ⟦!push⟧ }", "tag", "quotes"],
  ["a tag within braces", "to: { a: ⟦!secret gh⟧ }", "tag", "{ env"],
  ["an at sign within brackets", "to: [b, ⟦@team⟧]", "cannot begin", "quotes"],
  ["a comma behind braces", "to: { a: 1 }⟦,⟧", "comma", "Remove"],
  ["a comma behind quotes", 'name: "a"⟦,⟧', "comma", "Remove"],
  ["a tab", "⟦\t⟧name: x", "tab", "spaces"],
  ["a missing space", "name⟦:⟧x", "space", "key: value"],
  ["a missing colon", "⟦name⟧", "colon", "key: value"],
  ["an equals sign", "name ⟦=⟧ x", "equals", "key: value"],
  ["a comment of JSON5", "⟦// name⟧", "comment", "#"],
  ["a deeper key", "name: x\n        ⟦to: y⟧", "deeper", "same column"],
  ["a key that is not deep enough", "name: x\n     ⟦to: y⟧", "indentation", "same column"],
  ["a block that is not deeper", "name: |\n     ⟦x⟧", "not deeper", "two spaces"],
])("parseConfigText() finds %s of YAML exactly", async (_what, line, word, hint) => {
  await expectMark(inMapping(line), "config_syntax", word, hint);
});

test.each([
  ["two documents", "hooks: {}\n⟦---⟧\nhooks: {}\n", "more than one", "---"],
  ["a word alone", "⟦hooks⟧\n  enabled: true\n", "colon", "key: value"],
  ["a comment that ends a text", "hooks:\n  path: /a #b\n   ⟦c⟧\n", "indentation", "same column"],
  ["a text alone in a list", "a:\n  - b\n ⟦@⟧\n", "cannot begin", "quotes"],
  ["a dash without a space", "a:\n  -⟦⟧b: { c: d }\n   e: f\n", "dash", "space"],
  ["spaces of a web page", "a:\n⟦\u00a0 ⟧b: c\n", "not indentation in YAML", "ordinary"],
  ["what is nothing of this", "a: b\n⟦⟧}\n", "unexpected", "indentation"],
])("parseConfigText() finds %s of a YAML file exactly", async (_what, text, word, hint) => {
  await expectMark(text, "config_syntax", word, hint);
});

test.each([
  ["a template without quotes", "name: ⟦{{ref}}⟧", "braces", '"{{…}}"'],
  ["a single brace", "name: ⟦{ref}⟧", "brackets", "quotes"],
  ["a number for a text", "name: ⟦0123⟧", "spelling is lost", "quotes"],
  ["an exponent for a text", "name: ⟦1e3⟧", "spelling is lost", "quotes"],
  ["a plain number for a text", "name: ⟦12⟧", "as a number.", "quotes"],
  ["true for a text", "name: ⟦true⟧", "string", "quotes"],
  ["yes", "deliver: ⟦yes⟧", "YAML 1.2", "Write true."],
  ["off", "deliver: ⟦off⟧", "YAML 1.2", "Write false."],
  ["true in quotes", "deliver: ⟦'true'⟧", "quotes is text", "Write true."],
  ["another word for true", "deliver: ⟦telegram⟧", "true or false", "Write true or false"],
  ["an underscore in a number", "timeoutSeconds: ⟦1_000⟧", "underscore", "digits alone"],
  ["a number in quotes", "timeoutSeconds: ⟦'60'⟧", "quotes is text", "digits alone"],
])("locateProblems() says of %s what YAML has to do with it", async (_what, line, word, hint) => {
  await expectMark(inMapping(line), "wrong_type", word, hint);
});

test.each([
  ["60s for a number", "timeoutSeconds: ⟦60s⟧", "a number, not a string."],
  ["a text for an object", "transform: ⟦x⟧", "must be an object"],
  [
    "an alias for a text",
    "transform: &t { module: x }\n      name: *t",
    "must be a string, not an object.",
  ],
])("locateProblems() leaves what the core says of %s", async (_what, line, word) => {
  const text = inMapping(line).replace(/[⟦⟧]/g, "");
  const { problems } = await compileDocument(await parseConfigText(text, { format: "yaml" }));
  expect(problems.find(({ code }) => code === "wrong_type")?.message).toContain(word);
});

test.each([
  ["a comment", "#ops", "everything after # is a comment", "quotes"],
  ["an anchor", "&ops", "names an anchor", "quotes"],
  ["nothing", "", "not null", "Write a value after the colon"],
])("locateProblems() says of a list with %s what YAML reads", async (_what, entry, word, hint) => {
  const text = `hooks:\n  allowedAgentIds:\n    - main\n    - ${entry}\n`;
  const { problems } = await compileDocument(await parseConfigText(text, { format: "yaml" }));
  const problem = problems.find(({ path }) => path.join(".") === "hooks.allowedAgentIds.1");
  expect(problem?.message).toContain(word);
  expect(problem?.hint).toContain(hint);
});

test.each([
  [
    "a key of the mapping within match",
    "hooks:\n  mappings:\n    - match:\n        path: x\n        ⟦messageTemplate⟧: y\n",
    'same column as "match"',
  ],
  [
    "a key of match beside match",
    "hooks:\n  mappings:\n    - match:\n      ⟦path⟧: x\n      messageTemplate: y\n",
    'more than "match"',
  ],
  [
    "a key of the mapping beside mappings",
    "hooks:\n  mappings:\n  - match: { path: x }\n  ⟦messageTemplate⟧: y\n",
    "belongs to a mapping",
  ],
  ["a key that is not known", "hooks:\n  ⟦nothing⟧: x\n", "Known keys"],
  ["a dash that is part of a key", "hooks:\n  ⟦-enabled⟧: true\n", 'Write "- enabled"'],
  [
    "a key with its value",
    "hooks:\n  mappings:\n    - match: { ⟦path:x⟧ }\n      messageTemplate: y\n",
    "Write path: x",
  ],
  [
    "a text with a comma within braces",
    "hooks:\n  mappings:\n    - ⟦{ match: { path: x }, messageTemplate: Hi, {{a}} }⟧\n",
    "quotes around the whole text",
  ],
])("locateProblems() says of %s how deep it belongs", async (_what, text, hint) => {
  await expectMark(text, "unknown_key", "not a known key", hint);
});

test.each([
  ["a comment that cuts a template", "name: PR ⟦#{{number}} opened⟧", "comment", "quotes"],
  ["a recipient that is a comment", "to: ⟦#alerts⟧", "comment", "quotes"],
  ["a channel that is a comment and nothing else", "channel: ⟦#alerts⟧", "comment", "quotes"],
  ["a name that is an anchor", "name: &ops⟦⟧", "anchor", "quotes"],
  ["a comment with a template", "sessionMode: x ⟦# {{number}}⟧", "comment", "quotes"],
  ["a channel that is a comment", "name: to ⟦#general⟧", "comment", "quotes"],
  ["typographic quotes", "id2: ⟦“github”⟧", "typographic quotes", "straight"],
  ["a number in a condition", 'match2: { when: { "==": [1, ⟦007⟧] } }', "number 7", "quotes"],
  ["a number with underscores", 'match2: { when: { ">": [1, ⟦1_000⟧] } }', "underscores", "1000"],
  ["a comma behind a value", "channel: telegram⟦,⟧", "comma", "Remove"],
  ["a long number", "match2: { when: [⟦12345678901234567890⟧] }", "number", "quotes"],
])("parseConfigText() warns of %s", async (_what, line, word, hint) => {
  await expectMark(inMapping(line), "yaml_value_misread", word, hint);
});

test.each([
  ["when: { ==: [{ var: payload.draft }, no] }", "Write false for the boolean"],
  ["when: { ==: [{ var: payload.draft }, YES] }", "Write true for the boolean"],
  ["when: { in: [{ var: payload.draft }, [on, off]] }", "Write true for the boolean"],
])(
  "parseConfigText() gives a hint of a word of YAML 1.1 in a condition: %s",
  async (line, hint) => {
    const { problems } = await parseConfigText(inMapping(line), { format: "yaml" });
    expect(problems[0]).toMatchObject({ code: "yaml_value_misread", severity: "hint" });
    expect(problems[0]?.hint).toContain(hint);
  },
);

test.each([
  ["comments", "name: a # note\n      # {{x}}\n      id2: a #note"],
  ["numbers", 'match2: { when: { "==": [1, 2.5, "007", -3] } }\n      timeoutSeconds: 060'],
  ["words", 'match2: { when: { "==": [{ var: on }, "no"] } }\n      name: no'],
  ["quotes", 'name: “a” b\n      to: "“a”"\n      ? [k]\n      : “v'],
  [
    "commas",
    "name: a,\n      messageTemplate: Hello,\n      x: [a,\n        b]\n      y: one, two,",
  ],
  ["what is not ours", "x: y\nother:\n  when: [007]\n  name: a #{{b}}\nhooks2:\n    - a: b"],
])("parseConfigText() does not warn of %s", async (_what, line) => {
  expect(await parseConfigText(inMapping(line), { format: "yaml" })).toMatchObject({
    ok: true,
    problems: [],
  });
});

test("parseConfigText() warns in an included file of all that is in it", async () => {
  const text = "mappings:\n  - name: PR #{{n}}\npartials:\n  row: a #b\n";
  const { problems } = await parseConfigText(text, { format: "yaml", isIncluded: true });
  expect(problems.map(({ path }) => path)).toEqual([
    ["hooks", "mappings", 0, "name"],
    ["hooks", "partials", "row"],
  ]);
});

const flow = (mapping: string): string =>
  `hooks:\n  mappings:\n    - match: { path: x }\n${mapping}\n      messageTemplate: "{{a}}"\n`;

/** The text after all safe fixes of one reading. */
async function fixed(text: string): Promise<{ text: string; problems: readonly string[] }> {
  const { problems } = await parseConfigText(text, { format: "yaml" });
  const fixes = problems.flatMap(({ fixes = [] }) => fixes.filter(({ safe }) => safe));
  const edits = fixes.flatMap(({ edits }) =>
    edits.map(({ range: { start, end }, text }) => ({
      start: start.offset,
      end: end.offset,
      text,
    })),
  );
  return { text: applyEdits(text, edits), problems: problems.map(({ message }) => message) };
}

test.each([
  ["auth: { provider: github, secret: ${S} }", 'auth: { provider: github, secret: "${S}" }'],
  ["auth: { provider: github, secret: ${S}}", 'auth: { provider: github, secret: "${S}"}'],
  ["auth: { secrets: [${A}, ${B}] }", 'auth: { secrets: ["${A}", "${B}"] }'],
  ["respond: { text: done${x} }", 'respond: { text: "done${x}" }'],
  [
    "respond: { text: all is done ${x} here, status: 200 }",
    'respond: { text: "all is done ${x} here", status: 200 }',
  ],
  ["respond: { text: it's ${x} }", 'respond: { text: "it\'s ${x}" }'],
  ['respond: { text: a "b" ${x} }', "respond: { text: 'a \"b\" ${x}' }"],
  ['respond: { text: it\'s "b" ${x} }', "respond: { text: 'it''s \"b\" ${x}' }"],
  ["respond: { text: {{a}} done }", 'respond: { text: "{{a}} done" }'],
  [
    "respond: { text: hi {{{a}}}, status: 200 } # ${x}",
    'respond: { text: "hi {{{a}}}", status: 200 } # ${x}',
  ],
  ["respond: { type: a${B} }", 'respond: { type: "a${B}" }'],
  [
    "respond: {\n        text: a${B},\n        status: 200 }",
    'respond: {\n        text: "a${B}",\n        status: 200 }',
  ],
])("parseConfigText() puts quotes around the braces within %s", async (line, wanted) => {
  const { text, problems } = await fixed(flow(`      ${line}`));
  expect(problems).toEqual(["${…} and {{…}} within braces or brackets need quotes in YAML."]);
  expect(text).toBe(flow(`      ${wanted}`));
  expect((await parseConfigText(text, { format: "yaml" })).ok).toBe(true);
});

test.each([
  ["match: { path:x }", "match: { path: x }"],
  ["match: { headers: { x-a: !push } }", 'match: { headers: { x-a: "!push" } }'],
  ["match: { headers: { x-a: * , b: c } }", 'match: { headers: { x-a: "*" , b: c } }'],
  ["match: { path: x },", "match: { path: x }"],
  ['name: "a",', 'name: "a"'],
  ["\u00a0name: a", " name: a"],
])("parseConfigText() mends %s by what it means", async (line, wanted) => {
  const text = `hooks:\n  mappings:\n    - id: a\n      ${line}\n`;
  const { problems } = await compileDocument(await parseConfigText(text, { format: "yaml" }));
  const edits = problems.flatMap(({ fixes = [] }) =>
    fixes.filter(({ safe }) => safe).flatMap((fix) => editsOfFix(fix)),
  );
  expect(applyEdits(text, edits)).toBe(text.replace(line, wanted));
});

test("parseConfigText() finds the braces in a config that is one object, each line once", async () => {
  const config = (token: string, secret: string) =>
    `{ hooks: { enabled: true, token: ${token}, # of ${"${X}"}\n  mappings: [\n    { match: { path: x }, auth: { provider: github, secret: ${secret} },\n      note: 'it''s [', messageTemplate: "{{a}} \\" {" }] } }\n`;
  const { text, problems } = await fixed(config("${T}", "${S}"));
  expect(problems).toHaveLength(2);
  expect(text).toBe(config('"${T}"', '"${S}"'));
});

test("parseConfigText() passes over texts, and tells what else is wrong where it stands", async () => {
  const text = [
    "hooks:",
    "  token: ${T}",
    "  partials:",
    "    a: |",
    "      { b: ${C} }",
    "",
    "      more [${D}",
    "    b: plain { c ${D} }",
    "    \"c\": 'it''s { ${D} }'",
    "  mappings:",
    "    - match: { path: ${P}:a:b, source: a#${Q} }",
    "     skip: true",
  ].join("\n");
  const parsed = await parseConfigText(text, { format: "yaml" });
  expect(parsed.problems.map(({ position }) => position?.line)).toEqual([11, 12]);
  const [, second] = parsed.problems;
  expect(second?.range?.start.offset).toBe(text.indexOf("skip"));
});

test.each([
  ["a: { b: [1 2] }", false],
  ["a: { text: Hello {name} }", false],
  ['a: { b: "x" c: 1 }', true],
  ['a: ["x" "y"]', true],
])(
  "parseConfigText() adds a comma to %s by itself only where another entry follows",
  async (text, safe) => {
    const { problems } = await parseConfigText(text, { format: "yaml" });
    const commas = problems
      .flatMap(({ fixes = [] }) => fixes)
      .filter(({ title }) => title === "Add a comma");
    expect(commas.map((fix) => fix.safe)).toEqual(commas.map(() => safe));
  },
);

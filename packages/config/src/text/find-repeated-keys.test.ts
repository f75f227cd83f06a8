// Texts with repeated keys → warnings in JSON, errors in YAML, and only where they are ours.
import { expect, test } from "vitest";
import { parse, problemsOf, YAML } from "../../test/support/config-texts.ts";
import { parseConfigText } from "./parse-config-text.ts";

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
      message: 'The key "path" stands twice in one object, and only the last one counts.',
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
      message: 'The key "path" stands twice in one object, which YAML does not allow.',
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

test("parseConfigText() reports a key for each time that it stands again", async () => {
  expect(
    await problemsOfJson("{ hooks: { path: 1, path: 2, path: 3, token: 1, token: 2 } }"),
  ).toHaveLength(3);
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

import { expect, test } from "vitest";
import type { CompletionQuestion } from "../model/messages.ts";
import { completeText } from "./complete-text.ts";

const PAYLOAD =
  '{"repository": {"full_name": "a/b", "a key": 1}, "sender": {"login": "ann"}, "list": [1]}';

/** `|` is the caret. */
const complete = (marked: string, change: Partial<CompletionQuestion> = {}) =>
  completeText({
    text: marked.replace("|", ""),
    caret: marked.indexOf("|"),
    format: "yaml",
    isIncluded: false,
    payload: PAYLOAD,
    ...change,
  });

test.each([
  ["the root of hooks", "hooks:\n  en|\n", "enabled", "match"],
  ["a mapping", "hooks:\n  mappings:\n    - id: a\n      mess|\n", "messageTemplate", "mappings"],
  ["a match in a flow", "hooks:\n  mappings:\n    - match: { path: x, h| }\n", "headers", "path"],
  ["an empty line above others", "hooks:\n  |\n  mappings: []\n", "token", "mappings"],
  ["text with an error below", "hooks:\n  to|\n  mappings: [\n", "token", "match"],
])(
  "completeText() knows the keys of %s, without those that are there",
  async (_, text, known, not) => {
    const { words = [], after } = (await complete(text)) ?? {};
    expect(words).toContain(known);
    expect(words).not.toContain(not);
    expect(after).toBe(": ");
  },
);

test("completeText() knows keys of JSON5, and replaces the word around the caret alone", async () => {
  const text = '{ hooks: { "ena|bld": true, token: "x" } }';
  const found = await complete(text, { format: "json5" });
  expect(found).toMatchObject({ start: text.indexOf("ena"), after: "" });
  expect(found?.words).toContain("enabled");
  expect(found?.words).not.toContain("token");
  const open = await complete("{ hooks: { enabled: true,\n to|\n mappings: [] } }", {
    format: "json5",
  });
  expect(open?.words).toContain("token");
});

test("completeText() reads an included file as mappings, or as a part of hooks", async () => {
  const list = await complete("- id: a\n  mat|\n", { isIncluded: true });
  expect(list?.words).toContain("match");
  const part = await complete("partials:\n  a: b\nmapp|\n", { isIncluded: true });
  expect(part?.words).toContain("mappings");
});

test("completeText() gives fields of the event and helpers inside an expression", async () => {
  const names = (await complete('hooks:\n  x: "{{re|}}"\n'))?.words;
  expect(names).toEqual(expect.arrayContaining(["repository", "sender", "payload", "eq"]));
  const below = await complete('hooks:\n  x: "{{repository.fu|ll}}"\n');
  expect(below?.words).toEqual(["repository.full_name"]);
  expect(below?.after).toBe("");
  expect((await complete('x: "{{payload.sender.|}}"\n'))?.words).toEqual(["payload.sender.login"]);
  expect(await complete('x: "{{list.|}}"\n')).toBeUndefined();
  expect((await complete('x: "{{re|}}"\n', { payload: "{" }))?.words).toContain("payload");
});

test.each([
  ["a value", "hooks:\n  token: some| text\n"],
  ["a comment", "hooks:\n  # some|\n  enabled: true\n"],
  ["a block of text", "hooks:\n  token: >\n    some|\n"],
])("completeText() knows no keys at %s", async (_, text) => {
  expect(await complete(text)).toBeUndefined();
});

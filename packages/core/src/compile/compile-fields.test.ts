import { expect, test } from "vitest";
import type { Problem } from "../base/problem.ts";
import type { HooksInput, MappingInput } from "../config/config.ts";
import { compileWithAdvice } from "../engine.ts";

const AT = ["hooks", "mappings", 0];
const mapping: MappingInput = { match: { path: "ci" }, messageTemplate: "x" };

const problemsOf = (hooks: HooksInput): readonly Problem[] =>
  compileWithAdvice({ hooks }, {}).problems;

const inMapping = (changes: MappingInput): readonly Problem[] =>
  problemsOf({ mappings: [{ ...mapping, ...changes }] });

test("compileField() reports where a template does not compile, and what to write", () => {
  expect(inMapping({ messageTemplate: "a\n  {{#if x}}b" })).toEqual([
    {
      code: "template_unclosed",
      severity: "error",
      path: [...AT, "messageTemplate"],
      message: expect.stringMatching(
        /^Cannot compile messageTemplate of mapping "mapping-1": .*if/,
      ),
      hint: expect.stringContaining("{{/if}}"),
      templatePosition: { line: 2, column: 3 },
      templateSpan: { start: 4, end: 13 },
    },
  ]);
});

test("compileField() names the field that was written for a wake", () => {
  const wake = { match: { path: "ci" }, action: "wake", textTemplate: "{{#if x}}" } as const;
  expect(problemsOf({ mappings: [wake] })).toMatchObject([{ path: [...AT, "textTemplate"] }]);
});

test.each(["name", "sessionKey", "to", "model", "thinking", "agentId", "instructions"])(
  "compileField() reports a mistake in %s",
  (field) => {
    expect(inMapping({ [field]: "{{/if}}", channel: "slack" })).toMatchObject([
      { severity: "error", path: [...AT, field], templatePosition: { line: 1, column: 1 } },
    ]);
  },
);

test("compileField() reports the mistakes of every field at once", () => {
  const problems = inMapping({
    messageTemplate: "{{#if}}",
    name: "{{#each x}}",
    model: "{{nope x}}",
  });
  expect(problems.map(({ path }) => path.at(-1)).toSorted()).toEqual([
    "messageTemplate",
    "model",
    "name",
  ]);
});

test.each([
  ["id", "{{id}}", true],
  ["messages[0].id", "{{messages[0].id}}", true],
  ['a["x y"]', '{{a["x y"]}}', true],
  ["$.a.id", "{{a.id}}", true],
  ["{id}", "{{id}}", true],
  ["{ id }", "{{id}}", true],
  ["shop", "{{shop}}", false],
])("compileFields() refuses the dedupeKey %j, which was meant as %s", (dedupeKey, value, safe) => {
  const problems = inMapping({ dedupeKey });
  expect(problems).toMatchObject([
    {
      code: "dedupe_key_constant",
      severity: "error",
      hint: `Write "${value}".`,
      change: { kind: "replace", value, safe },
    },
  ]);
});

test.each(["order id", "order:id", "{id", "id}", "0.1", "{{!-- id --}}", "x[a]"])(
  "compileFields() refuses the dedupeKey %j without a guess",
  (dedupeKey) => {
    const [problem] = inMapping({ dedupeKey });
    expect(problem).toMatchObject({ code: "dedupe_key_constant" });
    expect(problem).not.toHaveProperty("change");
  },
);

test("compileFields() takes a session key without an expression: it is one conversation", () => {
  expect(inMapping({ sessionKey: "messages[0].id", dedupeKey: "{{id}}" })).toEqual([]);
});

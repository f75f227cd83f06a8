import { expect, test } from "vitest";
import { mappingsOf, withProblems } from "../../test/reporting.ts";
import type { HookwrightConfigInput, MappingInput } from "../config/config.ts";
import { safeCompileHooks } from "../index.ts";
import { checkConditions } from "./check-conditions.ts";

const A = { var: "payload.a" };
const LABELS = { var: "payload.commonLabels.a" };

function check(mapping: MappingInput) {
  const mappings = mappingsOf({ mappings: [mapping] });
  const formats = new Map(
    mapping.body === "form" ? [["ci", { bodyFormats: ["form" as const] }]] : [],
  );
  return withProblems((report) => checkConditions(mappings, formats, report)).problems;
}

const inRule = (when: unknown, others: MappingInput = {}) =>
  check({ ...others, match: { path: "ci", when } as object });

/** In place of the rule. */
const replacedBy = (value: unknown) => ({
  kind: "replace",
  value,
  path: ["hooks", "mappings", 0, "match", "when"],
  safe: false,
});

test("L7 checkConditions() warns of an in with its list first", () => {
  expect(inRule({ in: [["a", "b"], A] })).toEqual([
    {
      code: "condition_in_reversed",
      severity: "warning",
      path: ["hooks", "mappings", 0, "match", "when", "in"],
      message: '"in" looks for its first value in its second, and no field has a whole list in it.',
      hint: 'Write { "in": [{ "var": "payload.a" }, ["a", "b"]] }.',
      change: replacedBy({ in: [A, ["a", "b"]] }),
    },
  ]);
});

test("checkConditions() looks into a list of 150,000 values", () => {
  const list = Array.from({ length: 150_000 }, (_, index) => `id-${index}`);
  expect(inRule({ in: [A, list] })).toEqual([]);
});

test("L7 checkConditions() gives a hint where a word is asked for a part", () => {
  expect(inRule({ in: [A, "urgent"] })).toEqual([
    {
      code: "condition_in_reversed",
      severity: "hint",
      path: ["hooks", "mappings", 0, "match", "when", "in"],
      message:
        '"in" asks here whether "urgent" contains the value of the field, which also holds for a part of the word and for an empty text.',
      hint: 'To ask whether the field contains it, write { "in": ["urgent", { "var": "payload.a" }] }.',
      change: replacedBy({ in: ["urgent", A] }),
    },
  ]);
});

test("L5 checkConditions() warns of a header with an underscore in a condition", () => {
  expect(inRule({ "==": [{ var: "headers.x_event" }, "push"] })).toEqual([
    {
      code: "match_header_name",
      severity: "warning",
      path: ["hooks", "mappings", 0, "match", "when", "==", 0, "var"],
      message: 'Names of headers have hyphens: no sender is known for "x_event".',
      hint: 'Write "x-event".',
    },
  ]);
  expect(inRule({ "==": [{ var: "headers.x-event" }, "a_b"] })).toEqual([]);
});

test.each([
  [{ in: [A, ["a", "b"]] }],
  [{ in: ["urgent", A] }],
  [{ in: [A, "a, b, c"] }],
  [{ in: [A, "yn"] }],
  [{ in: [A, "0123456789"] }],
  [{ in: [["a"], ["a", "b"]] }],
  [{ in: ["part", "of a text"] }],
  [{ in: [A, A] }],
])("L7 checkConditions() says nothing of %j", (rule) => {
  expect(inRule(rule)).toEqual([]);
});

test.each([
  ["true", "true"],
  ["false", "false"],
  ["null", "null"],
])("L7 checkConditions() warns of a comparison with the text %j", (text, value) => {
  expect(inRule({ "==": [A, text] })).toEqual([
    {
      code: "condition_compares_text",
      severity: "warning",
      path: ["hooks", "mappings", 0, "match", "when", "=="],
      message: `"==" compares payload.a with the text "${text}", to which the JSON value ${value} is not equal.`,
      hint: `Write { "==": [{ "var": "payload.a" }, ${value}] }.`,
      change: replacedBy({ "==": [A, JSON.parse(value)] }),
    },
  ]);
  expect(inRule({ "!==": [text, A] })[0]?.hint).toBe(
    `Write { "!==": [{ "var": "payload.a" }, ${value}] }.`,
  );
});

test.each<[string, unknown, MappingInput?]>([
  ["with the value", { "==": [A, true] }],
  ["with another text", { "==": [A, "True story"] }],
  ["of a header", { "==": [{ var: "headers.a" }, "true"] }],
  ["of a parameter", { "==": [{ var: "query.a" }, "true"] }],
  ["of a label, which is a text", { "==": [LABELS, "true"] }],
  ["with both", { or: [{ "==": [A, "true"] }, { "==": [true, A] }] }],
  ["of a field of a form", { "==": [A, "true"] }, { body: "form" }],
  ["of an element", { some: [A, { "==": [{ var: "value" }, "true"] }] }],
  ["of two fields", { "==": [A, LABELS] }],
  ["of fixed values", { "==": ["true", "false"] }],
  ["of a field with a name that is made", { "==": [{ var: { cat: ["payload.a"] } }, "true"] }],
  ["of one value", { "==": ["true"] }],
])("L7 checkConditions() says nothing of a comparison %s", (_name, rule, mapping) => {
  expect(inRule(rule, mapping)).toEqual([]);
});

test("L7 checkConditions() finds what is wrong in every rule of a mapping, with its path", () => {
  const wrong = { "==": [A, "true"] };
  const problems = check({
    match: {
      path: "ci",
      when: { and: [true, { "!": wrong }, { in: [["a"], { "!!": [A] }] }] },
      not: { when: { or: [wrong] } },
    },
    forEach: { path: "xs", when: { "==": [{ var: "item.done" }, "false"] } },
  });
  expect(problems.map(({ path }) => path.slice(3).join("."))).toEqual([
    "match.when.and.1.!.==",
    "match.when.and.2.in",
    "match.not.when.or.0.==",
    "forEach.when.==",
  ]);
});

test.each([
  ["twilio", []],
  ["slack", []],
  ["linear", ["condition_compares_text"]],
])(
  "L7 safeCompileHooks() knows whether %s sends forms, whose fields are texts",
  (provider, codes) => {
    const publicUrl = provider === "twilio" ? { publicUrl: "https://h.example/hooks/ci" } : {};
    const auth = { provider, secret: "a-long-random-text-of-the-vendor", ...publicUrl };
    const match = { path: "ci", when: { "==": [A, "true"] } };
    const hooks = {
      enabled: true,
      token: "a-long-random-text-of-your-own",
      mappings: [{ match, auth, messageTemplate: "x" }],
    };
    const result = safeCompileHooks({ hooks } as HookwrightConfigInput);
    const problems = result.ok ? result.hooks.warnings : result.problems;
    expect(problems.map(({ code }) => code)).toEqual(codes);
  },
);

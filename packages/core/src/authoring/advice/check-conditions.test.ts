import { expect, test } from "vitest";
import { holds, problemsOf } from "../../../test/conditions/evaluate.ts";
import { mappingsOf, withProblems } from "../../../test/reporting.ts";
import { safeCompileHooks } from "../../index.ts";
import type { Problem } from "../../model/problem.ts";
import type { HookwrightConfigInput, MappingInput } from "../config/config.ts";
import type { Mapping } from "../config/mapping.ts";
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

/** Instead of the rule. */
const replacedBy = (value: unknown) => ({
  kind: "replace",
  value,
  path: ["hooks", "mappings", 0, "match", "when"],
  safe: false,
});

test("checkConditions() warns of an in with its list first", () => {
  expect(inRule({ in: [["a", "b"], A] })).toEqual([
    {
      code: "condition_in_reversed",
      severity: "warning",
      path: ["hooks", "mappings", 0, "match", "when", "in"],
      message: '"in" looks for its first value in its second, and no field contains a whole list.',
      hint: 'Write { "in": [{ "var": "payload.a" }, ["a", "b"]] }.',
      change: replacedBy({ in: [A, ["a", "b"]] }),
    },
  ]);
});

test("checkConditions() looks into a list of 150,000 values", () => {
  const list = Array.from({ length: 150_000 }, (_, index) => `id-${index}`);
  expect(inRule({ in: [A, list] })).toEqual([]);
});

test("checkConditions() gives a hint where a word is asked for a part", () => {
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

test("checkConditions() warns of a header with an underscore in a condition", () => {
  expect(inRule({ "==": [{ var: "headers.x_event" }, "push"] })).toEqual([
    {
      code: "match_header_name",
      severity: "warning",
      path: ["hooks", "mappings", 0, "match", "when", "==", 0, "var"],
      message: 'Header names usually have hyphens: no known sender sends "x_event".',
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
])("checkConditions() accepts %j", (rule) => {
  expect(inRule(rule)).toEqual([]);
});

test.each([
  ["true", "true"],
  ["false", "false"],
  ["null", "null"],
])("checkConditions() warns of a comparison with the text %j", (text, value) => {
  expect(inRule({ "==": [A, text] })).toEqual([
    {
      code: "condition_compares_text",
      severity: "warning",
      path: ["hooks", "mappings", 0, "match", "when", "=="],
      message: `"==" compares payload.a with the text "${text}", which is not equal to the JSON value ${value}.`,
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
])("checkConditions() accepts a comparison %s", (_name, rule, mapping) => {
  expect(inRule(rule, mapping)).toEqual([]);
});

test("checkConditions() finds what is wrong in every rule of a mapping, with its path", () => {
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
])("safeCompileHooks() knows whether %s sends forms, whose fields are texts", (provider, codes) => {
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
});

function checkCompared(when: unknown): readonly Problem[] {
  const mapping = { match: { when, headers: [], query: [] }, configPath: [] } as unknown as Mapping;
  return withProblems((report) => checkConditions([mapping], new Map(), report)).problems;
}

const kind = { var: "payload.kind" };

/** The rule after the change of its problem, whose path begins with `match` and `when`. */
function follow(rule: object, { change, path }: Problem): object {
  const value = change?.kind === "replace" ? change.value : undefined;
  const write = (part: unknown, [step, ...rest]: readonly (string | number)[]): unknown => {
    if (step === undefined) return value;
    if (Array.isArray(part)) return part.with(Number(step), write(part[Number(step)], rest));
    return { [step]: write((part as Record<string, unknown>)[step], rest) };
  };
  return write(rule, (change?.path ?? path).slice(2)) as object;
}

test.each<[object, object[], object[]]>([
  [{ "==": [kind, "invoice.*"] }, [{ kind: "invoice.paid" }], [{ kind: "charge" }]],
  [{ "===": ["invoice.*", kind] }, [{ kind: "invoice.paid" }], [{ kind: "charge" }]],
  [{ "!=": [kind, "invoice.*"] }, [{ kind: "charge" }], [{ kind: "invoice.paid" }]],
  [{ "!==": [kind, "!paid"] }, [{ kind: "paid" }], [{ kind: "open" }]],
  [{ "!=": [kind, "!a*"] }, [{ kind: "ab" }], [{ kind: "b" }]],
  [{ "==": [kind, "!paid"] }, [{ kind: "open" }], [{ kind: "paid" }]],
  [{ "!=": [kind, "^paid$"] }, [{ kind: "open" }], [{ kind: "paid" }]],
  [{ "==": [kind, "paid|open"] }, [{ kind: "open" }], [{ kind: "closed" }]],
  [{ "==": [kind, "paid, open"] }, [{ kind: "open" }], [{ kind: "closed" }]],
  [{ "==": [kind, "/^PAID/i"] }, [{ kind: "paid" }], [{ kind: "open" }]],
  [{ "==": [kind, "*"] }, [{ kind: "x" }], [{}]],
  [{ "!=": [kind, "*"] }, [{}], [{ kind: "x" }]],
  [{ "==": [kind, ">5"] }, [{ kind: 6 }], [{ kind: 5 }]],
  [{ "!=": [kind, ">5"] }, [{ kind: 5 }], [{ kind: 6 }]],
  [{ in: [kind, ["a.*", "b"]] }, [{ kind: "a.x" }, { kind: "b" }], [{ kind: "c" }]],
  [{ in: [kind, ["*", "b"]] }, [{ kind: "c" }], [{}]],
  [{ in: ["*gent*", kind] }, [{ kind: "urgent!" }], [{ kind: "x" }]],
  [{ startsWith: [kind, "rel/*"] }, [{ kind: "rel/1" }], [{ kind: "x" }]],
  [{ endsWith: [kind, "*.com"] }, [{ kind: "a.com" }], [{ kind: "a.org" }]],
  [{ matches: [kind, "/^v\\d/"] }, [{ kind: "v1" }], [{ kind: "x" }]],
  [{ matches: [kind, "/paid$/i"] }, [{ kind: "PAID" }], [{ kind: "open" }]],
  [{ matches: [kind, "pull_*"] }, [{ kind: "pull_x" }], [{ kind: "pushed" }]],
  [
    { some: [{ var: "payload.list" }, { "==": [{ var: "" }, "a*"] }] },
    [{ list: ["ab"] }],
    [{ list: ["b"] }],
  ],
  [
    { some: [{ var: "payload.list" }, { "==": [{ var: "" }, "*"] }] },
    [{ list: ["ab"] }],
    [{ list: [null] }],
  ],
  [{ "==": [kind, "{{user.kind}}"] }, [{ kind: 1, user: { kind: 1 } }], [{ kind: 1 }]],
  [{ "==": [kind, "${user.kind}"] }, [{ kind: 1, user: { kind: 1 } }], [{ kind: 1 }]],
  [{ in: [kind, ["x", "{{user}}"]] }, [{ kind: "x" }, { kind: "u", user: "u" }], [{ kind: "u" }]],
  [{ "==": [kind, "u-{{id}}!"] }, [{ kind: "u-7!", id: 7 }], [{ kind: "u-7", id: 7 }]],
])("checkConditions() writes what %j means", (rule, some, others) => {
  const problems = checkCompared(rule);
  expect(problems).toMatchObject([{ severity: "warning", change: { kind: "replace" } }]);
  const followed = follow(rule, problems[0] as Problem);
  expect(problemsOf(followed)).toEqual([]);
  expect(checkCompared(followed)).toEqual([]);
  for (const payload of some) expect([payload, holds(followed, payload)]).toEqual([payload, true]);
  for (const payload of others) {
    expect([payload, holds(followed, payload)]).toEqual([payload, false]);
  }
});

test.each<object>([
  { "==": [kind, "a"] },
  { "==": [kind, 5] },
  { "==": [{ cat: ["a", kind] }, "a*"] },
  { "==": [{ var: ["payload.kind", "x"] }, "a*"] },
  { "==": [{ var: "payload.message" }, "a, b"] },
  { "==": [{ var: "payload.text" }, "!deploy"] },
  { "==": [{ var: "payload.issue.title" }, "*done*"] },
  { "==": [{ var: "payload.city" }, "Berlin, Germany"] },
  { "==": [{ var: "payload.workflow.name" }, "Build | Test"] },
  { "==": [{ var: "payload.schedule" }, "*/5 * * * *"] },
  { "==": [{ var: "payload.ref" }, "refs/heads/feature/a-b_c"] },
  { "==": [{ var: "payload.user_id" }, "auth0|5f7c8ec7c33c6c004bbafe82"] },
  { "==": [{ var: "payload.path" }, "/api/"] },
  { "==": [{ var: "payload.version" }, "^1.2.3"] },
  { "==": [{ var: "payload.unit" }, "%"] },
  { "==": [{ var: "payload.user" }, "~zod"] },
  { "==": [{ var: "headers.accept" }, "*/*"] },
  { in: [{ var: "headers.accept" }, ["application/*", "text/html"]] },
  { in: ["*", { var: "payload.text" }] },
  { in: ["a, b", { var: "payload.text" }] },
  { in: [kind, [1, "a*"]] },
  { in: [kind, "a,b"] },
  { startsWith: [kind, "*"] },
  { startsWith: [kind, { var: "payload.b" }] },
  { exists: "payload.{{a}}" },
  { "==": [{ var: 7 }, "a*"] },
  { "==": [{ var: "payload.amount" }, "(5)$"] },
  { "==": [{ var: "headers.accept" }, "text/.*"] },
  { "==": [{ var: "payload.kind" }, "auth0|a5f7c8ec7c33"] },
  { "==": [{ var: "payload.a[" }, "a"] },
  { "==": [{ var: "0" }, "a"] },
])("checkConditions() accepts the values of %j", (rule) => {
  expect(checkCompared(rule)).toEqual([]);
});

test("checkConditions() warns without a rule where it knows none", () => {
  expect(checkCompared({ "==": [kind, "/(?=a)/"] })).toMatchObject([
    { code: "value_pattern", hint: 'Write { "matches": [field, pattern] }.' },
  ]);
  expect(checkCompared({ "!=": [kind, "/(?=a)/"] })).toHaveLength(1);
  expect(checkCompared({ "==": [kind, "{{a}} {{b}}"] })).toMatchObject([
    { code: "value_expression", hint: expect.stringContaining('"var": "payload.field"') },
  ]);
  expect(checkCompared({ "==": [kind, "{{'a'}}"] })).toHaveLength(1);
});

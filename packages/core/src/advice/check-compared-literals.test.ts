import { expect, test } from "vitest";
import { holds, problemsOf } from "../../test/conditions/evaluate.ts";
import { withProblems } from "../../test/reporting.ts";
import type { Problem } from "../base/problem.ts";
import type { Mapping } from "../config/mapping.ts";
import { checkConditions } from "./check-conditions.ts";

function check(when: unknown): readonly Problem[] {
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
  const problems = check(rule);
  expect(problems).toMatchObject([{ severity: "warning", change: { kind: "replace" } }]);
  const followed = follow(rule, problems[0] as Problem);
  expect(problemsOf(followed)).toEqual([]);
  expect(check(followed)).toEqual([]);
  for (const payload of some) expect([payload, holds(followed, payload)]).toEqual([payload, true]);
  for (const payload of others) {
    expect([payload, holds(followed, payload)]).toEqual([payload, false]);
  }
});

test("checkConditions() warns without a rule where it knows none", () => {
  expect(check({ "==": [kind, "/(?=a)/"] })).toMatchObject([
    { code: "value_pattern", hint: 'Write { "matches": [field, pattern] }.' },
  ]);
  expect(check({ "!=": [kind, "/(?=a)/"] })).toHaveLength(1);
  expect(check({ "==": [kind, "{{a}} {{b}}"] })).toMatchObject([
    { code: "value_expression", hint: expect.stringContaining('"var": "payload.field"') },
  ]);
  expect(check({ "==": [kind, "{{'a'}}"] })).toHaveLength(1);
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
  expect(check(rule)).toEqual([]);
});

// Law: a condition gives the same result whatever the values that it reads inherit.

import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { eventBudget } from "../../../template/test/event-budget.ts";
import type {
  Condition,
  ConditionSubject,
} from "../../src/serving/match/condition/compile-node.ts";
import { compileNode } from "../../src/serving/match/condition/compile-node.ts";
import { partsOfNode, type RuleNode } from "../../src/serving/match/condition/rule-node.ts";
import { compileCondition } from "../conditions/compile-condition.ts";
import { rules, subjects } from "../conditions/generate-rule.ts";
import { now } from "../now.ts";
import { withProblems } from "../reporting.ts";

/** The names that the generated rules read. */
const names = ["a", "b", "c", "0", "missing", "payload", "path", "current", "accumulator"];
const LEAKS = Object.fromEntries(names.map((name) => [name, "1eaked"]));

function compile(rule: unknown): Condition {
  return withProblems((report) => compileCondition(rule, [], report)).result;
}

/** The result, and what every part of the rule gives by itself. */
function evaluate({ holds, tree }: Condition, subject: ConditionSubject): string {
  const values = listNodes(tree).map((node) =>
    // A part that reads elements of a list is asked about the payload itself.
    evaluatePart(node, readsSubject(node) ? subject : subject.payload),
  );
  return JSON.stringify({ holds: holds(subject, eventBudget()), values });
}

function listNodes(node: RuleNode): readonly RuleNode[] {
  return [node, ...partsOfNode(node).flatMap(listNodes)];
}

function readsSubject(node: RuleNode): boolean {
  return listNodes(node).some((part) => part.kind === "field" && part.of === "event");
}

function evaluatePart(node: RuleNode, data: unknown): unknown {
  try {
    return compileNode(node)({ data, budget: eventBudget() });
  } catch {
    return "cannot be evaluated";
  }
}

test("compileCondition() reads nothing that objects and lists inherit", () => {
  let inherited = 0;
  fc.assert(
    fc.property(rules, subjects, fc.constantFrom({}, { a: "1" }), (rule, subject, query) => {
      const condition = compile(rule);
      const leaking = { ...subject, payload: inherit(subject.payload), query: inherit(query) };
      const wanted = evaluate(condition, { ...subject, query });
      expect(evaluate(condition, leaking as ConditionSubject)).toBe(wanted);
      if (typeof subject.payload === "object") inherited += 1;
    }),
    { numRuns: runs(2000) },
  );
  expect(inherited).toBeGreaterThan(runs(2000) / 10);
});

test("compileCondition() reads nothing of a polluted Object.prototype", () => {
  // Fifty at a time: a change of Object.prototype makes the engine discard compiled code.
  const fifty = fc.array(fc.tuple(rules, subjects), { minLength: 50, maxLength: 50 });
  fc.assert(
    fc.property(fifty, (cases) => {
      const evaluations = cases.map(([rule, subject]) => {
        const condition = compile(rule);
        return () => evaluate(condition, subject);
      });
      const wanted = evaluations.map((one) => one());
      expect(withPollution(() => evaluations.map((one) => one()))).toEqual(wanted);
    }),
    { numRuns: runs(20) },
  );
});

const list = [1, { id: 2 }];
const body: unknown = { list, text: "x", ...JSON.parse('{"own":{"__proto__":{"id":1}}}') };

test.each([
  { var: "payload.constructor" },
  { var: "payload.constructor.name" },
  { var: "payload.toString" },
  { var: "payload.__proto__" },
  { var: "payload.own.__proto__" },
  { var: "payload.own.id" },
  { var: "payload.list.constructor" },
  { var: "payload.list.map" },
  { var: "payload.text.constructor.name" },
  { var: "payload.text.slice" },
  { var: "query.constructor" },
  { var: "headers.constructor" },
  { var: "headers.x-a.constructor" },
  { "!": { missing: ["payload.toString"] } },
  { exists: "payload.toString" },
  { exists: ["payload.list.map"] },
  { find: [{ var: "payload.list" }, true, "constructor"] },
  { startsWith: [{ var: "payload.text.constructor.name" }, "S"] },
  { "!": { missing_some: [1, ["payload.valueOf", "query.toString"]] } },
  { some: [{ var: "payload.list" }, { var: "constructor" }] },
  { reduce: [{ var: "payload.list" }, { var: "current.constructor" }, null] },
])("compileCondition() finds nothing on a prototype: %j", (rule) => {
  const subject = { payload: body, headers: { "x-a": "1" }, query: {}, path: "ci", now };
  expect(compile(rule).holds(subject, eventBudget())).toBe(false);
});

/** The same value, in which every object and list also inherits the leaks. */
function inherit(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const prototype = Object.create(Array.prototype, Object.getOwnPropertyDescriptors(LEAKS));
    return Object.setPrototypeOf(value.map(inherit), prototype);
  }
  const entries = Object.entries(value).map(([key, item]) => [key, inherit(item)] as const);
  return Object.setPrototypeOf(Object.fromEntries(entries), LEAKS);
}

/** Nothing else runs meanwhile: a condition is evaluated synchronously. */
function withPollution<T>(walk: () => T): T {
  const describe = (value: unknown) => ({ value, configurable: true, writable: true });
  for (const name of names) Object.defineProperty(Object.prototype, name, describe("1eaked"));
  try {
    return walk();
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  }
}

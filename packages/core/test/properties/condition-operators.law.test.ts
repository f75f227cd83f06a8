// Laws: our operators say what rules of JSON Logic's own operators say, where those can say it; every
// rule has a result, and the same one each time.

import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { eventBudget } from "../../../template/test/event-budget.ts";
import { readRule } from "../../src/authoring/rules/read-rule.ts";
import { conditionFromTree } from "../../src/serving/match/condition/compile-node.ts";
import type { RuleNode } from "../../src/serving/match/condition/rule-node.ts";
import { compileCondition } from "../conditions/compile-condition.ts";
import { evaluate } from "../conditions/evaluate.ts";
import { rules, subjects } from "../conditions/generate-rule.ts";

const RUNS = { numRuns: runs(1000) };
const texts = fc.oneof(fc.string({ maxLength: 8 }), fc.string({ unit: fc.constantFrom("a", "b") }));
const whole = { var: "payload.whole" };
const part = { var: "payload.part" };
const list = { var: "payload.list" };

test("compileCondition() has a result for every rule, and the same one each time", () => {
  fc.assert(
    fc.property(rules, subjects, (rule, subject) => {
      const condition = compileCondition(rule, [], () => undefined);
      const result = condition.holds(subject, eventBudget());
      expect([true, false, undefined]).toContain(result);
      expect(condition.holds(subject, eventBudget())).toBe(result);
    }),
    RUNS,
  );
});

test("readRule() returns a tree that works the same after a round trip through JSON", () => {
  fc.assert(
    fc.property(rules, subjects, (rule, subject) => {
      const tree = readRule(rule);
      const copy: RuleNode = JSON.parse(JSON.stringify(tree));
      const result = conditionFromTree(tree).holds(subject, eventBudget());
      expect(conditionFromTree(copy).holds(subject, eventBudget())).toBe(result);
    }),
    RUNS,
  );
});

test("startsWith and endsWith are what substr cuts off", () => {
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const payload = { whole: one, part: other };
      const start = { "===": [{ substr: [whole, 0, other.length] }, part] };
      expect(evaluate({ startsWith: [whole, part] }, payload)).toBe(evaluate(start, payload));
      const isLongEnough = one.length >= other.length;
      const end = { "===": [{ substr: [whole, one.length - other.length] }, part] };
      const wanted = isLongEnough && evaluate(end, payload);
      expect(evaluate({ endsWith: [whole, part] }, payload)).toBe(wanted);
      const joined = { startsWith: [{ cat: [part, whole] }, part] };
      expect(evaluate(joined, payload)).toBe(true);
    }),
    RUNS,
  );
});

test("matches of plain letters is in", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(texts, letters, (text, pattern) => {
      // An empty text contains nothing.
      const wanted = text !== "" && evaluate({ in: [pattern, whole] }, { whole: text });
      expect(evaluate({ matches: [whole, pattern] }, { whole: text })).toBe(wanted);
    }),
    RUNS,
  );
});

test("exists is the opposite of missing", () => {
  const names = fc.subarray(["payload.whole", "payload.a", "query.q", "headers.x"], {
    minLength: 1,
  });
  fc.assert(
    fc.property(names, fc.jsonValue(), (some, value) => {
      const payload = { whole: value };
      const wanted = evaluate({ "!": [{ merge: [{ missing: some }] }] }, payload);
      expect(evaluate({ exists: some }, payload)).toBe(wanted);
    }),
    RUNS,
  );
});

test("find and count are the first of filter, and how many it keeps", () => {
  const elements = fc.array(fc.record({ a: fc.constantFrom<unknown>(0, 1, "", "x", null) }));
  const element = fc.constantFrom<unknown>({ var: "a" }, { "!": [{ var: "a" }] }, true, false);
  fc.assert(
    fc.property(elements, element, (items, rule) => {
      const payload = { list: items };
      const kept = evaluate({ filter: [list, rule] }, payload) as readonly { a: unknown }[];
      expect(evaluate({ count: [list, rule] }, payload)).toBe(kept.length);
      expect(evaluate({ find: [list, rule] }, payload)).toEqual(kept[0] ?? null);
      expect(evaluate({ find: [list, rule, "a"] }, payload)).toEqual(kept[0]?.a ?? null);
    }),
    RUNS,
  );
});

// Laws of the budget over generated rules, templates and bodies: units are counted, never time.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import {
  Budget,
  COST,
  DEFAULT_RENDER_LIMITS,
  WorkLimitError,
} from "../../../template/src/serving/render/budget.ts";
import { textFromValue } from "../../../template/src/serving/render/text-from-value.ts";
import { unitsOf } from "../../../template/test/event-budget.ts";
import { holds } from "../conditions/evaluate.ts";
import { rules } from "../conditions/generate-rule.ts";

const RUNS = runs(300);

/** Lists repeat one element: a body that is much work is mostly one thing again and again. */
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, 0, -2.5, "", "a", "12", "x".repeat(500)),
    fc.tuple(tie("value"), fc.nat(12)).map(([item, count]) => new Array(count).fill(item)),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { noNullPrototype: true }),
  ),
}));

/** The value, in which each read of a property is counted. */
function countReads(value: unknown, reads: { count: number }): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      reads.count += 1;
      return countReads(Reflect.get(target, key), reads);
    },
  });
}

describe("the budget of an event", () => {
  it("is charged for every property that a condition reads", () => {
    fc.assert(
      fc.property(rules, values, (rule, payload) => {
        const reads = { count: 0 };
        const units = unitsOf((budget) => holds(rule, countReads(payload, reads), budget));
        // An operator reads a path, and what an object says of its own text: each some properties.
        expect(reads.count * COST.listItems).toBeLessThanOrEqual(units);
      }),
      { numRuns: RUNS },
    );
  });

  it("is charged for every element of a list, whatever reads it", () => {
    const list = { var: "payload" };
    const fails = { "==": [{ var: "" }, -1] };
    const rulesOverList = [
      { some: [list, fails] },
      { none: [list, fails] },
      { all: [list, { "!": fails }] },
      { filter: [list, fails] },
      { map: [list, fails] },
      { reduce: [list, { var: "current" }, 0] },
      { find: [list, fails] },
      { count: [list, fails] },
      { in: ["y", list] },
      { merge: [list, []] },
      { "==": [list, "y"] },
      { "<": [list, "y"] },
      { cat: [list] },
    ];
    for (const rule of rulesOverList) {
      const [shorter = 0, longer = 0] = [1_000, 2_000].map((length) =>
        unitsOf((budget) => holds(rule, new Array(length).fill("x"), budget)),
      );
      expect(longer - shorter, JSON.stringify(rule)).toBeGreaterThanOrEqual(1_000 * COST.listItems);
    }
  });

  it("is charged at least once for every character of JSON text", () => {
    fc.assert(
      fc.property(values, (value) => {
        if (typeof value !== "object" || value === null) return;
        const units = unitsOf((budget) => textFromValue(value, budget));
        expect(textFromValue(value, new Budget(DEFAULT_RENDER_LIMITS)).length).toBeLessThanOrEqual(
          units,
        );
      }),
      { numRuns: RUNS },
    );
  });

  it("ends every condition, as it is spent before the work is done", () => {
    const large = fc
      .tuple(values, fc.nat(20_000))
      .map(([item, count]) => new Array(count).fill(item));
    fc.assert(
      fc.property(rules, large, large, (rule, a, b) => {
        const budget = new Budget(DEFAULT_RENDER_LIMITS);
        try {
          holds(rule, { a, b }, budget);
          expect(budget.unitsLeft).toBeGreaterThanOrEqual(0);
        } catch (error) {
          expect(error).toBeInstanceOf(WorkLimitError);
          expect(budget.unitsLeft).toBeLessThan(0);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

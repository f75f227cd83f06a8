// Differential test: a compiled condition gives what json-logic-js gives, for rules that it accepts.
import fc from "fast-check";
import jsonLogic from "json-logic-js";
import { describe, expect, it } from "vitest";
import { compileCondition } from "./compile-condition.ts";
import type { ConditionSubject } from "./condition.ts";

const scalar = fc.constantFrom<unknown>(null, true, false, 0, 1, -2.5, "", "a", "abc", "12");
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { noNullPrototype: true }),
  ),
}));

const eventName = fc.constantFrom(
  "payload",
  "payload.a",
  "payload.a.b",
  "payload.b.0",
  "path",
  "query.a",
);
const elementName = fc.constantFrom("", "a", "a.b", "0", "missing");

function rules(name: fc.Arbitrary<string>, depth: number): fc.Arbitrary<unknown> {
  if (depth === 0)
    return fc.oneof(
      scalar,
      name.map((read) => ({ var: read })),
    );
  const inner = rules(name, depth - 1);
  const nested = rules(elementName, depth - 1);
  const unary = fc.constantFrom("!", "!!", "-", "merge", "cat", "max", "min", "+", "*");
  const binary = fc.constantFrom(
    ..."== === != !== > >= < <= / % - + * in cat merge substr and or max min".split(" "),
  );
  return fc.oneof(
    { weight: 2, arbitrary: inner },
    { weight: 1, arbitrary: fc.tuple(unary, inner).map(([op, a]) => ({ [op]: [a] })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom("!", "!!"), inner)
        .map(([op, a]) => ({ [op]: Array.isArray(a) ? [a] : a })),
    },
    {
      weight: 5,
      arbitrary: fc.tuple(binary, inner, inner).map(([op, a, b]) => ({ [op]: [a, b] })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom("<", "<="), inner, inner, inner)
        .map(([op, ...all]) => ({ [op]: all })),
    },
    { weight: 2, arbitrary: fc.tuple(inner, inner, inner).map((all) => ({ if: all })) },
    {
      weight: 1,
      arbitrary: fc.tuple(name, inner).map(([read, other]) => ({ var: [read, other] })),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(name, { minLength: 1, maxLength: 3 })
        .map((names) => ({ missing: names })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.nat(2), fc.array(name, { maxLength: 3 }))
        .map((all) => ({ missing_some: all })),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom("map", "filter", "all", "none", "some"), inner, nested)
        .map(([op, list, rule]) => ({ [op]: [list, rule] })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          inner,
          rules(fc.constantFrom("current", "accumulator", "current.a"), depth - 1),
          inner,
        )
        .map((all) => ({ reduce: all })),
    },
    { weight: 1, arbitrary: fc.array(inner, { maxLength: 3 }) },
  );
}

const subject: fc.Arbitrary<ConditionSubject> = fc.record({
  payload: value,
  headers: fc.constant({}),
  query: fc.record({ a: fc.constantFrom("1", "") }),
  path: fc.constant("hook"),
});

/** What json-logic-js says; a rule that it cannot evaluate does not hold. */
function holdsInReference(rule: unknown, data: unknown): boolean {
  try {
    return jsonLogic.truthy(jsonLogic.apply(rule, data));
  } catch {
    return false;
  }
}

const RUNS = Number(process.env["HOOKWRIGHT_ORACLE_RUNS"] ?? 5000);

describe("compileCondition() against json-logic-js", () => {
  it("holds for the same generated events", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(rules(eventName, 3), subject, (rule, data) => {
        const { condition, problems } = compileCondition(rule, []);
        expect(problems).toEqual([]);
        expect(condition.holds(data)).toBe(holdsInReference(rule, data));
      }),
      { numRuns: RUNS },
    );
  });
});

// Arbitrary rules that we accept, and the events that they are evaluated on.
import fc from "fast-check";
import type { ConditionSubject } from "../../src/serving/match/condition/compile-node.ts";
import { now } from "../now.ts";

const DIGITS = ["12", "9", "-2.50", "012", "9007199254740993", "9007199254740992.5"];

const NEAR_DIGITS = ["", " 9", "+9", "1e1", ".5", "5.", "0x9", "a", "abc"];

export const scalars = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  1,
  -2.5,
  ...DIGITS,
  ...NEAR_DIGITS,
);

const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { noNullPrototype: true }),
  ),
}));

export const subjects: fc.Arbitrary<ConditionSubject> = fc.record({
  payload: values,
  headers: fc.constant({}),
  query: fc.record({ a: fc.constantFrom("1", "") }),
  path: fc.constant("hook"),
  now: fc.constant(now),
});

const eventNames = fc.constantFrom(
  ..."payload payload.a payload.a.b payload.b.0 payload.a.length path query.a".split(" "),
);
const elementNames = fc.constantFrom("", "a", "a.b", "0", "missing", "length");
const reductionNames = fc.constantFrom("current", "accumulator", "current.a");

const UNARY = "! !! - merge cat max min + *".split(" ");
const BINARY = "== === != !== > >= < <= / % - + * in cat merge substr and or max min".split(" ");
const SCOPED = "map filter all none some".split(" ");

/** Which operators a rule may have: those of JSON Logic, or ours besides. */
type Operators = "JSON Logic" | "all";

interface RuleShape {
  readonly depth: number;
  readonly operators: Operators;
}

/** Rules over variables of these names, nested so deep. */
function rulesOver(names: fc.Arbitrary<string>, shape: RuleShape): fc.Arbitrary<unknown> {
  const variable = names.map((name) => ({ var: name }));
  if (shape.depth === 0) return fc.oneof(scalars, variable);
  const inside = { ...shape, depth: shape.depth - 1 };
  const inner = rulesOver(names, inside);
  return fc.oneof(
    { weight: 2, arbitrary: inner },
    { weight: 9, arbitrary: operations(inner) },
    { weight: 3, arbitrary: variables(names, inner) },
    { weight: 4, arbitrary: scoped(inner, inside) },
    { weight: 1, arbitrary: fc.array(inner, { maxLength: 3 }) },
    { weight: shape.operators === "all" ? 8 : 0, arbitrary: ours(names, inner, inside) },
  );
}

const PATTERNS = ["a", "^a*$", "[0-9]{2}", "(a|b)+c?$", ""];

function ours(
  names: fc.Arbitrary<string>,
  inner: fc.Arbitrary<unknown>,
  shape: RuleShape,
): fc.Arbitrary<unknown> {
  const elements = rulesOver(elementNames, shape);
  const affix = fc
    .tuple(fc.constantFrom("startsWith", "endsWith"), inner, inner)
    .map(([op, a, b]) => ({ [op]: [a, b] }));
  const matches = fc
    .tuple(inner, fc.constantFrom(...PATTERNS), fc.constantFrom([], ["ignoreCase"]))
    .map(([a, pattern, option]) => ({ matches: [a, pattern, ...option] }));
  const exists = fc.array(names, { minLength: 1, maxLength: 2 }).map((all) => ({ exists: all }));
  const find = fc
    .tuple(inner, elements, fc.constantFrom([], [""], ["a"], ["a.b"]))
    .map(([list, rule, field]) => ({ find: [list, rule, ...field] }));
  const count = fc.tuple(inner, elements).map((all) => ({ count: all }));
  const countAll = inner.map((list) => ({ count: [list] }));
  return fc.oneof(affix, matches, exists, find, count, countAll);
}

function operations(inner: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const unary = fc.tuple(fc.constantFrom(...UNARY), inner).map(([op, a]) => ({ [op]: [a] }));
  const bare = fc
    .tuple(fc.constantFrom("!", "!!"), inner)
    .map(([op, a]) => ({ [op]: Array.isArray(a) ? [a] : a }));
  const binary = fc
    .tuple(fc.constantFrom(...BINARY), inner, inner)
    .map(([op, a, b]) => ({ [op]: [a, b] }));
  const between = fc
    .tuple(fc.constantFrom("<", "<=", "substr"), inner, inner, inner)
    .map(([op, ...all]) => ({ [op]: all }));
  const branches = fc.array(inner, { minLength: 2, maxLength: 5 }).map((all) => ({ if: all }));
  const chosen = fc.tuple(inner, inner, inner).map((all) => ({ "?:": all }));
  return fc.oneof(
    unary,
    bare,
    { weight: 5, arbitrary: binary },
    between,
    { weight: 2, arbitrary: branches },
    chosen,
  );
}

function variables(
  names: fc.Arbitrary<string>,
  inner: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.tuple(names, inner).map((all) => ({ var: all })),
    fc.array(names, { minLength: 1, maxLength: 3 }).map((all) => ({ missing: all })),
    fc.tuple(fc.nat(2), fc.array(names, { maxLength: 3 })).map((all) => ({ missing_some: all })),
  );
}

function scoped(inner: fc.Arbitrary<unknown>, shape: RuleShape): fc.Arbitrary<unknown> {
  const each = fc
    .tuple(fc.constantFrom(...SCOPED), inner, rulesOver(elementNames, shape))
    .map(([op, list, rule]) => ({ [op]: [list, rule] }));
  const reduction = rulesOver(reductionNames, shape);
  const reduce = fc.tuple(inner, reduction, inner).map((all) => ({ reduce: all }));
  const reduceFromNull = fc.tuple(inner, reduction).map((all) => ({ reduce: all }));
  return fc.oneof({ weight: 3, arbitrary: each }, reduce, reduceFromNull);
}

/** As a whole, a condition is an operation or a boolean. */
function conditionsWith(operators: Operators): fc.Arbitrary<unknown> {
  return rulesOver(eventNames, { depth: 3, operators }).filter(
    (rule) =>
      typeof rule === "boolean" ||
      (typeof rule === "object" && rule !== null && !Array.isArray(rule)),
  );
}

/** Rules that json-logic-js evaluates, too. */
export const jsonLogicRules = conditionsWith("JSON Logic");

export const rules = conditionsWith("all");

// The tree of a condition → a function that evaluates it on an event.
import {
  type HeaderSource,
  keysFromPath,
  parsePath,
  readHeaderOf,
  readPath,
  readPayload,
} from "@hookwright/base";
import {
  type Budget,
  COST,
  compilePattern,
  createTextFinder,
  orderOfDecimals,
  parseJsonWithin,
  textFromScalar,
  WorkLimitError,
} from "@hookwright/template/runtime";
import jsonLogic from "json-logic-js";
import {
  countOperators,
  type FieldRead,
  IGNORE_CASE,
  type OperatorCall,
  type RuleNode,
} from "./rule-node.ts";
import {
  type Comparing,
  isLong,
  isLongSearch,
  spendComparison,
  spendOperation,
  spendSearch,
} from "./spend-values.ts";

/** The roots that `var` can read. */
export interface ConditionSubject extends HeaderSource {
  readonly payload: unknown;
  readonly query: unknown;
  readonly path: string;
  /** When the event was received, in ISO 8601 and UTC. */
  readonly now: () => string;
}

/** The same for one element of a list. */
export interface ElementSubject extends ConditionSubject {
  readonly item: unknown;
  readonly index: number;
}

/** The state of one evaluation; `data` is the subject, or the element of a list. */
interface Evaluation {
  readonly data: unknown;
  readonly budget: Budget;
}

export type Evaluator = (evaluation: Evaluation) => unknown;

/** A compiled rule. */
export interface Condition<Subject = ConditionSubject> {
  /** The tree that it was compiled from, for explanations. */
  readonly tree: RuleNode;
  /**
   * Whether the rule holds; undefined if it cannot be evaluated for a payload, for example because it
   * compares an object with an own `toString`. Throws only a `WorkLimitError`, when the budget is spent.
   */
  readonly holds: (subject: Subject, budget: Budget) => boolean | undefined;
}

/** A condition that selects elements of a list. */
export type ElementCondition = Condition<ElementSubject>;

type NodeOf<Kind extends RuleNode["kind"]> = Extract<RuleNode, { readonly kind: Kind }>;

/** Compiles a tree or any part of one. A tree that reads `item` makes a condition on elements. */
export function conditionFromTree(tree: RuleNode): Condition & ElementCondition {
  const evaluate = compileNode(tree);
  const cost = countOperators(tree) * COST.operators;
  return {
    tree,
    holds(data, budget) {
      budget.spend(cost);
      try {
        return jsonLogic.truthy(evaluate({ data, budget }));
      } catch (error) {
        if (error instanceof WorkLimitError) throw error;
        return undefined;
      }
    },
  };
}

export function compileNode(node: RuleNode): Evaluator {
  switch (node.kind) {
    case "value": {
      const value = node.number === undefined ? node.value : Number(node.number);
      return () => value;
    }
    case "wrong":
      return () => null;
    case "list":
      return compileList(node);
    case "field":
      return compileVar(node);
    case "presence":
      return compilePresence(node);
    case "each":
      return compileWalk(node);
    default:
      return compileCall(node);
  }
}

function compileList({ items }: NodeOf<"list">): Evaluator {
  const evaluators = items.map(compileNode);
  return (evaluation) => {
    evaluation.budget.spend(items.length * COST.elements);
    return evaluators.map((evaluate) => evaluate(evaluation));
  };
}

function compileVar(node: NodeOf<"field">): Evaluator {
  const read = compileField(node);
  const fallback = node.fallback === undefined ? () => null : compileNode(node.fallback);
  return (evaluation) => {
    const value = read(evaluation.data);
    // As in json-logic-js, the default replaces a missing value but not null.
    return value === undefined ? fallback(evaluation) : value;
  };
}

type FieldReader = (data: unknown) => unknown;

/** Reads own properties only. A missing field is undefined, without a fallback. */
function compileField({ of, steps }: FieldRead): FieldReader {
  if (of === "event") return compileEventPath(steps[0] as keyof ElementSubject, steps.slice(1));
  const keys = keysFromPath(steps);
  return (data) => readPath(data, keys);
}

/**
 * The roots of an event may be getters. Header names are in lower case, and repeated headers are joined as
 * for other clauses.
 */
function compileEventPath(root: keyof ElementSubject, names: readonly string[]): FieldReader {
  const [first, ...others] = names;
  if (root === "headers" && first !== undefined) {
    const lowerCaseName = first.toLowerCase();
    const keys = keysFromPath(others);
    return (subject) => readPath(readHeaderOf(subject as ConditionSubject, lowerCaseName), keys);
  }
  const keys = keysFromPath(names);
  if (root === "now") return (subject) => readPath((subject as ConditionSubject).now(), keys);
  if (root === "payload") {
    return (subject) => readPayload((subject as ConditionSubject).payload, keys);
  }
  return (subject) => readPath((subject as ElementSubject)[root], keys);
}

/** Returns the absent names, or for `exists` whether all are present. */
function compilePresence({ operator, parts, least = 1 }: NodeOf<"presence">): Evaluator {
  if (operator === "exists") {
    const evaluators = parts.map(compilePart);
    return (evaluation) => evaluators.every((evaluate) => !isAbsent(evaluate(evaluation)));
  }
  const readers = parts.map((part) => [nameOf(part), compilePart(part)] as const);
  const findAbsent = (evaluation: Evaluation): readonly unknown[] =>
    readers.filter(([, evaluate]) => isAbsent(evaluate(evaluation))).map(([name]) => name);
  if (operator === "missing") return findAbsent;
  return (evaluation) => {
    const absent = findAbsent(evaluation);
    return readers.length - absent.length >= least ? [] : absent;
  };
}

/** Unlike `var`, it distinguishes a missing field from null. */
export function compilePart(part: RuleNode): Evaluator {
  if (part.kind !== "field" || part.fallback !== undefined) return compileNode(part);
  const read = compileField(part);
  return ({ data }) => read(data);
}

function nameOf(part: RuleNode): string | number {
  return part.kind === "field" ? part.name : "";
}

export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

type Each = (evaluation: Evaluation, element: unknown) => unknown;

/** map, filter, all, none, some, find, count, reduce → closures that evaluate a rule for each element of a list. */
function compileWalk(node: NodeOf<"each">): Evaluator {
  const { operator, field } = node;
  const list = compileNode(node.list);
  if (node.rule === undefined) return (evaluation) => listFrom(list(evaluation)).length;
  const rule = compileNode(node.rule);
  const cost = COST.elements + countOperators(node.rule) * COST.operators;
  const each: Each = (evaluation, element) => rule(withData(evaluation, element, cost));
  if (operator === "reduce") {
    const initial = node.initial === undefined ? () => null : compileNode(node.initial);
    return (evaluation) =>
      listFrom(list(evaluation)).reduce<unknown>(
        (accumulator, current) => each(evaluation, { current, accumulator }),
        initial(evaluation),
      );
  }
  const holds: Each = (evaluation, element) => jsonLogic.truthy(each(evaluation, element));
  if (operator === "find") {
    const read = field?.kind === "field" ? compileField(field) : (element: unknown) => element;
    return (evaluation) => {
      const found = listFrom(list(evaluation)).find((element) => holds(evaluation, element));
      return read(found) ?? null;
    };
  }
  return (evaluation) =>
    collect(operator, listFrom(list(evaluation)), (element) =>
      operator === "map" ? each(evaluation, element) : holds(evaluation, element),
    );
}

function collect(
  operator: string,
  elements: readonly unknown[],
  apply: (element: unknown) => unknown,
): unknown {
  switch (operator) {
    case "map":
      return elements.map(apply);
    case "filter":
      return elements.filter(apply);
    case "some":
      return elements.some(apply);
    case "count":
      return elements.filter(apply).length;
    case "none":
      return !elements.some(apply);
    default:
      // In JSON Logic, unlike in JavaScript, `all` is false for an empty list.
      return elements.length > 0 && elements.every(apply);
  }
}

function listFrom(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function withData({ budget }: Evaluation, data: unknown, cost: number): Evaluation {
  budget.spend(cost);
  return { data, budget };
}

function compileCall(node: OperatorCall): Evaluator {
  const { operator } = node;
  // A sender's text must not become a pattern, so this argument is read as a literal and never evaluated.
  if (operator === "matches") return compileMatches(node);
  const evaluators = node.args.map(compileNode);
  switch (operator) {
    case "and":
      return firstThat(evaluators, (value) => !jsonLogic.truthy(value));
    case "or":
      return firstThat(evaluators, (value) => jsonLogic.truthy(value));
    case "if":
    case "?:":
      return chooseBranch(evaluators);
    case "parseJson":
      return compileParsed(node);
    case "startsWith":
    case "endsWith":
      return compileAffix(operator, evaluators);
    default:
      return compileDirect(operator, evaluators) ?? compileIndirect(operator, evaluators);
  }
}

/** The value of a JSON text, or the value at a path in it. Other values are used as they are. */
function compileParsed({ args: [source, path] }: OperatorCall): Evaluator {
  const evaluate = compileNode(source as RuleNode);
  const steps = path?.kind === "value" ? parsePath(String(path.value)) : undefined;
  const keys = keysFromPath(steps ?? []);
  return (evaluation) => {
    const value = evaluate(evaluation);
    const parsed = typeof value === "string" ? parseJsonWithin(evaluation.budget, value) : value;
    return readPath(parsed, keys) ?? null;
  };
}

/** The first value for which `decides` is true, else the last one. */
function firstThat(
  evaluators: readonly Evaluator[],
  decides: (value: unknown) => boolean,
): Evaluator {
  return (evaluation) => {
    let value: unknown;
    for (const evaluate of evaluators) {
      value = evaluate(evaluation);
      if (decides(value)) return value;
    }
    return value;
  };
}

/** Pairs of condition and result. A single last argument is the result if no condition holds. */
function chooseBranch(evaluators: readonly Evaluator[]): Evaluator {
  return (evaluation) => {
    for (let index = 0; index < evaluators.length - 1; index += 2) {
      const [condition, result] = evaluators.slice(index, index + 2) as [Evaluator, Evaluator];
      if (jsonLogic.truthy(condition(evaluation))) return result(evaluation);
    }
    return evaluators.length % 2 === 1 ? evaluators.at(-1)?.(evaluation) : null;
  };
}

interface Comparison {
  readonly compare: (left: unknown, right: unknown) => boolean;
  readonly comparing: Comparing | "search";
}

/**
 * The most frequent operators. json-logic-js inspects the form of a rule at each call, which costs ten times
 * as much as the comparison. A test over generated rules checks that these agree with json-logic-js. The
 * comparisons of JavaScript convert values of different types.
 */
const COMPARISONS: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  // biome-ignore lint/suspicious/noDoubleEquals: that is what "==" means in JSON Logic.
  ["==", { comparing: "loose", compare: (left, right) => left == right }],
  // biome-ignore lint/suspicious/noDoubleEquals: that is what "!=" means in JSON Logic.
  ["!=", { comparing: "loose", compare: (left, right) => left != right }],
  ["===", { comparing: "strict", compare: (left, right) => left === right }],
  ["!==", { comparing: "strict", compare: (left, right) => left !== right }],
  ["<", ordering((left, right) => left < right)],
  ["<=", ordering((left, right) => left <= right)],
  [">", ordering((left, right) => left > right)],
  [">=", ordering((left, right) => left >= right)],
  ["in", { comparing: "search", compare: isIn }],
]);

/**
 * JSON Logic compares two texts character by character, so "9" is greater than "10". Amounts are often texts,
 * and integers that a double cannot hold become texts, so texts of decimals are compared as numbers.
 */
function ordering(isOrdered: (left: number, right: number) => boolean): Comparison {
  return {
    comparing: "order",
    compare: (left, right) => {
      const order = orderOfDecimals(left, right);
      if (order !== undefined) return isOrdered(order, 0);
      return isOrdered(left as number, right as number);
    },
  };
}

type Predicate = (value: unknown) => boolean;

const PREDICATES: ReadonlyMap<string, Predicate> = new Map<string, Predicate>([
  ["!", (value) => !jsonLogic.truthy(value)],
  ["!!", (value) => jsonLogic.truthy(value)],
]);

/**
 * Whether `part` is a part of a text or an element of a list. An empty text contains nothing, not even an
 * empty part.
 */
function isIn(part: unknown, whole: unknown): boolean {
  if (typeof whole === "string") return whole !== "" && findText(String(part), whole) !== -1;
  return Array.isArray(whole) && whole.indexOf(part) !== -1;
}

/** The sender may choose both texts, and the built-in search takes seconds for some. */
function findText(part: string, whole: string): number {
  return createTextFinder(part)(whole, 0);
}

function compileDirect(
  operator: string,
  [first, second, third]: readonly Evaluator[],
): Evaluator | undefined {
  const holds = PREDICATES.get(operator);
  if (holds !== undefined) return (evaluation) => holds((first as Evaluator)(evaluation));
  const comparison = COMPARISONS.get(operator);
  if (comparison === undefined) return undefined;
  if (third === undefined)
    return compileComparison(comparison, first as Evaluator, second as Evaluator);
  return compileBetween(comparison, [first as Evaluator, second as Evaluator, third]);
}

function compileComparison(
  { compare, comparing }: Comparison,
  first: Evaluator,
  second: Evaluator,
): Evaluator {
  if (comparing === "search") return compileSearch(first, second);
  return (evaluation) => {
    const left = first(evaluation);
    const right = second(evaluation);
    if (isLong(left) || isLong(right)) spendComparison(comparing, [left, right], evaluation.budget);
    return compare(left, right);
  };
}

function compileBetween(
  { compare, comparing }: Comparison,
  evaluators: readonly [Evaluator, Evaluator, Evaluator],
): Evaluator {
  return (evaluation) => {
    const [low, value, high] = evaluators.map((evaluate) => evaluate(evaluation));
    for (const pair of [
      [low, value],
      [value, high],
    ] as const) {
      spendComparison(comparing as Comparing, pair, evaluation.budget);
      if (!compare(...pair)) return false;
    }
    return true;
  };
}

function compileSearch(first: Evaluator, second: Evaluator): Evaluator {
  return (evaluation) => {
    const part = first(evaluation);
    const whole = second(evaluation);
    if (isLongSearch(part, whole)) spendSearch(part, whole, evaluation.budget);
    return isIn(part, whole);
  };
}

/** The values are passed as data, so that json-logic-js does not interpret an object among them as a rule. */
function compileIndirect(operator: string, evaluators: readonly Evaluator[]): Evaluator {
  const rule = { [operator]: evaluators.map((_evaluator, index) => ({ var: index })) };
  return (evaluation) => {
    const values = evaluators.map((evaluate) => evaluate(evaluation));
    evaluation.budget.spend(COST.libraryCalls);
    spendOperation(operator, values, evaluation.budget);
    return jsonLogic.apply(rule, values);
  };
}

/** Undefined for a value without a text: a missing value, null, a list or an object. */
function textOf(value: unknown): string | undefined {
  return typeof value === "object" || value === undefined ? undefined : textFromScalar(value);
}

function compileAffix(
  operator: "startsWith" | "endsWith",
  evaluators: readonly Evaluator[],
): Evaluator {
  const [whole, part] = evaluators as readonly [Evaluator, Evaluator];
  return (evaluation) => {
    const text = textOf(whole(evaluation));
    const affix = textOf(part(evaluation));
    if (text === undefined || affix === undefined || affix.length > text.length) return false;
    evaluation.budget.spend(affix.length * COST.characters);
    return operator === "startsWith" ? text.startsWith(affix) : text.endsWith(affix);
  };
}

function compileMatches({ args: [whole, source, option] }: OperatorCall): Evaluator {
  const evaluate = compileNode(whole as RuleNode);
  const isCaseless = option?.kind === "value" && option.value === IGNORE_CASE;
  const compiled = compilePattern((source as NodeOf<"value">).value as string, isCaseless);
  if (!compiled.ok) return () => null;
  const { pattern } = compiled;
  return (evaluation) => {
    const text = textOf(evaluate(evaluation));
    if (text === undefined) return false;
    const { budget } = evaluation;
    budget.spend(text.length * 2 * COST.codedCharacters);
    return pattern(text, (steps) => budget.spend(steps * COST.patternSteps));
  };
}

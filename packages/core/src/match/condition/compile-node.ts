// One node of a rule → a closure. Operators on plain values are those of json-logic-js; operators that
// read data are our own, because its `var` follows prototypes.

import { describeArity } from "@hookwright/base";
import { type Budget, COST, compilePattern, textFromScalar } from "@hookwright/template/internal";
import jsonLogic from "json-logic-js";
import type { ConfigPath } from "../../base/index.ts";
import { compileName, type VariableReader } from "./compile-name.ts";
import { COMPARISONS, compileValue } from "./compile-value.ts";
import { compileVariable } from "./compile-variable.ts";
import type { Evaluation, Evaluator } from "./condition.ts";
import { nameField } from "./name-field.ts";
import { countOperators, OPERATORS, type Operator } from "./operators.ts";
import {
  type NodeArguments,
  pathOf,
  type RuleFault,
  type RuleState,
  refuseRule,
  stepInto,
  warn,
} from "./rule-state.ts";

/** Each level is a call at run time. Rules that people write have about five levels. */
const MAX_RULE_DEPTH = 50;

export function compileNode(rule: unknown, state: RuleState): Evaluator {
  if (state.rulePath.length > 2 * MAX_RULE_DEPTH) {
    return refuseRule(
      state,
      "condition_too_deep",
      `The rule is nested more than ${MAX_RULE_DEPTH} deep.`,
    );
  }
  if (Array.isArray(rule)) return compileList(rule, state);
  if (typeof rule !== "object" || rule === null) return () => rule;
  const [name, ...others] = Object.keys(rule);
  if (name === undefined) return () => rule;
  if (others.length > 0) {
    const message = `An operation has one key, not ${others.length + 1}: ${[name, ...others].join(", ")}.`;
    return refuseRule(state, "condition_operator_unknown", message, {
      is: "several operators",
      rule,
    });
  }
  const operator = OPERATORS.get(name);
  const written = (rule as Record<string, unknown>)[name];
  if (operator === undefined) return refuseOperator(name, written, state);
  return compileOperation(name, operator, written, state);
}

function compileList(items: readonly unknown[], state: RuleState): Evaluator {
  const evaluators = items.map((item, index) => compileNode(item, stepInto(state, index)));
  // The lists that are written into rules mostly have fixed items, which need no copy for each event.
  if (items.every(isScalar)) return () => items;
  return (evaluation) => {
    evaluation.budget.spend(items.length * COST.elements);
    return evaluators.map((evaluate) => evaluate(evaluation));
  };
}

function compileOperation(
  name: string,
  operator: Operator,
  written: unknown,
  state: RuleState,
): Evaluator {
  const args = Array.isArray(written) ? written : [written];
  const [least, most] = operator.arity;
  if (args.length < least || args.length > most) {
    const message = `"${name}" takes ${describeArity(operator.arity, "or")}, not ${args.length}.`;
    return refuseRule(stepInto(state, name), "condition_arguments", message);
  }
  const inside = stepInto(state, name);
  const isComparison = COMPARISONS.has(name) || operator.kind === "text";
  if (isComparison && args.every(isFixed)) warnOfFixed(name, args, inside);
  const node: NodeArguments = {
    operator: name,
    args,
    state: inside,
    compile: (index, scope = state.scope) =>
      compileNode(args[index], {
        ...(Array.isArray(written) ? stepInto(inside, index) : inside),
        scope,
      }),
  };
  return traced(name, state.rulePath, compileKind(operator, node));
}

function isFixed(arg: unknown): boolean {
  return isScalar(arg) || (Array.isArray(arg) && arg.every(isFixed));
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** An author may have forgotten `var`: the name of the field is then compared as a text. */
function warnOfFixed(name: string, args: readonly unknown[], state: RuleState): void {
  const message = `"${name}" compares fixed values, so its result is the same for every event.`;
  const at = args.findIndex((arg) => nameField(arg) !== undefined);
  const field = nameField(args[at]);
  const place = field === undefined ? state : stepInto(state, at);
  warn(place, "condition_variable", message, { is: "fixed values", field });
}

function compileKind(operator: Operator, node: NodeArguments): Evaluator {
  switch (operator.kind) {
    case "variable":
      return compileVariable(node);
    case "lazy":
      return compileLazy(node);
    case "scoped":
      return compileScoped(node);
    case "text":
      return compileText(node);
    default:
      return compileValue(node);
  }
}

function traced(operator: string, path: ConfigPath, evaluate: Evaluator): Evaluator {
  return (evaluation: Evaluation) => {
    const value = evaluate(evaluation);
    evaluation.trace?.({ path, operator, value });
    return value;
  };
}

function refuseOperator(name: string, written: unknown, state: RuleState): Evaluator {
  const message = `There is no operator "${name}".`;
  const inside = stepInto(state, name);
  return refuseRule(inside, "condition_operator_unknown", message, {
    is: "unknown operator",
    name,
    written,
  });
}

/** if, ?:, and, or → closures that evaluate only the arguments that they need. */
function compileLazy({ operator, args, compile }: NodeArguments): Evaluator {
  const evaluators = args.map((_arg, index) => compile(index));
  if (operator === "and") return firstThat(evaluators, (value) => !jsonLogic.truthy(value));
  if (operator === "or") return firstThat(evaluators, (value) => jsonLogic.truthy(value));
  return chooseBranch(evaluators);
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

/** Pairs of condition and result; a single last argument is the result where no condition holds. */
function chooseBranch(evaluators: readonly Evaluator[]): Evaluator {
  return (evaluation) => {
    for (let index = 0; index < evaluators.length - 1; index += 2) {
      const [condition, result] = evaluators.slice(index, index + 2) as [Evaluator, Evaluator];
      if (jsonLogic.truthy(condition(evaluation))) return result(evaluation);
    }
    return evaluators.length % 2 === 1 ? evaluators.at(-1)?.(evaluation) : null;
  };
}

type Each = (evaluation: Evaluation, element: unknown) => unknown;

/** map, filter, all, none, some, find, count, reduce → closures that evaluate a rule for each element of a list. */
function compileScoped(node: NodeArguments): Evaluator {
  const { operator, args, compile } = node;
  if (operator === "reduce") return compileReduce(node);
  const list = compile(0);
  if (args.length === 1) return (evaluation) => listFrom(list(evaluation)).length;
  const rule = compile(1, "element");
  const cost = costOfElement(args[1]);
  const each: Each = (evaluation, element) => rule(withData(evaluation, element, cost));
  const holds: Each = (evaluation, element) => jsonLogic.truthy(each(evaluation, element));
  if (operator === "find") {
    const field = fieldOf(node);
    return (evaluation) => {
      const found = listFrom(list(evaluation)).find((element) => holds(evaluation, element));
      return field(found) ?? null;
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

function compileReduce({ args, compile }: NodeArguments): Evaluator {
  const list = compile(0);
  const rule = compile(1, "reduction");
  const cost = costOfElement(args[1]);
  const initial: Evaluator = args.length > 2 ? compile(2) : () => null;
  return (evaluation) => {
    const elements = listFrom(list(evaluation));
    return elements.reduce(
      (accumulator, current) => rule(withData(evaluation, { current, accumulator }, cost)),
      initial(evaluation),
    );
  };
}

/** `find` may name a field of the element, because no rule around it can read one. */
function fieldOf({ args, state }: NodeArguments): VariableReader {
  if (args.length < 3) return (element) => element;
  return compileName(args[2], { ...stepInto(state, 2), scope: "element" });
}

function listFrom(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function costOfElement(rule: unknown): number {
  return COST.elements + countOperators(rule) * COST.operators;
}

function withData({ budget, trace }: Evaluation, data: unknown, cost: number): Evaluation {
  budget.spend(cost);
  return { data, budget, trace };
}

/** startsWith, endsWith, matches → closures over the text of a value. */
function compileText(node: NodeArguments): Evaluator {
  return node.operator === "matches" ? compileMatches(node) : compileAffix(node);
}

/** Undefined for what has no text: a missing value, null, a list, an object. */
function textOf(value: unknown): string | undefined {
  return typeof value === "object" || value === undefined ? undefined : textFromScalar(value);
}

function compileAffix(node: NodeArguments): Evaluator {
  const { operator, compile } = node;
  const [whole, part] = [compile(0), compile(1)];
  if (isReversed(node)) warnOfReversed(node);
  const isPart = operator === "startsWith" ? startsWith : endsWith;
  return (evaluation) => {
    const text = textOf(whole(evaluation));
    const affix = textOf(part(evaluation));
    if (text === undefined || affix === undefined || affix.length > text.length) return false;
    evaluation.budget.spend(affix.length * COST.characters);
    return isPart(text, affix);
  };
}

function startsWith(text: string, part: string): boolean {
  return text.startsWith(part);
}

function endsWith(text: string, part: string): boolean {
  return text.endsWith(part);
}

/** `in` takes the part first, so that many authors write it first here. */
function isReversed({ args: [first, second] }: NodeArguments): boolean {
  return typeof first === "string" && isOperation(second);
}

function isOperation(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function warnOfReversed(node: NodeArguments): void {
  const message = `"${node.operator}" takes the whole text first, and its part second.`;
  warn(node.state, "condition_arguments", message, reversed(node));
}

function reversed({ operator, args, state }: NodeArguments): RuleFault {
  return { is: "reversed arguments", operator, args, operatorPath: pathOf(state) };
}

/** The option that `matches` takes, by the name that it has in templates. */
const IGNORE_CASE = "ignoreCase";

/** A sender must not choose a pattern: it would be parsed for each event. */
function compileMatches(node: NodeArguments): Evaluator {
  const { args, state, compile } = node;
  const whole = compile(0);
  const [, source, option] = args;
  if (typeof source !== "string") {
    const fault: RuleFault = isReversed(node) ? reversed(node) : { is: "no pattern" };
    const message = '"matches" takes a text and a pattern that is written as text.';
    return refuseRule(stepInto(state, 1), "condition_arguments", message, fault);
  }
  if (option !== undefined && option !== IGNORE_CASE) {
    const message = `The third argument of "matches" can only be "${IGNORE_CASE}".`;
    return refuseRule(stepInto(state, 2), "condition_arguments", message);
  }
  const compiled = compilePattern(source, option === IGNORE_CASE);
  if (!compiled.ok) {
    const message = `"matches" ${compiled.problem}.`;
    return refuseRule(stepInto(state, 1), "condition_arguments", message, {
      is: "wrong pattern",
      hint: compiled.hint,
    });
  }
  const { pattern } = compiled;
  return (evaluation) => {
    const text = textOf(whole(evaluation));
    if (text === undefined) return false;
    evaluation.budget.spend(text.length * 2 * COST.codedCharacters);
    return pattern(text, createSpender(evaluation.budget));
  };
}

function createSpender(budget: Budget): (steps: number) => void {
  return (steps) => budget.spend(steps * COST.patternSteps);
}

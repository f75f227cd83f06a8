// startsWith, endsWith, matches → closures over the text of a value.
import { type Budget, COST, compilePattern, textFromScalar } from "@hookwright/template/internal";
import type { Evaluator } from "./condition.ts";
import {
  type Advice,
  type NodeArguments,
  pathOf,
  refuse,
  replaceRule,
  stepInto,
  warn,
} from "./rule-state.ts";
import { ruleToJson } from "./rule-to-json.ts";

export function compileText(node: NodeArguments): Evaluator {
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

function warnOfReversed({ operator, args, state }: NodeArguments): void {
  const message = `"${operator}" takes the whole text first, and its part second.`;
  warn(state, "condition_arguments", message, adviseReversed({ operator, args, state }));
}

function adviseReversed({
  operator,
  args: [first, second, ...others],
  state,
}: Pick<NodeArguments, "operator" | "args" | "state">): Advice {
  const rule = { [operator]: [second, first, ...others] };
  return { hint: `Write ${ruleToJson(rule)}.`, change: replaceRule(rule, pathOf(state)) };
}

/** The option that `matches` takes, by the name that it has in templates. */
const IGNORE_CASE = "ignoreCase";

/** A sender must not choose a pattern: it would be parsed for each event. */
function compileMatches(node: NodeArguments): Evaluator {
  const { args, state, compile } = node;
  const whole = compile(0);
  const [, source, option] = args;
  if (typeof source !== "string") {
    const advice = isReversed(node)
      ? adviseReversed(node)
      : 'Write { "matches": [{ "var": "payload.ref" }, "^refs/tags/v\\\\d+"] }.';
    const message = '"matches" takes a text and a pattern that is written as text.';
    return refuse(stepInto(state, 1), "condition_arguments", message, advice);
  }
  if (option !== undefined && option !== IGNORE_CASE) {
    const message = `The third argument of "matches" can only be "${IGNORE_CASE}".`;
    return refuse(stepInto(state, 2), "condition_arguments", message);
  }
  const compiled = compilePattern(source, option === IGNORE_CASE);
  if (!compiled.ok) {
    const message = `"matches" ${compiled.problem}.`;
    return refuse(stepInto(state, 1), "condition_arguments", message, compiled.hint);
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

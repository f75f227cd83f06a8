// The types that the compiler of a rule passes from call to call, and its reports.
import type { Advice, ConfigChange, ConfigCode, ConfigPath } from "../../base/index.ts";
import { createProblem, type ProblemExtras, type Report } from "../../base/index.ts";
import type { Evaluator } from "./condition.ts";

export interface RuleState {
  /** The path from the root of the rule. */
  readonly rulePath: ConfigPath;
  /** The path of the rule in the config. */
  readonly configPath: ConfigPath;
  /**
   * What `var` reads: the event, the event with one element of `forEach`, an element of a list in the
   * rule, or the pair that `reduce` makes.
   */
  readonly scope: "event" | "item" | "element" | "reduction";
  readonly report: Report;
}

/** The arguments of one operator; `compile` compiles one of them. */
export interface NodeArguments {
  readonly operator: string;
  readonly args: readonly unknown[];
  readonly state: RuleState;
  /** Compiles the argument at an index, in the scope of the node or in another one. */
  readonly compile: (index: number, scope?: RuleState["scope"]) => Evaluator;
}

const NOTHING: Evaluator = () => null;

type ConditionCode = Extract<ConfigCode, `condition_${string}`>;

/**
 * Puts another rule in the place of one whose operator stands at the path. Not safe: a condition that runs may
 * mean what it says, and what a wrong one means is a guess.
 */
export function replaceRule(rule: unknown, operatorPath: ConfigPath): ConfigChange {
  return { kind: "replace", value: rule, path: operatorPath.slice(0, -1), safe: false };
}

export function refuse(
  state: RuleState,
  code: ConditionCode,
  message: string,
  advice?: string | Advice,
): Evaluator {
  state.report(createProblem(code, pathOf(state), message, toExtras(advice)));
  return NOTHING;
}

/** For rules that can be evaluated but are probably not what the author meant. */
export function warn(
  state: RuleState,
  code: ConditionCode,
  message: string,
  advice: string | Advice,
): void {
  const extras = { severity: "warning", ...toExtras(advice) } as const;
  state.report(createProblem(code, pathOf(state), message, extras));
}

function toExtras(advice: string | Advice | undefined): ProblemExtras {
  return typeof advice === "string" ? { hint: advice } : { ...advice };
}

export function pathOf({ configPath, rulePath }: RuleState): ConfigPath {
  return [...configPath, ...rulePath];
}

export function stepInto(state: RuleState, step: string | number): RuleState {
  return { ...state, rulePath: [...state.rulePath, step] };
}

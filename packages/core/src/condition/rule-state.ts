// What the compiler of a rule carries with it, and how it reports.
import type { ConfigPath } from "../model/mapping.ts";
import type { ConfigCode } from "../model/problem.ts";
import { createProblem, type Report } from "../problem/problem.ts";
import type { Evaluator } from "./condition.ts";

export interface RuleState {
  /** From the root of the rule. */
  readonly rulePath: ConfigPath;
  /** Where the rule stands in the config. */
  readonly configPath: ConfigPath;
  /** What `var` reads: the event, an element of a list, or the pair that `reduce` makes. */
  readonly scope: "event" | "element" | "reduction";
  readonly report: Report;
}

/** The arguments of one operator, ready to be compiled by those that need to. */
export interface NodeArguments {
  readonly operator: string;
  readonly args: readonly unknown[];
  readonly state: RuleState;
  /** Compiles the argument at an index, in the same scope or in that of its elements. */
  readonly compile: (index: number, scope?: RuleState["scope"]) => Evaluator;
}

const NOTHING: Evaluator = () => null;

type ConditionCode = Extract<ConfigCode, `condition_${string}`>;

export function refuse(
  state: RuleState,
  code: ConditionCode,
  message: string,
  hint?: string,
): Evaluator {
  state.report(createProblem(code, pathOf(state), message, { hint }));
  return NOTHING;
}

/** For what can be evaluated, and is most likely not what was meant. */
export function warn(state: RuleState, code: ConditionCode, message: string, hint: string): void {
  state.report(createProblem(code, pathOf(state), message, { severity: "warning", hint }));
}

function pathOf({ configPath, rulePath }: RuleState): ConfigPath {
  return [...configPath, ...rulePath];
}

export function stepInto(state: RuleState, step: string | number): RuleState {
  return { ...state, rulePath: [...state.rulePath, step] };
}

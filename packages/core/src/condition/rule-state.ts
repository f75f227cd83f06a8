// What the compiler of a rule carries with it, and how it reports.
import type { ConfigPath } from "../model/mapping.ts";
import type { ConfigCode, Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";
import type { Evaluator } from "./condition.ts";

export interface RuleState {
  /** From the root of the rule. */
  readonly rulePath: ConfigPath;
  /** Where the rule stands in the config. */
  readonly configPath: ConfigPath;
  /** What `var` reads: the event, an element of a list, or the pair that `reduce` makes. */
  readonly scope: "event" | "element" | "reduction";
  readonly report: (problem: Problem) => void;
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

export function refuse(
  state: RuleState,
  code: Extract<ConfigCode, `condition_${string}`>,
  message: string,
  hint?: string,
): Evaluator {
  const path = [...state.configPath, ...state.rulePath];
  state.report(createProblem(code, path, message, { hint }));
  return NOTHING;
}

export function stepInto(state: RuleState, step: string | number): RuleState {
  return { ...state, rulePath: [...state.rulePath, step] };
}

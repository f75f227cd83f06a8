// The types that the compiler of a rule passes from call to call, and its reports.
import type { ConfigCode, ConfigPath, Problem } from "../../base/index.ts";
import { createProblem } from "../../base/index.ts";
import type { Evaluator } from "./condition.ts";

/**
 * What somebody wrote in place of a rule, as data. What they may have meant is not asked here: advice/advise-rule.ts
 * knows that.
 */
export type RuleFault =
  /** Neither an operation nor a boolean. */
  | { readonly is: "no rule"; readonly value: unknown }
  | { readonly is: "several operators"; readonly rule: object }
  | {
      readonly is: "unknown operator";
      readonly name: string;
      /** What the operator was given. */
      readonly written: unknown;
    }
  /** Two fixed values are compared; one of them may be the name of a field. */
  | { readonly is: "fixed values"; readonly field: string | undefined }
  /** The part stands first, and the whole text second. */
  | {
      readonly is: "reversed arguments";
      readonly operator: string;
      readonly args: readonly unknown[];
      readonly operatorPath: ConfigPath;
    }
  | { readonly is: "no pattern" }
  /** The parser of patterns knows what to write. */
  | { readonly is: "wrong pattern"; readonly hint: string | undefined }
  | { readonly is: "wrong brackets" }
  | { readonly is: "no name" }
  | {
      readonly is: "unknown root";
      readonly name: string;
      readonly root: string;
      readonly roots: readonly string[];
      readonly isOfEvent: boolean;
    };

/** What is wrong and where. It has no hint yet. */
export interface RuleProblem extends Problem {
  readonly fault?: RuleFault;
}

export type RuleReport = (found: RuleProblem) => void;

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
  readonly report: RuleReport;
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

export function refuseRule(
  state: RuleState,
  code: ConditionCode,
  message: string,
  fault?: RuleFault,
): Evaluator {
  state.report(ruleProblem(createProblem(code, pathOf(state), message), fault));
  return NOTHING;
}

/** For rules that can be evaluated but are probably not what the author meant. */
export function warn(
  state: RuleState,
  code: ConditionCode,
  message: string,
  fault: RuleFault,
): void {
  const problem = createProblem(code, pathOf(state), message, { severity: "warning" });
  state.report(ruleProblem(problem, fault));
}

export function ruleProblem(problem: Problem, fault: RuleFault | undefined): RuleProblem {
  return fault === undefined ? problem : { ...problem, fault };
}

export function pathOf({ configPath, rulePath }: RuleState): ConfigPath {
  return [...configPath, ...rulePath];
}

export function stepInto(state: RuleState, step: string | number): RuleState {
  return { ...state, rulePath: [...state.rulePath, step] };
}

// Rules → predicates, and the index of them: what an event has to be for a mapping to take it.
export { compileCondition, compileElementCondition } from "./condition/compile-condition.ts";
export { compileName } from "./condition/compile-name.ts";
export { compileNode } from "./condition/compile-node.ts";
export { isAbsent } from "./condition/compile-variable.ts";
export type {
  Condition,
  ConditionSubject,
  ElementCondition,
  ElementSubject,
  Evaluator,
} from "./condition/condition.ts";
export { nameField } from "./condition/name-field.ts";
export { OPERATORS, type Operation, readOperation, ruleToJson } from "./condition/operators.ts";
export type { RuleFault, RuleProblem, RuleState } from "./condition/rule-state.ts";
export { acceptsProof, indexMappings, type MatchIndex } from "./index-mappings.ts";
export type { MatchRule } from "./match-rule.ts";
export { type FailedClause, findFailedClause, findFailedValues } from "./match-rule.ts";

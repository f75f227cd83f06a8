// Rules → predicates, and the index of them: what an event has to be for a mapping to take it.
export {
  compileCondition,
  compileElementCondition,
  conditionFromTree,
} from "./condition/compile-condition.ts";
export { compilePart, isAbsent } from "./condition/compile-node.ts";
export type {
  Condition,
  ConditionSubject,
  ElementCondition,
  ElementSubject,
  Evaluator,
} from "./condition/condition.ts";
export { type ForeignStep, findForeignStep } from "./condition/foreign-step.ts";
export { nameField, nameInExpression } from "./condition/name-field.ts";
export { OPERATORS, type Operation, readOperation, ruleToJson } from "./condition/operators.ts";
export {
  type RuleFault,
  type RuleProblem,
  type RuleReport,
  readRule,
} from "./condition/read-rule.ts";
export {
  type OperatorCall,
  type PresenceTest,
  partsOfNode,
  type RuleNode,
  readsEvent,
} from "./condition/rule-node.ts";
export { acceptsProof, indexMappings, type MatchIndex } from "./index-mappings.ts";
export type { MatchRule } from "./match-rule.ts";
export { type FailedClause, findFailedClause, findFailedValues } from "./match-rule.ts";

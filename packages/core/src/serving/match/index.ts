// Rules → predicates, and the index of them: what an event has to be for a mapping to take it.
export { compilePart, conditionFromTree, isAbsent } from "./condition/compile-node.ts";
export type {
  Condition,
  ConditionSubject,
  ElementCondition,
  ElementSubject,
  Evaluator,
} from "./condition/condition.ts";
export {
  type FieldRead,
  IGNORE_CASE,
  type OperatorCall,
  type PresenceTest,
  partsOfNode,
  type RuleNode,
  readsEvent,
} from "./condition/rule-node.ts";
export { acceptsProof, indexMappings, type MatchIndex } from "./index-mappings.ts";
export type { MatchRule } from "./match-rule.ts";
export { type FailedClause, findFailedClause, findFailedValues } from "./match-rule.ts";

// Rules → predicates, and an index that finds the first mapping whose rule an event matches.

export type {
  Condition,
  ConditionSubject,
  ElementCondition,
  ElementSubject,
  Evaluator,
} from "./condition/compile-node.ts";
export { compilePart, conditionFromTree, isAbsent } from "./condition/compile-node.ts";
export {
  type FieldRead,
  IGNORE_CASE,
  type OperatorCall,
  type PresenceTest,
  partsOfNode,
  type RuleNode,
  readsEvent,
} from "./condition/rule-node.ts";
export type { MatchRule } from "./index-mappings.ts";
export {
  acceptsProof,
  type FailedClause,
  findFailedClause,
  findFailedValues,
  indexMappings,
  type MatchIndex,
  type MatchSubject,
} from "./index-mappings.ts";

// What packages of the same version import of the core. No promise to anybody else.
export { listPartials } from "./authoring/advice/index.ts";
export { compileTemplateOptions } from "./authoring/compile/index.ts";
export type { Mapping } from "./authoring/config/index.ts";
export {
  findEndOfSpan,
  locateSpan,
  normalizeMapping,
  normalizeMappings,
  normalizeMatch,
  parseConfig,
} from "./authoring/config/index.ts";
export {
  atomsOf,
  explainEmptyCall,
  explainEvent,
  findMeantRead,
  findNearestChange,
  findUnlikeValues,
  hintMissingList,
  listFieldReads,
  readOrigin,
  ruleToText,
  splitRule,
} from "./authoring/explain/index.ts";
export {
  BUILT_IN_EVENTS,
  createEffort,
  type Effort,
  type Formula,
  findEvent,
  formulaFromMatch,
  listAtoms,
  OPAQUE,
} from "./authoring/reachability/index.ts";
export { type Operation, readOperation, readRule, ruleToJson } from "./authoring/rules/index.ts";
export type { EventView, FieldValues } from "./base/index.ts";
export { ACTION_FIELDS, createProblem, createProblemList } from "./base/index.ts";
export { compileWithAdvice } from "./engine.ts";
export { LOCKABLE_FIELDS, TEMPLATED_FIELDS } from "./generated/field-lists.ts";
export type { Condition, ConditionSubject, ElementSubject } from "./serving/match/index.ts";
export {
  acceptsProof,
  conditionFromTree,
  findFailedClause,
  indexMappings,
  partsOfNode,
  type RuleNode,
  readsEvent,
} from "./serving/match/index.ts";
export type { CompiledConfig, CompiledMapping } from "./serving/resolve/index.ts";
export { findElements, resolveEvent, viewEvent } from "./serving/resolve/index.ts";

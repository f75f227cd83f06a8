// What packages of the same version import of the core. No promise to anybody else.
export {
  BUILT_IN_EVENTS,
  createEffort,
  type Effort,
  type Formula,
  findEvent,
  formulaFromMatch,
  listAtoms,
  listPartials,
  OPAQUE,
} from "./advice/index.ts";
export type { EventView, FieldValues } from "./base/index.ts";
export { ACTION_FIELDS, createProblem, createProblemList } from "./base/index.ts";
export { compileConfig, compileTemplateOptions } from "./compile/index.ts";
export type { Mapping } from "./config/index.ts";
export {
  findEndOfSpan,
  locateSpan,
  normalizeMapping,
  normalizeMappings,
  normalizeMatch,
  parseConfig,
} from "./config/index.ts";
export {
  type Atom,
  atomsOf,
  explainEmptyCall,
  explainEvent,
  findNearestChange,
  findNearestRead,
  readOrigin,
  ruleToText,
  splitRule,
} from "./explain/index.ts";
export { LOCKABLE_FIELDS, TEMPLATED_FIELDS } from "./generated/field-lists.ts";
export type { Condition, ConditionSubject } from "./match/index.ts";
export {
  acceptsProof,
  compileCondition,
  compileElementCondition,
  findFailedClause,
  indexMappings,
  type Operation,
  readOperation,
  ruleToJson,
} from "./match/index.ts";
export type { CompiledConfig, CompiledMapping } from "./resolve/index.ts";
export { findElements, resolveEvent, viewEvent } from "./resolve/index.ts";

// A config → its plan: what `hookwright build` writes and `link` of `./runtime` serves. The parts below `plan` are for
// packages of the same version: tools that test, compare and change configs.
export { listPartials } from "./authoring/advice/index.ts";
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
  type ProposedValue,
  REMOVED,
  readOrigin,
  ruleToText,
  splitRule,
  valuesForAtom,
} from "./authoring/explain/index.ts";
export { type PlanOptions, type WritePlanResult, writePlan } from "./authoring/plan/index.ts";

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
export { type CompiledResult, compileConfig, type PlanResult, plan } from "./compile-hooks.ts";
export { LOCKABLE_FIELDS, TEMPLATED_FIELDS } from "./generated/field-lists.ts";
export { ACTION_FIELDS, createProblem, createProblemList } from "./model/index.ts";
export type { Plan } from "./serving/link/index.ts";

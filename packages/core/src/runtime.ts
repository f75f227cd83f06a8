// A plan → hooks: what a server imports that was built ahead. No schema, no grammar, no vendors' table, no `eval`. The
// parts below `link` are for packages of the same version.
export type { EventView, FieldValues } from "./model/index.ts";
export {
  configPathToText,
  createProblem,
  isSecretPath,
  isVariableName,
  problemToText,
} from "./model/index.ts";
export {
  type EndpointPlan,
  type EndpointsPlan,
  type FirstOnlyPlan,
  type ForEachPlan,
  isPlan,
  type LinkPorts,
  type LinkResult,
  link,
  linkConfig,
  listSecrets,
  type MappingPlan,
  type MatchPlan,
  type Plan,
  type ReadPlanResult,
  readPlan,
  type SecretPlan,
} from "./serving/link/index.ts";
export type {
  Condition,
  ConditionSubject,
  ElementSubject,
  RuleNode,
} from "./serving/match/index.ts";
export {
  acceptsProof,
  conditionFromTree,
  findFailedClause,
  indexMappings,
  partsOfNode,
  readsEvent,
} from "./serving/match/index.ts";
export type {
  CompiledConfig,
  CompiledMapping,
  MappingDetails,
  RuntimeHooks,
  RuntimeMappingSummary,
} from "./serving/resolve/index.ts";
export { findElements, resolveEvent, viewEvent } from "./serving/resolve/index.ts";

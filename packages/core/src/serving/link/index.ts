// A plan and the ports of the runtime → what serves requests.
export { createHooks } from "./create-hooks.ts";
export { findWrapping, type SecretForm } from "./find-wrapping.ts";
export {
  type LinkedParts,
  type LinkPorts,
  type LinkResult,
  link,
  linkConfig,
  linkHelpers,
  type ProbedPorts,
  type Reuse,
} from "./link.ts";
export type { EndpointPlan, EndpointsPlan } from "./link-endpoints.ts";
export { nameOfText, ROOTS_OF_ELEMENTS, ROOTS_OF_INSTRUCTIONS } from "./link-mapping.ts";
export { WRITE_TOKEN } from "./link-tokens.ts";
export {
  type ChannelReportPlan,
  type CoalescePlan,
  type FirstOnlyPlan,
  type ForEachPlan,
  listSecrets,
  type MappingPlan,
  type MatchPlan,
  type ModulesPlan,
  PLAN_FORMAT,
  type Plan,
  type SecretPlan,
} from "./plan.ts";
export { digestOfPlan, isPlan, type ReadPlanResult, readPlan } from "./read-plan.ts";
export { isLiteralSecret, readSecret, type SecretResult } from "./read-secret.ts";

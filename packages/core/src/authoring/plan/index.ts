// A config → its plan, or its problems.
export type { CompileOptions, PlanOptions } from "./options.ts";
export { createPlanCache, type PlanCache, reuseOf } from "./plan-cache.ts";
export { type PlannedConfig, planConfig } from "./plan-config.ts";
export { channelNamesOf, type OwnChannel } from "./plan-policies.ts";
export { type WritePlanResult, writePlan } from "./write-plan.ts";

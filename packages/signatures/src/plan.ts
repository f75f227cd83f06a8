// What makes a plan of an `auth` and knows the vendors: `@hookwright/signatures/plan`.
export type {
  AuthPlan,
  AuthProblem,
  AuthProblemCode,
  PlannedSecret,
  WrittenSecret,
} from "./auth-plan.ts";
export type { AuthInput } from "./authoring/plan-auth/auth-input.ts";
export { methodsOfHandshake } from "./authoring/plan-auth/methods-of-handshake.ts";
export {
  type PlanAuthOptions,
  type PlanAuthResult,
  planAuth,
} from "./authoring/plan-auth/plan-auth.ts";
export { secretsOfPlan } from "./serving/secrets-of-plan.ts";
export { PROVIDERS } from "./vendors/generated/vendors.ts";

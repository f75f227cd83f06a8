// The plan of an `auth` → every secret that it refers to or holds.
import type { AuthPlan, PlannedSecret } from "../auth-plan.ts";

/**
 * All secrets, tokens, public keys and user names of a plan, as the config has them; newest first.
 *
 * @example
 * ```ts
 * secretsOfPlan(plan); // [{ at: ["secret"], secret: { env: "GITHUB_SECRET" } }]
 * ```
 */
export function secretsOfPlan(plan: AuthPlan): readonly PlannedSecret[] {
  const { handshake } = plan;
  const shown = handshake !== undefined && "verifyToken" in handshake ? handshake.verifyToken : [];
  return [...proofSecrets(plan), ...[shown ?? []].flat()];
}

function proofSecrets(plan: AuthPlan): readonly PlannedSecret[] {
  if (plan.kind === "jwt") return plan.keys.from === "config" ? plan.keys.secrets : [];
  if (plan.kind === "token") return [...Object.values(plan.basic ?? {}), ...plan.tokens];
  return "secrets" in plan ? plan.secrets : [];
}

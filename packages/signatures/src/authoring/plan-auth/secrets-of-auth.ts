// The plan of an `auth` → every secret in it, as the config has it.
import type { AuthPlan, WrittenSecret } from "../../auth-plan.ts";

/**
 * The secrets that a plan names, public keys included; none where keys are fetched.
 *
 * @example
 * ```ts
 * const planned = planAuth({ provider: "github", secret: { env: "GITHUB_SECRET" } }, { path: [], id: "a", orToken: false });
 * if (planned.ok) secretsOfAuth(planned.plan); // [{ env: "GITHUB_SECRET" }]
 * ```
 */
export function secretsOfAuth(plan: AuthPlan): readonly WrittenSecret[] {
  const { handshake } = plan;
  const ofHandshake =
    handshake !== undefined && "verifyToken" in handshake ? [handshake.verifyToken] : [];
  return [...ownSecrets(plan), ...ofHandshake].flatMap((one) =>
    one === undefined ? [] : one.secret,
  );
}

function ownSecrets(plan: AuthPlan) {
  switch (plan.kind) {
    case "signature":
      return plan.secrets;
    case "jwt":
      return plan.keys.from === "config" ? plan.keys.secrets : [];
    case "token":
      return [plan.basic?.user, plan.basic?.password, ...plan.tokens];
    case "message":
      return plan.message === "sns" ? [] : plan.secrets;
    default:
      return [];
  }
}

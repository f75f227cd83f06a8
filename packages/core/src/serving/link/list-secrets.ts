// The parts of a plan that name secrets → each secret, and where the config has it.
import { secretsOfPlan, type WrittenSecret } from "@hookwright/signatures/runtime";
import type { ConfigPath } from "../../model/index.ts";
import type { Plan } from "./plan.ts";

/** A secret as the config has it. */
interface FoundSecret {
  readonly path: ConfigPath;
  readonly secret: WrittenSecret;
  /** The vendor of the `auth`, else the name of the hook; absent for a secret that is not of an `auth`. */
  readonly owner?: string;
}

/** Public keys and the names of users are not secret. The gateway's own token is not ours. */
export function listSecrets({
  tokens,
  alsoNeeded,
  endpoints,
}: Pick<Plan, "tokens" | "alsoNeeded" | "endpoints">): readonly FoundSecret[] {
  const ofAuths = endpoints.named.flatMap(({ name, auth }) =>
    auth === undefined
      ? []
      : secretsOfPlan(auth)
          .filter(({ at }) => at[0] !== "publicKey" && at.at(-1) !== "user")
          .map(({ secret, at }) => ({
            path: [...auth.path, ...at],
            secret,
            owner: auth.provider?.id ?? name,
          })),
  );
  return [...tokens, ...alsoNeeded, ...ofAuths];
}

// The secrets of the hooks as written, without those of mappings → the same as a plan has them; a missing token is reported.
import { readOwn } from "@hookwright/base";
import type { WrittenSecret } from "@hookwright/signatures/runtime";
import { createProblem, type Report } from "../../model/index.ts";
import { type Plan, type SecretPlan, WRITE_TOKEN } from "../../serving/link/index.ts";
import type { HooksInput, SecretInput } from "../config/index.ts";

type SecretsPlan = Pick<Plan, "tokens" | "alsoNeeded" | "gatewayToken">;

/**
 * None for a config that exposes nothing. `input` is the whole config as passed: the gateway's keys are not a part of
 * the typed one.
 */
export function planSecrets(hooks: HooksInput, input: unknown, report: Report): SecretsPlan {
  if (hooks.enabled !== true) return { tokens: [], alsoNeeded: [] };
  const gatewayToken = findGatewayToken(input);
  return {
    tokens: planTokens(hooks, report),
    alsoNeeded: planGmailSecrets(hooks),
    ...(gatewayToken !== undefined && { gatewayToken }),
  };
}

const TOKEN_PATH = ["hooks", "token"];

/** While a token is replaced, there are two. */
function planTokens({ token }: HooksInput, report: Report): readonly SecretPlan[] {
  if (token === undefined) {
    const message = "hooks.enabled is true, but there is no hooks.token.";
    report(createProblem("token_missing", TOKEN_PATH, message, { hint: WRITE_TOKEN }));
    return [];
  }
  if (!isList(token)) return [{ path: TOKEN_PATH, secret: token }];
  // An entry of a wrong type was taken out and is reported already.
  return token.flatMap((secret, index) =>
    secret === undefined ? [] : [{ path: [...TOKEN_PATH, index], secret }],
  );
}

function isList(token: NonNullable<HooksInput["token"]>): token is readonly SecretInput[] {
  return Array.isArray(token);
}

function planGmailSecrets({ gmail }: HooksInput): readonly SecretPlan[] {
  return (["pushToken", "credentials"] as const).flatMap((key): readonly SecretPlan[] => {
    const secret = gmail?.[key];
    if (secret === undefined) return [];
    const path = ["hooks", "gmail", key];
    return [key === "credentials" ? { path, secret, form: "text" } : { path, secret }];
  });
}

/** Undefined if it is not a secret: the gateway reports what is wrong with it. */
function findGatewayToken(input: unknown): WrittenSecret | undefined {
  try {
    const written = ["gateway", "auth", "token"].reduce<unknown>(readOwn, input);
    return typeof written === "string" ? written : referenceFrom(written);
  } catch {
    return undefined;
  }
}

/** Without what else the gateway may keep there. */
function referenceFrom(value: unknown): WrittenSecret | undefined {
  const read = (key: string): string | undefined => {
    const text = readOwn(value, key);
    return typeof text === "string" ? text : undefined;
  };
  const [env, file, source, id, provider] = ["env", "file", "source", "id", "provider"].map(read);
  if (env !== undefined) return { env };
  if (file !== undefined) return { file };
  if (source === undefined || id === undefined) return undefined;
  return { source, id, ...(provider !== undefined && { provider }) };
}

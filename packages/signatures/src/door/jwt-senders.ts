// Vendors that send a JSON Web Token: their scheme, and the options of a caller → a sender.
import type { AuthProblem, JwtPlan } from "../auth-plan.ts";
import type { JwtScheme, KeysPort } from "../model.ts";
import { linkJwt, linkOwnKeys, linkPublishedKeys } from "../serving/link/link-jwt.ts";
import type { AudienceOptions, ClaimOptions, EmailOptions, SecretOptions } from "./options.ts";
import { runtimeKeys } from "./runtime-keys.ts";
import {
  commonPlan,
  createSender,
  planSecrets,
  type SenderRow,
  type WebhookSender,
} from "./sender.ts";

/** A vendor that sends a token of signed claims. */
interface JwtRow extends SenderRow {
  readonly scheme: JwtScheme;
  readonly leewaySeconds: number;
  /** What a caller must name: anyone can get tokens of its issuer. */
  readonly requires?: readonly ("audience" | "email")[];
}

interface CommonOptions extends ClaimOptions, Partial<EmailOptions> {
  readonly publicUrl?: string;
  readonly baseUrl?: string;
  readonly verifyToken?: string;
}

/** The vendor signs with a secret. */
export function secretTokenSender(
  row: JwtRow,
  options: SecretOptions & CommonOptions,
): WebhookSender {
  const secrets = planSecrets("secret", options.secret);
  return createSender({
    plan: planOf(row, options, { from: "config", secrets, form: "utf8" }),
    link: (plan, linking) => linkJwt(plan, linking, linkOwnKeys),
  });
}

/** The vendor publishes its keys. */
export function publishedTokenSender(
  row: JwtRow,
  options: AudienceOptions & CommonOptions,
): WebhookSender {
  const { requires = [], name, scheme } = row;
  return createSender({
    plan: planOf(row, options, { from: "jwks", url: scheme.jwks as string }),
    link: (plan, linking) => linkJwt(plan, linking, linkPublishedKeys),
    problems: requires
      .filter((key) => [options[key] ?? []].flat().length === 0)
      .map((key) => missing(key, name)),
    keys: (): KeysPort | undefined => runtimeKeys(),
  });
}

function missing(key: string, name: string): AuthProblem {
  const message = `${name} needs "${key}": anyone can get tokens of its issuer.`;
  return { code: "auth_incomplete", severity: "error", at: [key], message };
}

function planOf(row: JwtRow, options: CommonOptions, keys: JwtPlan["keys"]): JwtPlan {
  const { scheme, leewaySeconds } = row;
  const { audience, issuer, email, toleranceSeconds, baseUrl } = options;
  const claims = { ...scheme.claims, ...(email !== undefined && { email }) };
  return {
    ...commonPlan(row, options),
    kind: "jwt",
    scheme: {
      ...scheme,
      claims,
      ...(audience !== undefined && { audiences: [audience].flat() }),
      ...(issuer !== undefined && { issuers: [issuer].flat() }),
    },
    ...(baseUrl !== undefined && { baseUrl: baseUrl.trim() }),
    leewaySeconds: toleranceSeconds ?? leewaySeconds,
    keys,
  };
}

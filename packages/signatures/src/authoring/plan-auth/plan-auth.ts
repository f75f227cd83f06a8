// An `auth` as it is written → its plan: all that can be said of it without the value of a secret; what is wrong is reported.
import { type ConfigPath, findNearestName } from "@hookwright/base";
import type { AuthPlan, AuthProblem, MessageRules } from "../../auth-plan.ts";
import type { PlannedProvider, SecretLocations, TokenLocation } from "../../model.ts";
import { SNS_TOPIC } from "../../serving/message/verify-sns.ts";
import { PROVIDERS } from "../../vendors/generated/vendors.ts";
import type { Provider } from "../../vendors/shared/vendor.ts";
import type { AuthInput } from "./auth-input.ts";
import { checkEffects } from "./check-effects.ts";
import { chooseWay, type ProofWay } from "./choose-way.ts";
import { planHandshake } from "./plan-handshake.ts";
import { type JwtWay, planJwt } from "./plan-jwt.ts";
import { planSignatures } from "./plan-signatures.ts";
import { planToken } from "./plan-token.ts";
import { listSecrets, reportAuth, type WrittenAuth } from "./written-auth.ts";

/** What a plan says of the config that it was made of. */
export interface PlanAuthOptions {
  /** Where the config has the `auth`: sentences and later problems name it. Default: none. */
  readonly path?: ConfigPath;
  /** Names the proof in the events that it accepted. Default: `auth`. */
  readonly id?: string;
}

/** The plan of an `auth`, or what is wrong with it. */
export type PlanAuthResult =
  /** `problems` are warnings. */
  | { readonly ok: true; readonly plan: AuthPlan; readonly problems: readonly AuthProblem[] }
  | {
      readonly ok: false;
      /** What is left of it: linked, it shows the problems of its secrets beside these. */
      readonly plan: AuthPlan | undefined;
      /** At least one of them is an error. */
      readonly problems: readonly AuthProblem[];
    };

/**
 * Plans how requests are authenticated. `input` is the `auth` of a mapping, of a form that the config's schema
 * accepts. The plan is plain JSON and has the vendor's row copied into it: `linkAuth` looks no vendor up. Never throws.
 *
 * @example
 * ```ts
 * const result = planAuth({ provider: "github", secret: { env: "GITHUB_SECRET" } });
 * // { ok: true, plan: { kind: "signature", schemes: […], secrets: [{ at: ["secret"], … }], … }, problems: [] }
 * ```
 */
export function planAuth(
  input: "none" | AuthInput,
  { path = [], id = "auth" }: PlanAuthOptions = {},
): PlanAuthResult {
  const head = { id, path, orToken: input !== "none" && input.orToken === true };
  if (input === "none") {
    const plan = { ...head, kind: "none", secretPlaces: NO_SECRETS } as const;
    return { ok: true, plan, problems: [] };
  }
  const problems: AuthProblem[] = [];
  const parts = planWritten({ input, path, problems });
  const plan = parts && { ...head, ...parts };
  return plan === undefined || problems.some(({ severity }) => severity === "error")
    ? { ok: false, plan, problems }
    : { ok: true, plan, problems };
}

const NO_SECRETS: SecretLocations = { headers: [], query: [], body: [] };

type WithoutHead<Plan> = Plan extends AuthPlan ? Omit<Plan, "id" | "path" | "orToken"> : never;

/** A plan without what names it. */
type PlanParts = WithoutHead<AuthPlan>;

function planWritten(auth: WrittenAuth): PlanParts | undefined {
  const { provider: name } = auth.input;
  const provider = name === undefined ? undefined : findProvider(auth, name);
  if (name !== undefined && provider === undefined) return undefined;
  const way = chooseWay(auth, provider);
  return way && planWay(way, auth, provider);
}

function planWay(
  way: ProofWay,
  auth: WrittenAuth,
  provider: Provider | undefined,
): PlanParts | undefined {
  switch (way) {
    case "topics":
      return planMessage(auth, provider);
    case "token":
      return planCompared(auth, provider);
    case "verify":
      checkEffects(auth, "other");
      return {
        ...commonParts(auth, provider, [provider?.token]),
        kind: "verifier",
        verify: auth.input.verify as string,
      };
    case "jwks":
      return planSignedToken(auth, provider, way);
    default: {
      if (provider?.message !== undefined) return planMessage(auth, provider);
      const isJwt =
        provider === undefined ? auth.input.scheme === "jwt" : provider.jwt !== undefined;
      if (isJwt) return planSignedToken(auth, provider, way);
      const signed = planSignatures(auth, provider, way);
      return signed && { ...commonParts(auth, provider, [provider?.token]), ...signed };
    }
  }
}

function planSignedToken(
  auth: WrittenAuth,
  provider: Provider | undefined,
  way: JwtWay,
): PlanParts | undefined {
  const jwt = planJwt(auth, provider, way);
  if (jwt === undefined) return undefined;
  // Everybody who reads a token can send it until it ends.
  const { header } = jwt.scheme;
  return { ...commonParts(auth, provider, [provider?.token, { header }]), ...jwt };
}

function planCompared(auth: WrittenAuth, provider: Provider | undefined): PlanParts | undefined {
  const token = planToken(auth, provider);
  if (token === undefined) return undefined;
  checkEffects(auth, "other");
  return { ...commonParts(auth, provider, [provider?.token, token.place]), ...token };
}

/** What plans of every family have: what is known of the vendor, and the handshake. */
function commonParts(
  auth: WrittenAuth,
  provider: Provider | undefined,
  tokens: readonly (TokenLocation | undefined)[],
) {
  const { publicUrl } = auth.input;
  const handshake = planHandshake(auth, provider);
  return {
    ...(provider !== undefined && rowParts(provider)),
    ...(publicUrl !== undefined && { publicUrl: publicUrl.trim() }),
    secretPlaces: secretPlacesOf(tokens),
    ...(handshake !== undefined && { handshake }),
  };
}

/** The provider of that id, or a problem with the name that was probably meant. */
function findProvider(auth: WrittenAuth, written: string): Provider | undefined {
  const id = written.trim();
  const provider = PROVIDERS.find((one) => one.id === id);
  if (provider !== undefined) return provider;
  const message = `There is no provider "${id}".`;
  return reportAuth(auth, {
    code: "provider_unknown",
    at: ["provider"],
    message,
    hint: hintFor(id.toLowerCase().replaceAll(/[\s_.]+/g, "-")),
  });
}

/** Vendors whose proof is not implemented. */
const LATER: ReadonlySet<string> = new Set(["plaid", "paypal"]);

function hintFor(id: string): string {
  if (LATER.has(id)) {
    return 'Its proof comes with a later version. Until then, write { "verify": "name" } with a check of your own.';
  }
  const known = PROVIDERS.map((one) => one.id);
  const alias = PROVIDERS.find(({ aliases = [] }) => aliases.includes(id));
  const meant = alias?.id ?? findNearestName(id, known);
  return meant === undefined
    ? 'docs/signatures.md lists them; for any other sender, write "scheme": "hmac" and where its signature is.'
    : `Write "${meant}".`;
}

function rowParts({ id, name, sendsSecret, body, payloadField, nestsForms, delivery }: Provider) {
  const provider: PlannedProvider = { id, name, ...(sendsSecret && { sendsSecret }) };
  const sent = {
    ...(body !== undefined && { formats: body }),
    ...(payloadField !== undefined && { payloadField }),
    ...(nestsForms && { nestsForms }),
  };
  return {
    provider,
    ...(Object.keys(sent).length > 0 && { body: sent }),
    ...(delivery !== undefined && { delivery }),
  };
}

/** Also the provider's own token where a signature counts: GitLab sends both. */
function secretPlacesOf(places: readonly (TokenLocation | undefined)[]): SecretLocations {
  const all = places.filter((place) => place !== undefined);
  const named = (key: "header" | "query" | "body") => [
    ...new Set(all.flatMap((place) => place[key] ?? [])),
  ];
  const basic = all.some((place) => place.basic) ? ["authorization"] : [];
  return { headers: [...named("header"), ...basic], query: named("query"), body: named("body") };
}

function planMessage(auth: WrittenAuth, provider: Provider | undefined): PlanParts | undefined {
  const isSns = provider?.message === "sns";
  checkEffects(auth, isSns ? "sns" : "other");
  const rules = isSns ? snsRules(auth) : secretRules(auth, provider);
  return {
    ...commonParts(auth, provider, []),
    kind: "message",
    ...rules,
    secretPlaces: { headers: [], query: [], body: SECRET_FIELDS[rules.message] },
    ...(isSns && { handshake: { name: "sns" } as const }),
  };
}

/** Of the message. A caller who has them can send any event, or end a subscription or confirm one. */
const SECRET_FIELDS: Readonly<Record<MessageRules["message"], readonly string[]>> = {
  // Until the token beside it is remembered.
  mailgun: ["signature"],
  adyen: [],
  sns: ["UnsubscribeURL", "SubscribeURL", "Token"],
};

/** Mailgun tries again for eight hours, and says nothing of a window. */
const MAILGUN_TOLERANCE_SECONDS = 12 * 60 * 60;

/** No delivery policy tries a message again over HTTP for longer, and the message keeps its time. */
const SNS_TOLERANCE_SECONDS = 60 * 60;

function secretRules({ input }: WrittenAuth, provider: Provider | undefined): MessageRules {
  const secrets = listSecrets(input, "secret");
  if (provider?.message !== "mailgun") return { message: "adyen", secrets };
  const { toleranceSeconds = MAILGUN_TOLERANCE_SECONDS } = input;
  return { message: "mailgun", secrets, toleranceSeconds };
}

function snsRules(auth: WrittenAuth): MessageRules {
  const { confirm = false, toleranceSeconds = SNS_TOLERANCE_SECONDS } = auth.input;
  return {
    message: "sns",
    topics: readTopics(auth) ?? [],
    signatureVersion: auth.input.signatureVersion === 1 ? 1 : 2,
    toleranceSeconds,
    confirms: confirm,
  };
}

function readTopics(auth: WrittenAuth): readonly string[] | undefined {
  const { topics } = auth.input;
  const hint = 'Write "topics": ["arn:aws:sns:eu-central-1:123456789012:name"].';
  if (topics === undefined) {
    const message =
      "The auth names no topic, and any AWS account can send messages of its own topic.";
    return reportAuth(auth, { code: "auth_incomplete", at: ["topics"], message, hint });
  }
  const trimmed = topics.map((topic) => topic.trim());
  const index = trimmed.findIndex((topic) => !SNS_TOPIC.test(topic));
  if (index === -1) return trimmed;
  const message = `"${trimmed[index]}" is not the ARN of a topic.`;
  return reportAuth(auth, { code: "invalid_value", at: ["topics", index], message, hint });
}

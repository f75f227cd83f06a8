// Vendors that sign as the Standard Webhooks specification says.
import type { SignatureScheme } from "../../model.ts";
import type { Provider } from "./provider.ts";

/** `whsec_…` secrets and HMAC; the id may hold no full stop, so that it ends where it seems to end. */
function standard(prefix: "webhook" | "svix", key: "whsec" | "utf8" = "whsec"): SignatureScheme {
  return {
    scheme: "hmac",
    algorithm: "sha256",
    key,
    signature: { header: `${prefix}-signature`, tagged: "v1" },
    encoding: "base64",
    signed: "{id}.{timestamp}.{body}",
    timestamp: { header: `${prefix}-timestamp`, unit: "s", toleranceSeconds: 300 },
    id: { header: `${prefix}-id` },
  };
}

/** The same message under a key pair. */
const ASYMMETRIC: SignatureScheme = {
  ...standard("webhook"),
  scheme: "publicKey",
  algorithm: "ed25519",
  key: "whpk",
  signature: { header: "webhook-signature", tagged: "v1a" },
};

/** A day more than most of them try. */
const TTL_SECONDS = 345_600;

const RETRIES =
  "Waits 15 to 30 s; tries again for about three days after any answer that is not 2xx; 410 disables the hook.";

function vendor(id: string, name: string, rest: Partial<Provider> = {}): Provider {
  return {
    id,
    name,
    signatures: [standard("webhook")],
    delivery: { ttlSeconds: TTL_SECONDS, retries: RETRIES, on4xx: "repeats" },
    ...rest,
  };
}

const SVIX = [standard("svix"), standard("webhook")];

export const STANDARD_WEBHOOKS_PROVIDERS: readonly Provider[] = [
  vendor("standard-webhooks", "Standard Webhooks", {
    deliveryMark: "id",
    docs: "https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md",
    signatures: [standard("webhook"), ASYMMETRIC],
    secretFrom: "The signing secret that the sender shows: `whsec_…`; a public key is `whpk_…`.",
  }),
  vendor("svix", "Svix", {
    deliveryMark: "id",
    docs: "https://docs.svix.com/receiving/verifying-payloads/how",
    signatures: SVIX,
    secretFrom: "The signing secret of the endpoint: `whsec_…`.",
  }),
  vendor("openai", "OpenAI", {
    docs: "https://developers.openai.com/api/docs/guides/webhooks",
    secretFrom: "Shown once when the webhook is created: `whsec_…`.",
  }),
  vendor("anthropic", "Anthropic", {
    docs: "https://platform.claude.com/docs/en/managed-agents/webhooks",
    secretFrom: "Shown once when the webhook is created: `whsec_…`.",
  }),
  vendor("clerk", "Clerk", {
    docs: "https://clerk.com/docs/integrations/webhooks/overview",
    signatures: SVIX,
    secretFrom: "Dashboard, Webhooks, the endpoint, Signing Secret: `whsec_…`.",
  }),
  vendor("resend", "Resend", {
    docs: "https://resend.com/docs/webhooks",
    signatures: SVIX,
    secretFrom: "Dashboard, Webhooks, the webhook, Signing Secret: `whsec_…`.",
  }),
  vendor("replicate", "Replicate", {
    docs: "https://replicate.com/docs/topics/webhooks/verify-webhook",
    secretFrom: "`GET /v1/webhooks/default/secret` of the API: `whsec_…`.",
  }),
  vendor("supabase-auth", "Supabase Auth Hooks", {
    docs: "https://supabase.com/docs/guides/auth/auth-hooks",
    secretFrom: "Dashboard, Authentication, Hooks: `v1,whsec_…`, which may be pasted as it is.",
  }),
  vendor("polar", "Polar", {
    docs: "https://polar.sh/docs/integrate/webhooks/delivery",
    signatures: [standard("webhook", "utf8")],
    delivery: {
      retries: "Waits 10 s; tries 10 times, and disables the hook after 10 failures.",
      on4xx: "repeats",
    },
    secretFrom: "Settings, Webhooks: the secret as text, not base64.",
  }),
  vendor("render", "Render", { docs: "https://render.com/docs/webhooks" }),
  vendor("brex", "Brex", {
    docs: "https://developer.brex.com/docs/webhooks",
    secretFrom: "`GET /v1/webhooks/secrets` of the API: base64 without a prefix.",
  }),
  vendor("stytch", "Stytch", { docs: "https://stytch.com/docs/guides/webhooks", signatures: SVIX }),
  vendor("incident-io", "incident.io", { docs: "https://docs.incident.io/integrations/webhooks" }),
  vendor("loops", "Loops", { docs: "https://loops.so/docs/webhooks" }),
  vendor("lithic", "Lithic", {
    secretFrom: "The secret of the subscription, in the dashboard: `whsec_…`.",
    docs: "https://docs.lithic.com/docs/events-api",
  }),
  vendor("shipbob", "ShipBob", { docs: "https://developer.shipbob.com/2026-01/webhooks" }),
  vendor("increase", "Increase", { docs: "https://increase.com/documentation/webhooks" }),
  vendor("etsy", "Etsy", { docs: "https://developers.etsy.com/documentation/essentials/webhooks" }),
  vendor("vanta", "Vanta", { docs: "https://developer.vanta.com/docs/webhooks", signatures: SVIX }),
  vendor("recall-ai", "Recall.ai", {
    docs: "https://docs.recall.ai/docs/authenticating-requests-from-recallai",
  }),
  vendor("gemini", "Gemini", {
    delivery: { retries: "Tries for 24 hours, each time later.", on4xx: "repeats" },
    secretFrom: "Shown once when the webhook is created.",
    docs: "https://ai.google.dev/gemini-api/docs/webhooks",
  }),
  vendor("bigcommerce", "BigCommerce", {
    signatures: [standard("webhook", "utf8")],
    delivery: { retries: "Tries for 48 hours, and then deactivates the hook.", on4xx: "repeats" },
    secretFrom: "The client secret of the app.",
    docs: "https://developer.bigcommerce.com/docs/integrations/webhooks",
  }),
  vendor("gitlab", "GitLab", {
    docs: "https://docs.gitlab.com/user/project/integrations/webhooks",
    token: { header: "x-gitlab-token" },
    delivery: {
      id: { header: "webhook-id" },
      idSigned: true,
      retries:
        "After four failures in a row a 4xx disables the hook until a person enables it; 5xx pauses it for 1 minute, growing to 24 hours.",
      on4xx: "disables",
    },
    secretFrom:
      "Settings, Webhooks: the signing token `whsec_…` as `secret`, or the secret token as `token`.",
  }),
];

// Vendors of tools and platforms that sign the body alone with a shared secret.
import type { Provider } from "./provider.ts";
import { bodyHmac } from "./schemes.ts";

export const BODY_HMAC_PROVIDERS: readonly Provider[] = [
  {
    id: "github",
    name: "GitHub",
    deliveryMark: "id",
    docs: "https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries",
    signatures: [bodyHmac("x-hub-signature-256", { prefix: "sha256=" })],
    // The webhook's settings choose; a form has the JSON in its field `payload`.
    body: ["json", "form"],
    delivery: {
      id: { header: "x-github-delivery" },
      retries: "Waits 10 s and never tries again; a delivery can be sent again by hand.",
    },
    secretFrom: "The text that you type into Settings, Webhooks, Secret.",
  },
  {
    id: "linear",
    name: "Linear",
    deliveryMark: "id",
    docs: "https://linear.app/developers/webhooks",
    signatures: [
      {
        ...bodyHmac("linear-signature"),
        timestamp: { json: "webhookTimestamp", unit: "ms", toleranceSeconds: 60 },
      },
    ],
    delivery: { id: { header: "linear-delivery" } },
    secretFrom: "Settings, API, the webhook, Signing secret.",
  },
  {
    id: "sentry",
    name: "Sentry",
    deliveryMark: { header: "sentry-hook-resource" },
    docs: "https://docs.sentry.io/integrations/integration-platform/webhooks",
    signatures: [bodyHmac("sentry-hook-signature")],
    delivery: {
      id: { header: "request-id" },
      retries: "Waits 1 s; 1,000 time-outs in 24 hours end the subscription.",
    },
    secretFrom: "The client secret of the integration.",
  },
  {
    id: "pagerduty",
    name: "PagerDuty",
    deliveryMark: { json: "event.event_type" },
    docs: "https://developer.pagerduty.com/docs/webhooks/webhook-signatures",
    signatures: [bodyHmac("x-pagerduty-signature", { list: true, prefix: "v1=" })],
    delivery: { id: { json: "event.id" }, idSigned: true },
    secretFrom: "Shown once when the subscription is created.",
  },
  {
    id: "notion",
    name: "Notion",
    deliveryMark: { json: "integration_id" },
    docs: "https://developers.notion.com/reference/webhooks",
    signatures: [bodyHmac("x-notion-signature", { prefix: "sha256=" })],
    delivery: { id: { json: "id" }, idSigned: true },
    secretFrom: "The `verification_token` of the first request of the subscription.",
    sendsSecret: true,
  },
  {
    id: "asana",
    name: "Asana",
    docs: "https://developers.asana.com/docs/webhooks-guide",
    signatures: [bodyHmac("x-hook-signature")],
    delivery: {
      ttlSeconds: 90_000,
      retries:
        "Waits 10 s; tries for 24 hours, and then deletes the hook; 410 deletes it at once. Every 8 hours it sends an empty list of events.",
      on4xx: "repeats",
    },
    secretFrom: "`X-Hook-Secret` of the handshake, one for each hook.",
    sendsSecret: true,
  },
  {
    id: "jira",
    name: "Jira Cloud (webhooks of an administrator)",
    deliveryMark: "id",
    docs: "https://developer.atlassian.com/cloud/jira/platform/webhooks",
    signatures: [bodyHmac("x-hub-signature", { prefix: "sha256=" })],
    delivery: { id: { header: "x-atlassian-webhook-identifier" } },
    secretFrom: "The secret that you set in System, WebHooks; without one nothing is signed.",
  },
  {
    id: "bitbucket",
    name: "Bitbucket Cloud",
    deliveryMark: { header: "x-event-key" },
    docs: "https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks",
    signatures: [bodyHmac("x-hub-signature", { prefix: "sha256=" })],
    delivery: { id: { header: "x-request-uuid" } },
    secretFrom:
      "The secret that you set in Repository settings, Webhooks; without one nothing is signed.",
  },
  {
    id: "vercel",
    name: "Vercel",
    docs: "https://vercel.com/docs/webhooks",
    signatures: [bodyHmac("x-vercel-signature", { algorithm: "sha1" })],
    delivery: { id: { json: "id" }, idSigned: true },
    secretFrom: "Shown once when the webhook is created; for integrations, their client secret.",
  },
  {
    id: "dropbox",
    name: "Dropbox",
    docs: "https://www.dropbox.com/developers/reference/webhooks",
    signatures: [bodyHmac("x-dropbox-signature")],
    handshake: "dropbox",
    secretFrom: "App Console, the app, App secret.",
  },
  {
    id: "airtable",
    name: "Airtable",
    docs: "https://airtable.com/developers/web/api/webhooks-overview",
    signatures: [bodyHmac("x-airtable-content-mac", { prefix: "hmac-sha256=", key: "base64" })],
    delivery: {
      ttlSeconds: 86_400,
      retries:
        "Waits 25 s for a 200 or 204 with an empty body; tries 13 times in a day, and then disables the hook.",
      on4xx: "repeats",
    },
    secretFrom: "`macSecretBase64` of the answer that created the webhook.",
  },
  { id: "clickup", name: "ClickUp", signatures: [bodyHmac("x-signature")] },
  { id: "segment", name: "Segment", signatures: [bodyHmac("x-signature", { algorithm: "sha1" })] },
  {
    id: "circleci",
    name: "CircleCI",
    docs: "https://circleci.com/docs/guides/integration/outbound-webhooks",
    signatures: [bodyHmac("circleci-signature", { list: true, prefix: "v1=" })],
  },
  {
    id: "grafana",
    name: "Grafana Alerting",
    docs: "https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier",
    signatures: [bodyHmac("x-grafana-alerting-signature")],
    secretFrom: "The HMAC secret that you set on the contact point.",
  },
  {
    id: "doppler",
    name: "Doppler",
    signatures: [bodyHmac("x-doppler-signature", { prefix: "sha256=" })],
  },
  {
    id: "nylas",
    name: "Nylas",
    signatures: [bodyHmac("x-nylas-signature")],
    handshake: "dropbox",
    delivery: {
      retries:
        "Tries twice more after 408, 429, 502, 503, 504 and 507; three days of failures stop the webhook.",
      on4xx: "disables",
    },
    docs: "https://developer.nylas.com/docs/v3/notifications/webhooks/",
    secretFrom:
      "`webhook_secret` of the answer that created the destination or rotated its secret.",
  },
  {
    id: "ashby",
    name: "Ashby",
    docs: "https://developers.ashbyhq.com/docs/authenticating-webhooks",
    delivery: {
      retries: "An answer from 400 up to the ping of a new webhook disables it.",
      on4xx: "disables",
    },
    secretFrom:
      "Admin, Integrations, Webhooks: the secret token that you set; without one nothing is signed.",
    signatures: [bodyHmac("ashby-signature", { prefix: "sha256=" })],
  },
  {
    id: "hookdeck",
    name: "Hookdeck",
    docs: "https://hookdeck.com/docs/signature-verification",
    // The second header is there while a secret is replaced.
    signatures: [
      bodyHmac(["x-hookdeck-signature", "x-hookdeck-signature-2"], {
        all: true,
        encoding: "base64",
      }),
    ],
  },
];

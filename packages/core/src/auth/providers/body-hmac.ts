// Vendors that sign the body alone with a shared secret.
import type {
  HmacAlgorithm,
  KeyForm,
  Provider,
  SignatureEncoding,
  SignaturePlace,
  SignatureScheme,
} from "../../model/auth.ts";

interface BodyHmac extends Omit<SignaturePlace, "header"> {
  readonly algorithm?: HmacAlgorithm;
  readonly encoding?: SignatureEncoding;
  readonly key?: KeyForm;
}

function bodyHmac(header: SignaturePlace["header"], options: BodyHmac = {}): SignatureScheme {
  const { algorithm = "sha256", encoding = "hex", key = "utf8", ...place } = options;
  const signature = { header, ...place };
  return { scheme: "hmac", algorithm, key, signature, encoding, signed: "{body}" };
}

export const BODY_HMAC_PROVIDERS: readonly Provider[] = [
  {
    id: "github",
    name: "GitHub",
    docs: "https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries",
    signatures: [bodyHmac("x-hub-signature-256", { prefix: "sha256=" })],
    delivery: {
      id: { header: "x-github-delivery" },
      retries: "Waits 10 s and never tries again; a delivery can be sent again by hand.",
    },
    secretFrom: "The text that you type into Settings, Webhooks, Secret.",
  },
  {
    id: "meta",
    name: "Meta (Facebook, Instagram, WhatsApp)",
    docs: "https://developers.facebook.com/docs/graph-api/webhooks/getting-started",
    signatures: [bodyHmac("x-hub-signature-256", { prefix: "sha256=" })],
    handshake: "meta",
    delivery: {
      retries: "Tries again for 36 hours, WhatsApp for 7 days; bodies hold up to 1,000 changes.",
    },
    secretFrom: "App Dashboard, Settings, Basic, App secret.",
  },
  {
    id: "shopify",
    name: "Shopify",
    docs: "https://shopify.dev/docs/apps/build/webhooks/verify-deliveries",
    signatures: [
      bodyHmac(["x-shopify-hmac-sha256", "shopify-hmac-sha256"], { encoding: "base64" }),
    ],
    delivery: {
      id: { header: "x-shopify-webhook-id" },
      retries:
        "Waits 5 s; tries 8 times in 4 hours, and then deletes subscriptions that the Admin API made.",
    },
    secretFrom:
      "The client secret of the app. After a rotation the old one signs for up to an hour: list both.",
  },
  {
    id: "linear",
    name: "Linear",
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
    docs: "https://developer.pagerduty.com/docs/webhooks/webhook-signatures",
    signatures: [bodyHmac("x-pagerduty-signature", { list: true, prefix: "v1=" })],
    delivery: { id: { json: "event.id" }, idSigned: true },
    secretFrom: "Shown once when the subscription is created.",
  },
  {
    id: "intercom",
    name: "Intercom",
    docs: "https://developers.intercom.com/docs/webhooks",
    signatures: [bodyHmac("x-hub-signature", { algorithm: "sha1", prefix: "sha1=" })],
    delivery: { id: { json: "id" }, idSigned: true },
    secretFrom: "Developer Hub, the app, Basic information, Client secret.",
  },
  {
    id: "line",
    name: "LINE",
    docs: "https://developers.line.biz/en/docs/messaging-api/receiving-messages",
    signatures: [bodyHmac("x-line-signature", { encoding: "base64" })],
    secretFrom: "Developers Console, the channel, Basic settings, Channel secret.",
  },
  {
    id: "notion",
    name: "Notion",
    docs: "https://developers.notion.com/reference/webhooks",
    signatures: [bodyHmac("x-notion-signature", { prefix: "sha256=" })],
    delivery: { id: { json: "id" }, idSigned: true },
    secretFrom: "The `verification_token` of the first request of the subscription.",
  },
  {
    id: "asana",
    name: "Asana",
    docs: "https://developers.asana.com/docs/webhooks-guide",
    signatures: [bodyHmac("x-hook-signature")],
    delivery: {
      retries: "Waits 10 s; tries for 24 hours, and then deletes the hook; 410 deletes it at once.",
    },
    secretFrom: "`X-Hook-Secret` of the handshake, one for each hook.",
  },
  {
    id: "typeform",
    name: "Typeform",
    docs: "https://www.typeform.com/developers/webhooks/secure-your-webhooks",
    signatures: [bodyHmac("typeform-signature", { encoding: "base64", prefix: "sha256=" })],
    delivery: {
      id: { json: "event_id" },
      idSigned: true,
      retries:
        "404 and 410 disable the hook at once; 408, 423, 429 and 503 are tried again for 10 hours.",
      acceptRefused: true,
    },
    secretFrom: "The text that you type in as the secret of the webhook.",
  },
  {
    id: "x",
    name: "X",
    docs: "https://docs.x.com/x-api/webhooks/quickstart",
    signatures: [
      bodyHmac("x-twitter-webhooks-signature", { encoding: "base64", prefix: "sha256=" }),
    ],
    handshake: "x",
    secretFrom: "The consumer secret of the app.",
  },
  {
    id: "jira",
    name: "Jira Cloud (webhooks of an administrator)",
    docs: "https://developer.atlassian.com/cloud/jira/platform/webhooks",
    signatures: [bodyHmac("x-hub-signature", { prefix: "sha256=" })],
    delivery: { id: { header: "x-atlassian-webhook-identifier" } },
    secretFrom: "The secret that you set in System, WebHooks; without one nothing is signed.",
  },
  {
    id: "bitbucket",
    name: "Bitbucket Cloud",
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
    id: "docusign",
    name: "DocuSign Connect",
    docs: "https://developers.docusign.com/platform/webhooks/connect/validate",
    signatures: [bodyHmac("x-docusign-signature-", { encoding: "base64", numbered: 100 })],
    delivery: { retries: "Answers from 400 up are tried again from 5 minutes on, for 15 days." },
    secretFrom: "Settings, Connect, Connect keys. Every active key signs.",
  },
  {
    id: "airtable",
    name: "Airtable",
    docs: "https://airtable.com/developers/web/api/webhooks-overview",
    signatures: [bodyHmac("x-airtable-content-mac", { prefix: "hmac-sha256=", key: "base64" })],
    delivery: { retries: "Waits 25 s for an answer with an empty body; tries 13 times in a day." },
    secretFrom: "`macSecretBase64` of the answer that created the webhook.",
  },
  {
    id: "cal-com",
    name: "Cal.com",
    docs: "https://cal.com/docs/developing/guides/automation/webhooks",
    signatures: [bodyHmac("x-cal-signature-256")],
    secretFrom: "The secret that you set on the webhook; without one nothing is signed.",
  },
  {
    id: "coinbase-commerce",
    name: "Coinbase Commerce",
    docs: "https://docs.cdp.coinbase.com/commerce-onchain/docs/webhooks-security",
    signatures: [bodyHmac("x-cc-webhook-signature")],
    delivery: { id: { json: "event.id" }, idSigned: true },
    secretFrom: "Settings, Notifications, Webhook shared secret.",
  },
  {
    id: "razorpay",
    name: "Razorpay",
    docs: "https://razorpay.com/docs/webhooks/validate-test",
    signatures: [bodyHmac("x-razorpay-signature")],
    delivery: { id: { header: "x-razorpay-event-id" } },
    secretFrom: "The secret that you set on the webhook.",
  },
  { id: "lemon-squeezy", name: "Lemon Squeezy", signatures: [bodyHmac("x-signature")] },
  { id: "clickup", name: "ClickUp", signatures: [bodyHmac("x-signature")] },
  { id: "modern-treasury", name: "Modern Treasury", signatures: [bodyHmac("x-signature")] },
  { id: "segment", name: "Segment", signatures: [bodyHmac("x-signature", { algorithm: "sha1" })] },
  {
    id: "woocommerce",
    name: "WooCommerce",
    signatures: [bodyHmac("x-wc-webhook-signature", { encoding: "base64" })],
    delivery: { id: { header: "x-wc-webhook-delivery-id" } },
  },
  { id: "tally", name: "Tally", signatures: [bodyHmac("tally-signature", { encoding: "base64" })] },
  {
    id: "xero",
    name: "Xero",
    signatures: [bodyHmac("x-xero-signature", { encoding: "base64" })],
    delivery: {
      retries: "The check of a new hook sends right and wrong signatures and wants 200 and 401.",
    },
  },
  {
    id: "circleci",
    name: "CircleCI",
    docs: "https://circleci.com/docs/guides/integration/outbound-webhooks",
    signatures: [bodyHmac("circleci-signature", { list: true, prefix: "v1=" })],
  },
  {
    id: "microsoft-teams",
    name: "Microsoft Teams (outgoing webhook)",
    docs: "https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-outgoing-webhook",
    signatures: [bodyHmac("authorization", { encoding: "base64", prefix: "HMAC ", key: "base64" })],
    delivery: { retries: "Waits 5 s, and posts the body of the answer into the channel." },
    secretFrom: "The security token that Teams shows once.",
  },
  {
    id: "grafana",
    name: "Grafana Alerting",
    docs: "https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier",
    signatures: [bodyHmac("x-grafana-alerting-signature")],
    secretFrom: "The HMAC secret that you set on the contact point.",
  },
  {
    id: "paystack",
    name: "Paystack",
    signatures: [bodyHmac("x-paystack-signature", { algorithm: "sha512" })],
  },
  {
    id: "authorize-net",
    name: "Authorize.Net",
    signatures: [
      bodyHmac("x-anet-signature", { algorithm: "sha512", prefix: "sha512=", key: "hex" }),
    ],
    secretFrom: "Account, API Credentials & Keys, Signature Key.",
  },
  { id: "gocardless", name: "GoCardless", signatures: [bodyHmac("webhook-signature")] },
  { id: "dwolla", name: "Dwolla", signatures: [bodyHmac("x-request-signature-sha-256")] },
  { id: "checkout-com", name: "Checkout.com", signatures: [bodyHmac("cko-signature")] },
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
    delivery: { retries: "With compression on, the compressed bytes are signed." },
  },
  { id: "ashby", name: "Ashby", signatures: [bodyHmac("ashby-signature", { prefix: "sha256=" })] },
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

// Vendors of messages, forms and documents that sign the body alone with a shared secret.
import type { Provider } from "./provider.ts";
import { bodyHmac } from "./schemes.ts";

export const MESSAGE_HMAC_PROVIDERS: readonly Provider[] = [
  {
    id: "meta",
    name: "Meta (Facebook, Instagram, WhatsApp)",
    docs: "https://developers.facebook.com/docs/graph-api/webhooks/getting-started",
    signatures: [bodyHmac("x-hub-signature-256", { prefix: "sha256=" })],
    handshake: "meta",
    delivery: {
      ttlSeconds: 604_800,
      retries:
        "Tries again for 36 hours, WhatsApp for 7 days; bodies hold up to 1,000 changes and 3 MB.",
      on4xx: "repeats",
    },
    secretFrom: "App Dashboard, Settings, Basic, App secret.",
  },
  {
    id: "intercom",
    name: "Intercom",
    deliveryMark: { json: "type", is: "notification_event" },
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
    id: "typeform",
    name: "Typeform",
    deliveryMark: { json: "event_type", is: "form_response" },
    docs: "https://www.typeform.com/developers/webhooks/secure-your-webhooks",
    signatures: [bodyHmac("typeform-signature", { encoding: "base64", prefix: "sha256=" })],
    delivery: {
      id: { json: "event_id" },
      idSigned: true,
      retries:
        "404 and 410 disable the hook at once; 408, 423, 429 and 503 are tried again for 10 hours.",
      on4xx: "disables",
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
    id: "linkedin",
    name: "LinkedIn",
    delivery: {
      retries:
        "Tries every 5 minutes for up to 8 hours; three failed checks of the URL in a row block it.",
      on4xx: "repeats",
    },
    docs: "https://learn.microsoft.com/linkedin/shared/api-guide/webhook-validation",
    signatures: [{ ...bodyHmac("x-li-signature"), signed: "hmacsha256={body}" }],
    handshake: "linkedin",
    secretFrom: "The client secret of the app.",
  },
  {
    id: "docusign",
    name: "DocuSign Connect",
    docs: "https://developers.docusign.com/platform/webhooks/connect/validate",
    signatures: [bodyHmac("x-docusign-signature-", { encoding: "base64", numbered: 100 })],
    delivery: {
      ttlSeconds: 1_296_000,
      retries: "Answers from 400 up are tried again from 5 minutes on, for 15 days.",
      on4xx: "repeats",
    },
    secretFrom: "Settings, Connect, Connect keys. Every active key signs.",
  },
  {
    id: "cal-com",
    name: "Cal.com",
    docs: "https://cal.com/docs/developing/guides/automation/webhooks",
    signatures: [bodyHmac("x-cal-signature-256")],
    secretFrom: "The secret that you set on the webhook; without one nothing is signed.",
  },
  {
    id: "tally",
    name: "Tally",
    docs: "https://tally.so/help/webhooks",
    delivery: {
      retries: "Waits 10 s; tries after 5 and 30 minutes, 1 and 6 hours, and a day.",
      on4xx: "repeats",
    },
    secretFrom:
      "The signing secret that you set in the form's Integrations; without one nothing is signed.",
    signatures: [bodyHmac("tally-signature", { encoding: "base64" })],
  },
  {
    id: "microsoft-teams",
    name: "Microsoft Teams (outgoing webhook)",
    docs: "https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-outgoing-webhook",
    signatures: [bodyHmac("authorization", { encoding: "base64", prefix: "HMAC ", key: "base64" })],
    delivery: { retries: "Waits 5 s, and posts the body of the answer into the channel." },
    secretFrom: "The security token that Teams shows once.",
  },
];

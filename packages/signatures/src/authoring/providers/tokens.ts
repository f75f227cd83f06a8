// Vendors that send a shared secret as it is: equal or not. Who sees one request can send others.

import { MONDAY_JWT } from "./jwt.ts";
import type { Provider } from "./provider.ts";

const BASIC = { basic: true } as const;

export const TOKEN_PROVIDERS: readonly Provider[] = [
  {
    id: "telegram",
    name: "Telegram",
    docs: "https://core.telegram.org/bots/api#setwebhook",
    token: { header: "x-telegram-bot-api-secret-token" },
    delivery: { id: { json: "update_id" } },
    secretFrom: "The `secret_token` that you passed to `setWebhook`.",
  },
  {
    id: "microsoft-graph",
    name: "Microsoft Graph",
    docs: "https://learn.microsoft.com/graph/change-notifications-delivery-webhooks",
    token: { body: "value[].clientState" },
    handshake: "microsoft-graph",
    delivery: {
      ttlSeconds: 18_000,
      retries:
        "Waits 3 s, else slows down; tries for 4 hours after 5xx and late answers; any 2xx ends it.",
    },
    secretFrom:
      "The `clientState` of the subscription; every notification of a batch must have it.",
  },
  {
    id: "figma",
    name: "Figma",
    docs: "https://developers.figma.com/docs/rest-api/webhooks-security",
    token: { body: "passcode" },
    delivery: { retries: "An answer of 400 stops the webhook at once.", on4xx: "disables" },
    secretFrom: "The `passcode` that you set when you created the webhook.",
  },
  { id: "datadog", name: "Datadog", token: { header: "authorization", prefix: "Bearer " } },
  { id: "new-relic", name: "New Relic", token: { header: "authorization", prefix: "Bearer " } },
  {
    id: "auth0",
    name: "Auth0 log streams",
    docs: "https://auth0.com/docs/customize/log-streams/custom-log-streams",
    token: { header: "authorization" },
    secretFrom: "The authorization token of the log stream, as it is.",
  },
  {
    id: "okta",
    name: "Okta",
    docs: "https://developer.okta.com/docs/concepts/event-hooks/",
    token: { header: "authorization" },
    handshake: "okta",
    secretFrom: "The authentication secret of the event hook.",
  },
  {
    id: "hugging-face",
    name: "Hugging Face",
    docs: "https://huggingface.co/docs/hub/webhooks",
    secretFrom: "The secret that you set on the webhook.",
    token: { header: "x-webhook-secret" },
  },
  { id: "cloudflare", name: "Cloudflare notifications", token: { header: "cf-webhook-auth" } },
  {
    id: "postmark",
    name: "Postmark",
    docs: "https://postmarkapp.com/developer/webhooks/webhooks-overview",
    secretFrom: "User name and password that you write into the URL of the webhook.",
    token: BASIC,
  },
  {
    id: "chargebee",
    name: "Chargebee",
    docs: "https://www.chargebee.com/docs/2.0/events_and_webhooks.html",
    secretFrom: "User name and password of the webhook's settings.",
    token: BASIC,
  },
  {
    id: "pipedrive",
    name: "Pipedrive",
    docs: "https://pipedrive.readme.io/docs/guide-for-webhooks-v2",
    delivery: {
      retries: "Tries after 3, 30 and 150 s; three days without a success delete the webhook.",
      on4xx: "repeats",
    },
    secretFrom: "`http_auth_user` and `http_auth_password` of the webhook.",
    token: BASIC,
  },
  { id: "sparkpost", name: "SparkPost", token: BASIC },
  {
    id: "ringcentral",
    name: "RingCentral",
    docs: "https://developers.ringcentral.com/guide/notifications/webhooks/receiving",
    secretFrom: "The `verificationToken` of the subscription.",
    token: { header: "verification-token" },
    handshake: "ringcentral",
  },
  {
    id: "google-calendar",
    name: "Google Calendar and Drive notifications",
    token: { header: "x-goog-channel-token" },
  },
  {
    id: "monday",
    name: "monday.com",
    docs: "https://developer.monday.com/api-reference/reference/webhooks",
    delivery: { retries: "Tries once a minute for 30 minutes.", on4xx: "repeats" },
    token: { query: "key" },
    jwt: MONDAY_JWT,
    handshake: "monday",
    secretFrom:
      "The signing secret of the app; or a token: choose one, and add `?key=…` to the URL of the webhook.",
  },
  {
    id: "mailchimp",
    name: "Mailchimp (audience webhooks)",
    docs: "https://mailchimp.com/developer/marketing/guides/sync-audience-data-webhooks/",
    token: { query: "key" },
    // A GET to the URL with its key must be a 200.
    handshake: "probe",
    body: ["form"],
    nestsForms: true,
    secretFrom: "Choose one, and add `?key=…` to the URL of the webhook.",
  },
  {
    id: "ebay",
    name: "eBay notifications",
    docs: "https://developer.ebay.com/marketplace-account-deletion",
    token: { query: "key" },
    handshake: "ebay",
    secretFrom: "Choose one, and add `?key=…` to the endpoint of the destination.",
  },
  {
    id: "feishu",
    name: "Feishu and Lark",
    // Version 2 of its events has the token in `header`, version 1 at the top.
    token: { body: ["header.token", "token"] },
    handshake: "feishu",
    secretFrom: "Events and callbacks, encryption strategy, verification token.",
  },
  {
    id: "cloudevents",
    name: "CloudEvents and Azure Event Grid",
    token: { query: "key" },
    handshake: "cloudevents",
    secretFrom: "Choose one, and add `?key=…` to the URL of the subscription.",
  },
  { id: "livechat", name: "LiveChat", token: { body: "secret_key" } },
  { id: "aircall", name: "Aircall", token: { body: "token" } },
  {
    id: "meraki",
    name: "Cisco Meraki",
    docs: "https://developer.cisco.com/meraki/webhooks/",
    delivery: {
      retries: "More than 100 failures in 24 hours disable the receiver.",
      on4xx: "disables",
    },
    secretFrom: "Network-wide, Alerts, Webhooks: the shared secret of the HTTP server.",
    token: { body: "sharedSecret" },
  },
  {
    id: "supabase-database",
    name: "Supabase database webhooks",
    token: { header: "authorization", prefix: "Bearer " },
  },
];

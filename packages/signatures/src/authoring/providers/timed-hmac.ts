// Vendors that sign a time stamp with the body, so that an old request cannot be sent again.
import type { Provider } from "./provider.ts";
import { pairs, timedHmac, versioned } from "./schemes.ts";

export const TIMED_HMAC_PROVIDERS: readonly Provider[] = [
  {
    id: "slack",
    name: "Slack",
    deliveryMark: { json: "type", is: "event_callback" },
    docs: "https://docs.slack.dev/authentication/verifying-requests-from-slack",
    signatures: [versioned("x-slack-signature", "x-slack-request-timestamp")],
    handshake: "slack",
    // Slash commands are forms, and what people press comes as JSON in the field `payload` of one.
    body: ["json", "form"],
    delivery: {
      id: { json: "event_id" },
      idSigned: true,
      retries: "Waits 3 s; tries three times more: at once, after 1 minute, after 5 minutes.",
      on4xx: "repeats",
    },
    secretFrom: "The app's page, Basic Information, Signing Secret.",
  },
  {
    id: "zoom",
    name: "Zoom",
    docs: "https://developers.zoom.us/docs/api/webhooks",
    signatures: [versioned("x-zm-signature", "x-zm-request-timestamp")],
    handshake: "zoom",
    delivery: {
      ttlSeconds: 7_200,
      retries: "Waits 3 s; tries three times more: after 5, 20 and 60 minutes.",
      on4xx: "repeats",
    },
    secretFrom: "App Marketplace, the app, Feature, Secret Token.",
  },
  {
    id: "calendly",
    name: "Calendly",
    docs: "https://developer.calendly.com/api-docs/ZG9jOjQ2NDA2NA-webhook-signatures",
    secretFrom: "The signing key of the webhook subscription.",
    signatures: [
      pairs("calendly-webhook-signature", {
        timestamp: { pair: "t", unit: "s", toleranceSeconds: 180 },
      }),
    ],
  },
  { id: "mux", name: "Mux", signatures: [pairs("mux-signature")] },
  {
    id: "workos",
    name: "WorkOS",
    docs: "https://workos.com/docs/events/data-syncing/webhooks",
    signatures: [
      pairs("workos-signature", { timestamp: { pair: "t", unit: "ms", toleranceSeconds: 180 } }),
    ],
    delivery: { id: { json: "id" }, idSigned: true },
    secretFrom: "Dashboard, Developer, Webhooks, the endpoint, Signing secret.",
  },
  {
    id: "elevenlabs",
    name: "ElevenLabs",
    docs: "https://elevenlabs.io/docs/overview/administration/webhooks",
    signatures: [
      pairs("elevenlabs-signature", {
        key: "v0",
        timestamp: { pair: "t", unit: "s", toleranceSeconds: 1800 },
      }),
    ],
  },
  {
    id: "zendesk",
    name: "Zendesk",
    otherIdHeader: "x-zendesk-webhook-invocation-id",
    docs: "https://developer.zendesk.com/documentation/webhooks/verifying",
    signatures: [
      timedHmac({
        signature: { header: "x-zendesk-webhook-signature" },
        encoding: "base64",
        signed: "{timestamp}{body}",
        timestamp: { header: "x-zendesk-webhook-signature-timestamp", unit: "iso" },
      }),
    ],
    delivery: {
      retries:
        "Waits 12 s; tries 409 three times, and 429 and 503 where they ask for less than 60 s; a breaker stops the hook at 70 % errors.",
    },
    secretFrom: "Admin Center, Webhooks, the webhook, Reveal secret.",
  },
  {
    id: "twitch",
    name: "Twitch EventSub",
    deliveryMark: "id",
    docs: "https://dev.twitch.tv/docs/eventsub/handling-webhook-events",
    signatures: [
      timedHmac({
        signature: { header: "twitch-eventsub-message-signature", prefix: "sha256=" },
        signed: "{id}{timestamp}{body}",
        timestamp: {
          header: "twitch-eventsub-message-timestamp",
          unit: "iso",
          toleranceSeconds: 600,
        },
        id: { header: "twitch-eventsub-message-id" },
      }),
    ],
    handshake: "twitch",
    delivery: {
      id: { header: "twitch-eventsub-message-id" },
      idSigned: true,
      retries: "Waits a few seconds, and revokes the subscription after repeated failures.",
      on4xx: "disables",
    },
    secretFrom: "The secret of 10 to 100 characters that you sent with the subscription.",
  },
  {
    id: "customer-io",
    name: "Customer.io",
    docs: "https://docs.customer.io/integrations/data-out/connections/webhooks/",
    secretFrom: "Integrations, Reporting Webhooks: the signing key.",
    signatures: [
      timedHmac({
        signature: { header: "x-cio-signature" },
        signed: "v0:{timestamp}:{body}",
        timestamp: { header: "x-cio-timestamp", unit: "s" },
      }),
    ],
    delivery: {
      id: { json: "event_id" },
      idSigned: true,
      ttlSeconds: 604_800,
      retries: "Waits 4 s; tries for 7 days; after most errors it waits an hour longer.",
      on4xx: "repeats",
    },
  },
  {
    id: "statsig",
    name: "Statsig",
    docs: "https://docs.statsig.com/integrations/event_webhook",
    secretFrom: "Project Settings, Integrations, the webhook.",
    signatures: [versioned("x-statsig-signature", "x-statsig-request-timestamp", "ms")],
  },
  {
    id: "persona",
    name: "Persona",
    docs: "https://docs.withpersona.com/webhooks-best-practices",
    secretFrom: "Dashboard, Webhooks, the webhook, Webhook secret.",
    signatures: [
      pairs("persona-signature", {
        signature: {
          header: "persona-signature",
          pairs: { separator: ",", groups: " ", key: "v1" },
        },
      }),
    ],
    delivery: { id: { json: "data.id" }, idSigned: true },
  },
  {
    id: "front",
    name: "Front",
    docs: "https://dev.frontapp.com/docs/application-webhooks",
    delivery: {
      retries: "Tries three times on 408, 429, 500 and late answers, and then disables the hook.",
    },
    handshake: "front",
    secretFrom: "The signing key of the app.",
    signatures: [
      timedHmac({
        signature: { header: "x-front-signature" },
        encoding: "base64",
        signed: "{timestamp}:{body}",
        timestamp: { header: "x-front-request-timestamp", unit: "ms" },
      }),
    ],
  },
  {
    id: "webflow",
    name: "Webflow",
    docs: "https://developers.webflow.com/data/docs/working-with-webhooks",
    signatures: [
      timedHmac({
        signature: { header: "x-webflow-signature" },
        signed: "{timestamp}:{body}",
        timestamp: { header: "x-webflow-timestamp", unit: "ms" },
      }),
    ],
  },
  {
    id: "sanity",
    name: "Sanity",
    docs: "https://www.sanity.io/docs/webhooks",
    secretFrom: "The secret that you set on the webhook at sanity.io/manage.",
    signatures: [
      pairs("sanity-webhook-signature", {
        encoding: "base64url",
        timestamp: { pair: "t", unit: "ms" },
      }),
    ],
    delivery: {
      id: { header: "idempotency-key" },
      retries: "Waits 30 s; tries twice more, 30 s apart.",
    },
  },
  {
    id: "knock",
    name: "Knock",
    docs: "https://docs.knock.app/developer-tools/outbound-webhooks/overview",
    delivery: {
      id: { json: "id" },
      idSigned: true,
      retries: "Tries up to 8 times after any answer that is not 2xx.",
      on4xx: "repeats",
    },
    secretFrom: "The signing secret of the webhook, in the dashboard; not the API key.",
    signatures: [
      pairs("x-knock-signature", {
        key: "s",
        encoding: "base64",
        timestamp: { pair: "t", unit: "ms" },
      }),
    ],
  },
];

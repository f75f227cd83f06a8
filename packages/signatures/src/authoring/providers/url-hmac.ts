// Vendors that sign the public URL of the hook: the config names it, because a proxy may change what arrives.
import type { Provider } from "./provider.ts";

export const URL_HMAC_PROVIDERS: readonly Provider[] = [
  {
    id: "twilio",
    name: "Twilio",
    docs: "https://www.twilio.com/docs/usage/webhooks/webhooks-security",
    // A form is signed field by field; any other body by its hash in the query of the URL.
    signatures: [
      {
        scheme: "hmac",
        algorithm: "sha1",
        key: "utf8",
        signature: { header: "x-twilio-signature" },
        encoding: "base64",
        signed: "{url}{form:sorted}",
        bodyHash: { query: "bodySHA256" },
      },
    ],
    needsPublicUrl: true,
    body: ["form", "json"],
    secretFrom: "Console, Account, Auth Token.",
  },
  {
    id: "mandrill",
    name: "Mandrill",
    signatures: [
      {
        scheme: "hmac",
        algorithm: "sha1",
        key: "utf8",
        signature: { header: "x-mandrill-signature" },
        encoding: "base64",
        signed: "{url}{form:sorted}",
      },
    ],
    needsPublicUrl: true,
    // A HEAD, before the key exists.
    handshake: "probe",
    body: ["form"],
    payloadField: "mandrill_events",
    secretFrom: "Settings, Webhooks, the webhook, Key.",
  },
  {
    id: "hubspot",
    name: "HubSpot",
    docs: "https://developers.hubspot.com/docs/apps/legacy-apps/authentication/validating-requests",
    signatures: [
      {
        scheme: "hmac",
        algorithm: "sha256",
        key: "utf8",
        signature: { header: "x-hubspot-signature-v3" },
        encoding: "base64",
        signed: "{method}{url}{body}{timestamp}",
        timestamp: { header: "x-hubspot-request-timestamp", unit: "ms", toleranceSeconds: 300 },
      },
    ],
    needsPublicUrl: true,
    delivery: { id: { json: "eventId" }, idSigned: true },
    secretFrom: "The client secret of the app.",
  },
  {
    id: "square",
    name: "Square",
    deliveryMark: { json: "merchant_id" },
    docs: "https://developer.squareup.com/docs/webhooks/step3validate",
    signatures: [
      {
        scheme: "hmac",
        algorithm: "sha256",
        key: "utf8",
        signature: { header: "x-square-hmacsha256-signature" },
        encoding: "base64",
        signed: "{url}{body}",
      },
    ],
    needsPublicUrl: true,
    delivery: {
      id: { json: "event_id" },
      idSigned: true,
      retries: "Waits 10 s for 2xx; tries again for up to 24 hours.",
      on4xx: "repeats",
    },
    secretFrom: "Developer Console, Webhooks, the subscription, Signature key.",
  },
  {
    id: "trello",
    name: "Trello",
    deliveryMark: { json: "action.idMemberCreator" },
    docs: "https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks",
    signatures: [
      {
        scheme: "hmac",
        algorithm: "sha1",
        key: "utf8",
        signature: { header: "x-trello-webhook" },
        encoding: "base64",
        signed: "{body}{url}",
      },
    ],
    needsPublicUrl: true,
    handshake: "trello",
    delivery: {
      id: { json: "action.id" },
      idSigned: true,
      retries:
        "Tries after 30, 60 and 120 s, and removes the hook after about 30 days of failures.",
      on4xx: "repeats",
    },
    secretFrom: "https://trello.com/power-ups/admin, the app, API key, Secret.",
  },
];

// Vendors that sign with a private key: the config names their public one.
import type { Provider } from "./provider.ts";

export const PUBLIC_KEY_PROVIDERS: readonly Provider[] = [
  {
    id: "discord",
    name: "Discord",
    docs: "https://docs.discord.com/developers/events/webhook-events",
    signatures: [
      {
        scheme: "publicKey",
        algorithm: "ed25519",
        key: "raw-hex",
        signature: { header: "x-signature-ed25519" },
        encoding: "hex",
        signed: "{timestamp}{body}",
        timestamp: { header: "x-signature-timestamp", unit: "s", toleranceSeconds: 300 },
      },
    ],
    handshake: "discord",
    delivery: {
      ttlSeconds: 900,
      retries:
        "Waits 3 s; tries for 10 minutes. It sends wrong signatures on purpose, and removes a hook that does not answer them with 401.",
      on4xx: "repeats",
    },
    secretFrom: "Developer Portal, the application, General Information, Public Key.",
  },
  {
    id: "telnyx",
    name: "Telnyx",
    deliveryMark: { json: "data.record_type", is: "event" },
    docs: "https://developers.telnyx.com",
    signatures: [
      {
        scheme: "publicKey",
        algorithm: "ed25519",
        key: "raw-base64",
        signature: { header: "telnyx-signature-ed25519" },
        encoding: "base64",
        signed: "{timestamp}|{body}",
        timestamp: { header: "telnyx-timestamp", unit: "s", toleranceSeconds: 300 },
      },
    ],
    delivery: {
      id: { json: "data.id" },
      idSigned: true,
      retries: "Waits 2 s, then tries the failover URL.",
    },
    secretFrom: "Mission Control Portal, Keys & Credentials, Public Key.",
  },
  {
    id: "sendgrid",
    name: "SendGrid Event Webhook",
    docs: "https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features",
    signatures: [
      {
        scheme: "publicKey",
        algorithm: "ecdsa-p256",
        key: "spki",
        signature: { header: "x-twilio-email-event-webhook-signature" },
        encoding: "base64",
        signed: "{timestamp}{body}",
        timestamp: {
          header: "x-twilio-email-event-webhook-timestamp",
          unit: "s",
          toleranceSeconds: 300,
        },
      },
    ],
    delivery: {
      retries: "Tries again for 24 hours after any answer that is not 2xx, each time later.",
      on4xx: "repeats",
    },
    secretFrom: "Settings, Mail Settings, Event Webhook, Signature Verification, Public Key.",
  },
];

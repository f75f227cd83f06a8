// SendGrid Event Webhook.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
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
    retries:
      "After any answer that is not 2xx, tries again, with growing waits, until 24 hours have passed.",
    on4xx: "repeats",
  },
  secretFrom: "Settings, Mail Settings, Event Webhook, Signature Verification, Public Key.",
};

export const page: VendorPage = {
  notes: [
    "The signature is DER in base64, and the key is the base64 that the settings show.",
    "Its page does not say whether an attempt hours later has a new time stamp. If the records show late ones as `timestamp_too_old`, write `toleranceSeconds: 86400`, for which a captured request then is accepted, too.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "delivered",
    body: ({ id, seconds }) => [
      {
        email: "ben@example.com",
        timestamp: seconds,
        event: "delivered",
        "smtp-id": "<1@example.com>",
        sg_event_id: id,
        sg_message_id: "1.filter0001",
        response: "250 OK",
      },
    ],
  },
];

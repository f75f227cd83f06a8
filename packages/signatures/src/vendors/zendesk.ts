// Zendesk.
import { timedHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
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
      "Waits 12 s; sends an event again up to three times after a 409, and after a 429 or 503 with a `Retry-After` below 60 s; stops the hook when 70 % of the answers are errors.",
  },
  secretFrom: "Admin Center, Webhooks, the webhook, Reveal secret.",
};

export const page: VendorPage = {
  notes: [
    "The test button signs with a secret that is the same for all customers; do not accept it.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "zen:event-type:ticket.created",
    body: ({ id, iso }) => ({
      type: "zen:event-type:ticket.created",
      account_id: 12514403,
      id,
      time: iso,
      zendesk_event_version: "2022-11-06",
      subject: "zen:ticket:1",
      event: {},
      detail: { id: "1", subject: "A question", status: "NEW", priority: "NORMAL" },
    }),
  },
];

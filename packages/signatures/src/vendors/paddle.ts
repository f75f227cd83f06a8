// Paddle Billing.
import { timedHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "paddle",
  name: "Paddle Billing",
  deliveryMark: { json: "notification_id" },
  docs: "https://developer.paddle.com/webhooks/signature-verification",
  signatures: [
    timedHmac({
      signature: { header: "paddle-signature", pairs: { separator: ";", key: "h1" } },
      signed: "{timestamp}:{body}",
      timestamp: { pair: "ts", unit: "s" },
    }),
  ],
  delivery: { id: { json: "event_id" }, idSigned: true },
  secretFrom: "Developer Tools, Notifications, the destination, Secret key.",
};

export const page: VendorPage = {
  notes: [
    "Paddle's own library accepts 5 s and only the last signature, which fails during a rotation.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "transaction.completed",
    body: ({ id, iso }) => ({
      event_id: `evt_${id}`,
      event_type: "transaction.completed",
      occurred_at: iso,
      notification_id: `ntf_${id}`,
      data: {
        id: "txn_1",
        status: "completed",
        customer_id: "ctm_1",
        currency_code: "EUR",
        details: { totals: { total: "2500", tax: "399", currency_code: "EUR" } },
      },
    }),
  },
];

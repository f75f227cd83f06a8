// Airwallex.
import { timedHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "airwallex",
  name: "Airwallex",
  docs: "https://www.airwallex.com/docs/developer-tools/webhooks/listen-for-webhook-events",
  signatures: [
    timedHmac({
      signature: { header: "x-signature" },
      signed: "{timestamp}{body}",
      timestamp: { header: "x-timestamp", unit: "ms" },
    }),
  ],
  delivery: {
    id: { json: "id" },
    idSigned: true,
    ttlSeconds: 345_600,
    retries: "Tries again for about three days after any answer that is not 2xx.",
    on4xx: "repeats",
  },
  secretFrom: "Settings, Developer, Webhooks: the secret of the URL.",
};

export const samples: readonly Sample[] = [
  {
    event: "payment_intent.succeeded",
    body: ({ id, iso }) => ({
      id,
      name: "payment_intent.succeeded",
      account_id: "acct_1",
      created_at: iso,
      data: { object: { id: "int_1", amount: 40, currency: "EUR", status: "SUCCEEDED" } },
    }),
  },
];

// Recurly.
import { timedHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "recurly",
  name: "Recurly",
  docs: "https://docs.recurly.com/recurly-subscriptions/docs/signature-verification",
  signatures: [
    timedHmac({
      signature: { header: "recurly-signature", list: true },
      signed: "{timestamp}.{body}",
      timestamp: { pair: "1", unit: "ms" },
    }),
  ],
  delivery: { id: { json: "id" }, idSigned: true },
  secretFrom: "Integrations, Webhooks, the endpoint: its secret key.",
};

export const page: VendorPage = {
  notes: ["Recurly signs only webhooks in JSON: choose JSON as the format of the endpoint."],
};

export const samples: readonly Sample[] = [
  {
    event: "account.updated",
    body: ({ id, iso }) => ({
      id,
      object_type: "account",
      site_id: "acme",
      event_type: "updated",
      event_time: iso,
      account_code: "customer-1",
    }),
  },
];

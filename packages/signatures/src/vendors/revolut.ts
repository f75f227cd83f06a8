// Revolut, Merchant and Business.
import { timedHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "revolut",
  name: "Revolut",
  docs: "https://developer.revolut.com/docs/guides/merchant/monitor-and-observe/webhooks/verify-the-payload-signature",
  signatures: [
    timedHmac({
      signature: { header: "revolut-signature", list: true, prefix: "v1=" },
      signed: "v1.{timestamp}.{body}",
      timestamp: { header: "revolut-request-timestamp", unit: "ms" },
    }),
  ],
  delivery: { retries: "Tries three times more, 10 minutes apart." },
  secretFrom: "`signing_secret` (`wsk_…`) of the answer that created the webhook.",
};

export const page: VendorPage = {
  notes: ["While a secret is replaced, the header has a signature of each; one match is enough."],
};

export const samples: readonly Sample[] = [
  {
    event: "ORDER_COMPLETED",
    body: ({ id }) => ({
      event: "ORDER_COMPLETED",
      order_id: id,
      merchant_order_ext_ref: "Order 12",
    }),
  },
];

// WooCommerce.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "woocommerce",
  name: "WooCommerce",
  docs: "https://developer.woocommerce.com/docs/webhooks/",
  secretFrom: "The secret of the webhook, in the settings of WooCommerce.",
  signatures: [bodyHmac("x-wc-webhook-signature", { encoding: "base64" })],
  handshake: "woocommerce",
  delivery: { id: { header: "x-wc-webhook-delivery-id" } },
};

export const page: VendorPage = {
  notes: [
    "When a webhook is saved, WooCommerce posts an unsigned form, `webhook_id=` and a number: it gets 200 and starts no run.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "order.created",
    headers: {
      "x-wc-webhook-topic": "order.created",
      "x-wc-webhook-resource": "order",
      "x-wc-webhook-event": "created",
      "x-wc-webhook-source": "https://shop.example.com/",
    },
    body: ({ iso }) => ({
      id: 727,
      number: "727",
      status: "processing",
      currency: "EUR",
      total: "25.00",
      date_created_gmt: iso.slice(0, 19),
      billing: { first_name: "Ben", email: "ben@example.com" },
      line_items: [{ id: 1, name: "Teapot", quantity: 1, total: "25.00" }],
    }),
  },
];

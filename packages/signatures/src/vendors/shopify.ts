// Shopify.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "shopify",
  name: "Shopify",
  deliveryMark: "id",
  docs: "https://shopify.dev/docs/apps/build/webhooks/verify-deliveries",
  signatures: [bodyHmac(["x-shopify-hmac-sha256", "shopify-hmac-sha256"], { encoding: "base64" })],
  delivery: {
    id: { header: "x-shopify-webhook-id" },
    retries:
      "Waits 5 s; tries 8 times in 4 hours, and then deletes subscriptions that the Admin API made.",
    on4xx: "repeats",
  },
  secretFrom:
    "The client secret of the app. After a rotation the old one signs for up to an hour: list both.",
};

export const page: VendorPage = {
  notes: [
    "After a rotation the old secret signs for up to an hour: keep both in `secrets`.",
    "New apps may send `Shopify-Hmac-Sha256` instead of `X-Shopify-Hmac-SHA256`; either is accepted.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "orders/create",
    headers: {
      "x-shopify-topic": "orders/create",
      "x-shopify-shop-domain": "acme.myshopify.com",
      "x-shopify-api-version": "2025-07",
    },
    body: ({ iso }) => ({
      id: 5500000000001,
      name: "#1001",
      order_number: 1001,
      email: "ben@example.com",
      created_at: iso,
      currency: "EUR",
      total_price: "25.00",
      financial_status: "paid",
      fulfillment_status: null,
      note: "Please deliver after six.",
      customer: { id: 7, first_name: "Ben", last_name: "B", email: "ben@example.com" },
      line_items: [{ id: 1, title: "Teapot", quantity: 1, price: "25.00", sku: "TEA-1" }],
    }),
  },
  {
    event: "products/update",
    headers: {
      "x-shopify-topic": "products/update",
      "x-shopify-shop-domain": "acme.myshopify.com",
      "x-shopify-api-version": "2025-07",
    },
    body: ({ iso }) => ({
      id: 788032119674292900,
      title: "Teapot",
      vendor: "Acme",
      product_type: "Kitchen",
      status: "active",
      updated_at: iso,
      variants: [{ id: 642667041472714000, title: "Blue", price: "25.00", sku: "TEA-1" }],
    }),
  },
];

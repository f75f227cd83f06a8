// Shops and payments: vendors that sign the body, alone or with a time stamp, with a shared secret.
import type { Provider } from "./provider.ts";
import { bodyHmac, pairs, timedHmac } from "./schemes.ts";

export const PAYMENT_PROVIDERS: readonly Provider[] = [
  {
    id: "stripe",
    name: "Stripe",
    deliveryMark: { json: "object", is: "event" },
    docs: "https://docs.stripe.com/webhooks/signature",
    // The secret's `whsec_` is a part of the key here, unlike in Standard Webhooks; `v0` is for tests.
    signatures: [pairs("stripe-signature")],
    delivery: {
      id: { json: "id" },
      idSigned: true,
      ttlSeconds: 259_200,
      retries:
        "Tries for three days after any answer that is not 2xx (in a sandbox three times in some hours), each time with a new time stamp.",
      on4xx: "repeats",
    },
    secretFrom: "Workbench, Webhooks, the destination, Signing secret: `whsec_…`.",
  },
  {
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
  },
  { id: "shippo", name: "Shippo", signatures: [pairs("shippo-auth-signature")] },
  {
    id: "orb",
    name: "Orb",
    docs: "https://docs.withorb.com/integrations-and-exports/webhooks",
    delivery: { id: { json: "id" }, idSigned: true },
    secretFrom: "The signing secret of the endpoint, in the dashboard; not the API key.",
    signatures: [
      timedHmac({
        signature: { header: "x-orb-signature", prefix: "v1=" },
        signed: "v1:{timestamp}:{body}",
        timestamp: { header: "x-orb-timestamp", unit: "iso", withoutZone: true },
      }),
    ],
  },
  {
    id: "shopify",
    name: "Shopify",
    deliveryMark: "id",
    docs: "https://shopify.dev/docs/apps/build/webhooks/verify-deliveries",
    signatures: [
      bodyHmac(["x-shopify-hmac-sha256", "shopify-hmac-sha256"], { encoding: "base64" }),
    ],
    delivery: {
      id: { header: "x-shopify-webhook-id" },
      retries:
        "Waits 5 s; tries 8 times in 4 hours, and then deletes subscriptions that the Admin API made.",
      on4xx: "repeats",
    },
    secretFrom:
      "The client secret of the app. After a rotation the old one signs for up to an hour: list both.",
  },
  {
    id: "coinbase-commerce",
    name: "Coinbase Commerce",
    docs: "https://docs.cdp.coinbase.com/commerce-onchain/docs/webhooks-security",
    signatures: [bodyHmac("x-cc-webhook-signature")],
    delivery: {
      id: { json: "event.id" },
      idSigned: true,
      acknowledge: 200,
      ttlSeconds: 259_200,
      retries: "Wants 200; tries again for up to three days, at most an hour apart.",
      on4xx: "repeats",
    },
    secretFrom: "Settings, Notifications, Webhook shared secret.",
  },
  {
    id: "razorpay",
    name: "Razorpay",
    docs: "https://razorpay.com/docs/webhooks/validate-test",
    signatures: [bodyHmac("x-razorpay-signature")],
    delivery: { id: { header: "x-razorpay-event-id" } },
    secretFrom: "The secret that you set on the webhook.",
  },
  { id: "lemon-squeezy", name: "Lemon Squeezy", signatures: [bodyHmac("x-signature")] },
  { id: "modern-treasury", name: "Modern Treasury", signatures: [bodyHmac("x-signature")] },
  {
    id: "woocommerce",
    name: "WooCommerce",
    docs: "https://developer.woocommerce.com/docs/webhooks/",
    secretFrom: "The secret of the webhook, in the settings of WooCommerce.",
    signatures: [bodyHmac("x-wc-webhook-signature", { encoding: "base64" })],
    handshake: "woocommerce",
    delivery: { id: { header: "x-wc-webhook-delivery-id" } },
  },
  {
    id: "xero",
    name: "Xero",
    docs: "https://developer.xero.com/documentation/guides/webhooks/configuring-your-server/",
    secretFrom: "The webhooks signing key of the app, in the developer portal.",
    signatures: [bodyHmac("x-xero-signature", { encoding: "base64" })],
    delivery: {
      retries: "The check of a new hook sends right and wrong signatures and wants 200 and 401.",
    },
  },
  {
    id: "paystack",
    name: "Paystack",
    docs: "https://paystack.com/docs/payments/webhooks/",
    delivery: {
      retries: "Waits 30 s; tries every 3 minutes four times, then hourly for 72 hours.",
      on4xx: "repeats",
    },
    secretFrom:
      "Dashboard, Settings, API Keys & Webhooks, the secret key; test and live have different ones.",
    signatures: [bodyHmac("x-paystack-signature", { algorithm: "sha512" })],
  },
  {
    id: "authorize-net",
    name: "Authorize.Net",
    // The key is the text of 128 hexadecimal digits, and not what they stand for.
    signatures: [bodyHmac("x-anet-signature", { algorithm: "sha512", prefix: "sha512=" })],
    secretFrom: "Account, API Credentials & Keys, Signature Key.",
  },
  {
    id: "gocardless",
    name: "GoCardless",
    docs: "https://developer.gocardless.com/getting-started/api/staying-up-to-date-with-webhooks/",
    delivery: { retries: "Sends the whole batch of events again when it fails.", on4xx: "repeats" },
    secretFrom: "The secret of the webhook endpoint.",
    signatures: [bodyHmac("webhook-signature")],
  },
  { id: "dwolla", name: "Dwolla", signatures: [bodyHmac("x-request-signature-sha-256")] },
  { id: "checkout-com", name: "Checkout.com", signatures: [bodyHmac("cko-signature")] },
];

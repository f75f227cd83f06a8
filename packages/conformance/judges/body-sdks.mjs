// @ts-check
// SDKs of vendors that sign the body alone → judges.
import { importFile, load } from "./load-sdk.mjs";

/** @typedef {import("./load-sdk.mjs").Judge} Judge */

/** @type {readonly Judge[]} */
export const BODY_JUDGES = [
  {
    library: "@octokit/webhooks-methods",
    providers: ["github"],
    verify: async ({ secret, body, headers }) => {
      const { verify } = await importFile("@octokit/webhooks-methods/dist-node/index.js");
      return verify(secret, body, headers["x-hub-signature-256"] ?? "");
    },
    sign: async ({ secret, body }) => {
      const { sign } = await importFile("@octokit/webhooks-methods/dist-node/index.js");
      return { "x-hub-signature-256": await sign(secret, body) };
    },
  },
  {
    library: "@kapso/whatsapp-cloud-api",
    providers: ["meta"],
    ownOf: [],
    note: "not Meta's own",
    verify: ({ secret, body, headers }) =>
      load("@kapso/whatsapp-cloud-api/server").verifySignature({
        appSecret: secret,
        rawBody: body,
        signatureHeader: headers["x-hub-signature-256"],
      }),
  },
  {
    library: "@shopify/shopify-api",
    providers: ["shopify"],
    verify: async ({ secret, body, headers, url, method }) => {
      load("@shopify/shopify-api/adapters/web-api");
      const { shopifyApi } = load("@shopify/shopify-api");
      const shopify = shopifyApi({
        apiKey: "none",
        apiSecretKey: secret,
        apiVersion: "2025-07",
        hostName: "hooks.example",
        isEmbeddedApp: false,
        logger: { log: () => undefined },
      });
      const wanted = {
        "x-shopify-topic": "orders/create",
        "x-shopify-shop-domain": "shop.myshopify.com",
        "x-shopify-api-version": "2025-07",
        "x-shopify-webhook-id": "1",
      };
      const rawRequest = new Request(url, { method, headers: { ...wanted, ...headers }, body });
      return (await shopify.webhooks.validate({ rawBody: body, rawRequest })).valid;
    },
  },
  {
    library: "@linear/sdk",
    providers: ["linear"],
    checksTime: true,
    verify: async ({ secret, body, headers }) => {
      const { LinearWebhookClient } = await importFile("@linear/sdk/dist/webhooks/index.mjs");
      const { webhookTimestamp } = JSON.parse(body);
      return new LinearWebhookClient(secret).verify(
        Buffer.from(body),
        headers["linear-signature"],
        webhookTimestamp,
      );
    },
  },
  {
    library: "@line/bot-sdk",
    providers: ["line"],
    verify: ({ secret, body, headers }) =>
      load("@line/bot-sdk").validateSignature(body, secret, headers["x-line-signature"]),
  },
  {
    library: "@notionhq/client",
    providers: ["notion"],
    verify: ({ secret, body, headers }) =>
      load("@notionhq/client").verifyWebhookSignature({
        body,
        signature: headers["x-notion-signature"],
        verificationToken: secret,
      }),
    sign: async ({ secret, body }) => ({
      "x-notion-signature": await load("@notionhq/client").signWebhookPayload({
        body,
        verificationToken: secret,
      }),
    }),
  },
  {
    library: "coinbase-commerce-node",
    providers: ["coinbase-commerce"],
    verify: ({ secret, body, headers }) =>
      load("coinbase-commerce-node").Webhook.verifySigHeader(
        body,
        headers["x-cc-webhook-signature"],
        secret,
      ),
    sign: ({ secret, body }) => ({
      "x-cc-webhook-signature": load("coinbase-commerce-node").Webhook.computeSignature(
        body,
        secret,
      ),
    }),
  },
  {
    library: "razorpay",
    providers: ["razorpay"],
    verify: ({ secret, body, headers }) =>
      load("razorpay").validateWebhookSignature(body, headers["x-razorpay-signature"], secret),
  },
];

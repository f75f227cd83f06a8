// @ts-check
// SDKs of vendors → judges: what verifies our signatures, and what signs for our verifier to check.
//
// Why: a signer and a verifier of one hand agree also where both are wrong.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * @typedef {object} JudgedRequest
 * @property {string} secret as the vendor shows it; the public key where it signs with a private one
 * @property {string} body
 * @property {Readonly<Record<string, string>>} headers lower-case names
 * @property {string} url the public URL with the query
 * @property {string} method
 * @property {number} sentAt milliseconds since the epoch
 * @property {string} id of the delivery
 *
 * @typedef {object} Judge
 * @property {string} library its name on npm
 * @property {readonly string[]} providers whose scheme it speaks
 * @property {string} [note] what it does not do
 * @property {true} [rewritesBody] whether it parses the body and signs what it writes
 * @property {boolean} [checksTime] whether it refuses what is too old
 * @property {(request: JudgedRequest) => unknown} verify false, undefined or an exception: refused
 * @property {(request: JudgedRequest) => Record<string, string> | Promise<Record<string, string>>} [sign]
 */

const load = createRequire(import.meta.url);

/** For libraries that have ES modules alone. @param {string} path */
const importFile = (path) => import(new URL(`node_modules/${path}`, import.meta.url).href);

/** @param {string} name of a package */
export function versionOf(name) {
  const file = new URL(`node_modules/${name}/package.json`, import.meta.url);
  return String(JSON.parse(readFileSync(file, "utf8")).version);
}

/** @param {string} secret */
const standard = (secret) => new (load("standardwebhooks").Webhook)(secret);

/** @param {string} text */
const base64 = (text) => Buffer.from(text).toString("base64");

/** @param {unknown} result of a check that throws where it refuses */
const accepted = (result) => result !== false;

/** @param {JudgedRequest} request @param {string} prefix @param {string} signature */
const standardHeaders = ({ id, sentAt }, prefix, signature) => ({
  [`${prefix}-id`]: id,
  [`${prefix}-timestamp`]: String(Math.floor(sentAt / 1000)),
  [`${prefix}-signature`]: signature,
});

/** @type {readonly Judge[]} */
const STANDARD = [
  {
    library: "standardwebhooks",
    providers: [
      "standard-webhooks",
      "gitlab",
      "anthropic",
      "supabase-auth",
      "render",
      "brex",
      "incident-io",
      "loops",
      "lithic",
      "shipbob",
      "increase",
      "etsy",
      "recall-ai",
      "gemini",
      "bigcommerce",
    ],
    checksTime: true,
    verify: ({ secret, body, headers }) =>
      accepted(standard(secret.replace(/^v1,/, "")).verify(body, headers)),
    sign: (request) => {
      const { secret, id, sentAt, body } = request;
      return standardHeaders(request, "webhook", standard(secret).sign(id, new Date(sentAt), body));
    },
  },
  {
    library: "standardwebhooks",
    providers: ["polar"],
    note: "the vendor's SDK calls it with the text of the secret in base64",
    checksTime: true,
    verify: ({ secret, body, headers }) => accepted(standard(base64(secret)).verify(body, headers)),
    sign: (request) => {
      const { secret, id, sentAt, body } = request;
      const signature = standard(base64(secret)).sign(id, new Date(sentAt), body);
      return standardHeaders(request, "webhook", signature);
    },
  },
  {
    library: "svix",
    providers: ["svix", "stytch", "vanta"],
    checksTime: true,
    verify: ({ secret, body, headers }) =>
      accepted(new (load("svix").Webhook)(secret).verify(body, headers)),
    sign: (request) => {
      const { secret, id, sentAt, body } = request;
      const signature = new (load("svix").Webhook)(secret).sign(id, new Date(sentAt), body);
      return standardHeaders(request, "svix", signature);
    },
  },
  {
    library: "openai",
    providers: ["openai"],
    checksTime: true,
    verify: async ({ secret, body, headers }) => {
      const client = new (load("openai").OpenAI)({ apiKey: "none" });
      return accepted(await client.webhooks.verifySignature(body, headers, secret));
    },
  },
  {
    library: "resend",
    providers: ["resend"],
    checksTime: true,
    verify: ({ secret, body, headers }) => {
      const client = new (load("resend").Resend)("re_none");
      const sent = {
        id: headers["svix-id"],
        timestamp: headers["svix-timestamp"],
        signature: headers["svix-signature"],
      };
      return accepted(
        client.webhooks.verify({ payload: body, headers: sent, webhookSecret: secret }),
      );
    },
  },
  {
    library: "@clerk/backend",
    providers: ["clerk"],
    checksTime: true,
    verify: async ({ secret, body, headers, url, method }) => {
      const request = new Request(url, { method, headers, body });
      const { verifyWebhook } = load("@clerk/backend/webhooks");
      return accepted(await verifyWebhook(request, { signingSecret: secret }));
    },
  },
  {
    library: "replicate",
    providers: ["replicate"],
    note: "checks no time",
    verify: ({ secret, body, headers }) =>
      load("replicate").validateWebhook({
        id: headers["webhook-id"],
        timestamp: headers["webhook-timestamp"],
        signature: headers["webhook-signature"],
        body,
        secret,
      }),
  },
];

/** @type {readonly Judge[]} */
const BODY = [
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

/** @type {readonly Judge[]} */
const TIMED = [
  {
    library: "stripe",
    providers: ["stripe"],
    note: "accepts any time in the future",
    checksTime: true,
    verify: ({ secret, body, headers }) =>
      accepted(stripe().webhooks.constructEvent(body, headers["stripe-signature"], secret)),
    sign: ({ secret, body, sentAt }) => ({
      "stripe-signature": stripe().webhooks.generateTestHeaderString({
        payload: body,
        secret,
        timestamp: Math.floor(sentAt / 1000),
      }),
    }),
  },
  {
    library: "@slack/bolt",
    providers: ["slack"],
    note: "accepts any time in the future",
    checksTime: true,
    verify: ({ secret, body, headers }) =>
      load("@slack/bolt/dist/receivers/verify-request.js").isValidSlackRequest({
        signingSecret: secret,
        body,
        headers: {
          "x-slack-signature": headers["x-slack-signature"],
          "x-slack-request-timestamp": Number(headers["x-slack-request-timestamp"]),
        },
      }),
  },
  {
    library: "@paddle/paddle-node-sdk",
    providers: ["paddle"],
    checksTime: true,
    note: "5 s; takes the last `h1` alone",
    verify: ({ secret, body, headers }) =>
      new (load("@paddle/paddle-node-sdk").Paddle)("none").webhooks.isSignatureValid(
        body,
        secret,
        headers["paddle-signature"],
      ),
  },
  {
    library: "@mux/mux-node",
    providers: ["mux"],
    checksTime: true,
    verify: async ({ secret, body, headers }) => {
      const client = new (load("@mux/mux-node").Mux)({ tokenId: "none", tokenSecret: "none" });
      return accepted(await client.webhooks.verifySignature(body, headers, secret));
    },
  },
  {
    library: "@workos-inc/node",
    providers: ["workos"],
    checksTime: true,
    note: "signs the body as it writes it again, not its bytes",
    rewritesBody: true,
    verify: async ({ secret, body, headers }) =>
      workos().webhooks.verifyHeader({
        payload: JSON.parse(body),
        sigHeader: headers["workos-signature"],
        secret,
      }),
    sign: async ({ secret, body, sentAt }) => {
      const signature = await workos().webhooks.computeSignature(sentAt, JSON.parse(body), secret);
      return { "workos-signature": `t=${sentAt}, v1=${signature}` };
    },
  },
  {
    library: "@sanity/webhook",
    providers: ["sanity"],
    note: "checks no time",
    verify: ({ secret, body, headers }) =>
      load("@sanity/webhook").isValidSignature(body, headers["sanity-webhook-signature"], secret),
    sign: async ({ secret, body, sentAt }) => ({
      "sanity-webhook-signature": await load("@sanity/webhook").encodeSignatureHeader(
        body,
        sentAt,
        secret,
      ),
    }),
  },
];

const stripe = () => new (load("stripe"))("sk_none");

const workos = () => new (load("@workos-inc/node").WorkOS)("none");

/** @type {readonly Judge[]} */
const URLS = [
  {
    library: "twilio",
    providers: ["twilio"],
    verify: ({ secret, body, headers, url }) => {
      const twilio = load("twilio");
      const signature = headers["x-twilio-signature"] ?? "";
      return isForm(headers)
        ? twilio.validateRequest(secret, signature, url, formOf(body))
        : twilio.validateRequestWithBody(secret, signature, url, body);
    },
    sign: ({ secret, body, headers, url }) => {
      const { getExpectedTwilioSignature } = load("twilio/lib/webhooks/webhooks.js");
      const fields = isForm(headers) ? formOf(body) : {};
      return { "x-twilio-signature": getExpectedTwilioSignature(secret, url, fields) };
    },
  },
  {
    library: "@hubspot/api-client",
    providers: ["hubspot"],
    checksTime: true,
    note: "accepts any time in the future",
    verify: ({ secret, body, headers, url, method }) =>
      load("@hubspot/api-client").Signature.isValid({
        signatureVersion: "v3",
        signature: headers["x-hubspot-signature-v3"],
        timestamp: Number(headers["x-hubspot-request-timestamp"]),
        clientSecret: secret,
        requestBody: body,
        url,
        method,
      }),
    sign: ({ secret, body, url, method, sentAt }) => ({
      "x-hubspot-signature-v3": load("@hubspot/api-client").Signature.getSignature(method, "v3", {
        clientSecret: secret,
        requestBody: body,
        url,
        timestamp: sentAt,
      }),
      "x-hubspot-request-timestamp": String(sentAt),
    }),
  },
  {
    library: "square",
    providers: ["square"],
    verify: ({ secret, body, headers, url }) =>
      load("square").WebhooksHelper.verifySignature({
        requestBody: body,
        signatureHeader: headers["x-square-hmacsha256-signature"],
        signatureKey: secret,
        notificationUrl: url,
      }),
  },
];

/** @param {Readonly<Record<string, string>>} headers */
const isForm = (headers) => headers["content-type"] === "application/x-www-form-urlencoded";

/** What a framework makes of a form: a name that came several times is a list. @param {string} body */
function formOf(body) {
  const form = new URLSearchParams(body);
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/** @type {readonly Judge[]} */
const PUBLIC_KEYS = [
  {
    library: "discord-interactions",
    providers: ["discord"],
    note: "checks no time",
    verify: ({ secret, body, headers }) =>
      load("discord-interactions").verifyKey(
        body,
        headers["x-signature-ed25519"],
        headers["x-signature-timestamp"],
        secret,
      ),
  },
  {
    library: "telnyx",
    providers: ["telnyx"],
    checksTime: true,
    verify: async ({ secret, body, headers }) => {
      const client = new (load("telnyx").Telnyx)({ apiKey: "none" });
      return accepted(await client.webhooks.unwrap(body, { headers, key: secret }));
    },
  },
  {
    library: "@sendgrid/eventwebhook",
    providers: ["sendgrid"],
    note: "checks no time",
    verify: ({ secret, body, headers }) => {
      const webhook = new (load("@sendgrid/eventwebhook").EventWebhook)();
      return webhook.verifySignature(
        webhook.convertPublicKeyToECDSA(secret),
        body,
        headers["x-twilio-email-event-webhook-signature"],
        headers["x-twilio-email-event-webhook-timestamp"],
      );
    },
  },
];

export const SDK_JUDGES = [...STANDARD, ...BODY, ...TIMED, ...URLS, ...PUBLIC_KEYS];

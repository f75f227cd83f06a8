// @ts-check
// SDKs of vendors that sign as Standard Webhooks says → judges.
import { accepted, load } from "./load-sdk.mjs";

/** @typedef {import("./load-sdk.mjs").Judge} Judge */
/** @typedef {import("./load-sdk.mjs").JudgedRequest} JudgedRequest */

/** @param {string} secret */
const standard = (secret) => new (load("standardwebhooks").Webhook)(secret);

/** @param {string} text */
const base64 = (text) => Buffer.from(text).toString("base64");

/** @param {JudgedRequest} request @param {string} prefix @param {string} signature */
const standardHeaders = ({ id, sentAt }, prefix, signature) => ({
  [`${prefix}-id`]: id,
  [`${prefix}-timestamp`]: String(Math.floor(sentAt / 1000)),
  [`${prefix}-signature`]: signature,
});

/** @type {readonly Judge[]} */
export const STANDARD_JUDGES = [
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
    ],
    // That the others sign as the specification says is what we have read.
    ownOf: ["standard-webhooks"],
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
    providers: ["polar", "bigcommerce"],
    ownOf: [],
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
    ownOf: ["svix"],
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

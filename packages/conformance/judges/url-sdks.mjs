// @ts-check
// SDKs of vendors that sign the URL, or with a private key → judges.
import { accepted, load } from "./load-sdk.mjs";

/** @typedef {import("./load-sdk.mjs").Judge} Judge */

/** @type {readonly Judge[]} */
export const URLS_JUDGES = [
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
export const PUBLIC_KEYS_JUDGES = [
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

// @ts-check
// A vendor's page in a line of code, and `openssl` or Python → the headers that the vendor would send.
//
// Why: these vendors publish no library that signs or verifies for Node. What they sign is written here a
// second time, from their pages and not from the table, and another program computes it.

/**
 * @typedef {object} Sent
 * @property {string} body
 * @property {string} url the public URL with the query
 * @property {number} ms when it was sent
 * @property {string} id of the delivery
 *
 * @typedef {object} Signature
 * @property {string} hex
 * @property {string} base64
 *
 * @typedef {object} OpensslJudge
 * @property {string} provider
 * @property {"sha1" | "sha256" | "sha512"} digest
 * @property {"utf8" | "base64" | "hex"} secret how the vendor shows the key
 * @property {(sent: Sent) => string} text what is signed
 * @property {(signature: Signature, sent: Sent) => Record<string, string>} headers
 * @property {string} [query] of the URL, where a parameter is signed
 * @property {Readonly<Record<string, string>>} [signedHeaders] headers that are signed, and are no time and no id
 */

/**
 * The body alone is signed.
 *
 * @param {string} provider
 * @param {OpensslJudge["headers"]} headers
 * @param {Partial<OpensslJudge>} [rest]
 * @returns {OpensslJudge}
 */
const body = (provider, headers, rest) => ({
  provider,
  digest: "sha256",
  secret: "utf8",
  text: (sent) => sent.body,
  headers,
  ...rest,
});

/**
 * A time stamp is signed, too.
 *
 * @param {string} provider
 * @param {OpensslJudge["text"]} text
 * @param {OpensslJudge["headers"]} headers
 * @returns {OpensslJudge}
 */
const timed = (provider, text, headers) => ({ ...body(provider, () => ({})), text, headers });

/** @param {Sent} sent */
const seconds = ({ ms }) => String(Math.floor(ms / 1000));
/** @param {Sent} sent */
const iso = ({ ms }) => new Date(ms).toISOString();

const NONCE = "01FJA8B4A7BM43YGWSG9GBV067";
const OURA_TIME = "1717171717";
const MERCADO_PAGO_ID = "bb56a2f1-6aae-46ac-982e-9dcd3581d08e";
const KLAVIYO_TIME = "Thu, 04 Jan 2024 18:05:25 GMT";

/** @type {readonly OpensslJudge[]} */
export const OPENSSL_JUDGES = [
  body("intercom", ({ hex }) => ({ "x-hub-signature": `sha1=${hex}` }), { digest: "sha1" }),
  body("typeform", ({ base64 }) => ({ "typeform-signature": `sha256=${base64}` })),
  body("x", ({ base64 }) => ({ "x-twitter-webhooks-signature": `sha256=${base64}` })),
  body("docusign", ({ base64 }) => ({ "x-docusign-signature-1": base64 })),
  body("cal-com", ({ hex }) => ({ "x-cal-signature-256": hex })),
  body("tally", ({ base64 }) => ({ "tally-signature": base64 })),
  body("microsoft-teams", ({ base64 }) => ({ authorization: `HMAC ${base64}` }), {
    secret: "base64",
  }),
  body("sentry", ({ hex }) => ({ "sentry-hook-signature": hex })),
  body("pagerduty", ({ hex }) => ({ "x-pagerduty-signature": `v1=${"0".repeat(64)},v1=${hex}` })),
  body("asana", ({ hex }) => ({ "x-hook-signature": hex })),
  body("jira", ({ hex }) => ({ "x-hub-signature": `sha256=${hex}` })),
  body("bitbucket", ({ hex }) => ({ "x-hub-signature": `sha256=${hex}` })),
  body("vercel", ({ hex }) => ({ "x-vercel-signature": hex }), { digest: "sha1" }),
  body("dropbox", ({ hex }) => ({ "x-dropbox-signature": hex })),
  body("airtable", ({ hex }) => ({ "x-airtable-content-mac": `hmac-sha256=${hex}` }), {
    secret: "base64",
  }),
  body("clickup", ({ hex }) => ({ "x-signature": hex })),
  body("segment", ({ hex }) => ({ "x-signature": hex }), { digest: "sha1" }),
  body("circleci", ({ hex }) => ({ "circleci-signature": `v1=${hex}` })),
  body("grafana", ({ hex }) => ({ "x-grafana-alerting-signature": hex })),
  body("doppler", ({ hex }) => ({ "x-doppler-signature": `sha256=${hex}` })),
  body("nylas", ({ hex }) => ({ "x-nylas-signature": hex })),
  body("ashby", ({ hex }) => ({ "ashby-signature": `sha256=${hex}` })),
  body("hookdeck", ({ base64 }) => ({ "x-hookdeck-signature": base64 })),
  body("lemon-squeezy", ({ hex }) => ({ "x-signature": hex })),
  body("modern-treasury", ({ hex }) => ({ "x-signature": hex })),
  body("woocommerce", ({ base64 }) => ({ "x-wc-webhook-signature": base64 })),
  body("xero", ({ base64 }) => ({ "x-xero-signature": base64 })),
  body("paystack", ({ hex }) => ({ "x-paystack-signature": hex }), { digest: "sha512" }),
  body("authorize-net", ({ hex }) => ({ "x-anet-signature": `sha512=${hex.toUpperCase()}` }), {
    digest: "sha512",
  }),
  body("gocardless", ({ hex }) => ({ "webhook-signature": hex })),
  body("dwolla", ({ hex }) => ({ "x-request-signature-sha-256": hex })),
  body("checkout-com", ({ hex }) => ({ "cko-signature": hex })),
  body("linkedin", ({ hex }) => ({ "x-li-signature": hex }), {
    text: (sent) => `hmacsha256=${sent.body}`,
  }),
  body("gitea", ({ hex }) => ({ "x-gitea-signature": hex })),
  body("quickbooks", ({ base64 }) => ({ "intuit-signature": base64 })),
  body("uber", ({ hex }) => ({ "x-uber-signature": hex })),
  body("fireflies", ({ hex }) => ({ "x-hub-signature": `sha256=${hex}` })),
  body("cursor", ({ hex }) => ({ "x-webhook-signature": `sha256=${hex}` })),
  body("launchdarkly", ({ hex }) => ({ "x-ld-signature": hex })),
  body("heroku", ({ base64 }) => ({ "heroku-webhook-hmac-sha256": base64 })),
  body("mongodb-atlas", ({ base64 }) => ({ "x-mms-signature": base64 }), { digest: "sha1" }),
  body("squarespace", ({ hex }) => ({ "squarespace-signature": hex }), { secret: "hex" }),
  body("onfleet", ({ hex }) => ({ "x-onfleet-signature": hex }), {
    digest: "sha512",
    secret: "hex",
  }),
  body("smartcar", ({ hex }) => ({ "sc-signature": hex })),
  body("alchemy", ({ hex }) => ({ "x-alchemy-signature": hex })),
  body("aftership", ({ base64 }) => ({ "aftership-hmac-sha256": base64 })),
  body("shiphero", ({ base64 }) => ({ "x-shiphero-hmac-sha256": base64 })),
  body("attentive", ({ hex }) => ({ "x-attentive-hmac-sha256": hex })),
  body("fastspring", ({ base64 }) => ({ "x-fs-signature": base64 })),
  body("clio", ({ hex }) => ({ "x-hook-signature": hex })),
  body("deel", ({ hex }) => ({ "x-deel-signature": hex }), {
    text: (sent) => `POST${sent.body}`,
  }),
  body("cronofy", ({ base64 }) => ({ "cronofy-hmac-sha256": `${"A".repeat(43)}=,${base64}` })),
  body("pusher", ({ hex }) => ({ "x-pusher-signature": hex })),
  body("autodesk", ({ hex }) => ({ "x-adsk-signature": `sha1hash=${hex}` }), { digest: "sha1" }),
  body("btcpay", ({ hex }) => ({ "btcpay-sig": `sha256=${hex}` })),
  body("klaviyo", ({ hex }) => ({ "klaviyo-signature": hex, "klaviyo-timestamp": KLAVIYO_TIME }), {
    text: (sent) => `${sent.body}${KLAVIYO_TIME}`,
    signedHeaders: { "klaviyo-timestamp": KLAVIYO_TIME },
  }),
  {
    ...body("framer", () => ({})),
    text: (sent) => `${sent.body}${sent.id}`,
    headers: ({ hex }, { id }) => ({
      "framer-signature": `sha256=${hex}`,
      "framer-webhook-submission-id": id,
    }),
  },
  timed(
    "box",
    (sent) => `${sent.body}${iso(sent)}`,
    ({ base64 }, sent) => ({
      "box-signature-primary": base64,
      "box-delivery-timestamp": iso(sent),
    }),
  ),
  timed(
    "tiktok",
    (sent) => `${seconds(sent)}.${sent.body}`,
    ({ hex }, sent) => ({ "tiktok-signature": `t=${seconds(sent)},s=${hex}` }),
  ),
  timed(
    "retell-ai",
    ({ ms, body }) => `${body}${ms}`,
    ({ hex }, { ms }) => ({ "x-retell-signature": `v=${ms},d=${hex}` }),
  ),
  timed(
    "airwallex",
    ({ ms, body }) => `${ms}${body}`,
    ({ hex }, { ms }) => ({ "x-signature": hex, "x-timestamp": String(ms) }),
  ),
  timed(
    "revolut",
    ({ ms, body }) => `v1.${ms}.${body}`,
    ({ hex }, { ms }) => ({
      "revolut-signature": `v1=${"0".repeat(64)},v1=${hex}`,
      "revolut-request-timestamp": String(ms),
    }),
  ),
  timed(
    "buildkite",
    (sent) => `${seconds(sent)}.${sent.body}`,
    ({ hex }, sent) => ({
      "x-buildkite-signature": `timestamp=${seconds(sent)},signature=${hex}`,
    }),
  ),
  timed(
    "pylon",
    (sent) => `${seconds(sent)}.${sent.body}`,
    ({ hex }, sent) => ({
      "pylon-webhook-signature": `hs256=${hex}`,
      "pylon-webhook-timestamp": seconds(sent),
    }),
  ),
  timed(
    "courier",
    ({ ms, body }) => `${ms}.${body}`,
    ({ hex }, { ms }) => ({ "courier-signature": `t=${ms},signature=${hex}` }),
  ),
  timed(
    "recharge",
    (sent) => `${seconds(sent)}.${sent.body}`,
    ({ hex }, sent) => ({ "x-recharge-webhook-signature": `t=${seconds(sent)},v1=${hex}` }),
  ),
  {
    ...timed(
      "affirm",
      (sent) => `${seconds(sent)}.${sent.body}`,
      ({ hex }, sent) => ({ "x-affirm-signature": `t=${seconds(sent)},v0=${hex}` }),
    ),
    digest: "sha512",
  },
  {
    ...timed(
      "finch",
      (sent) => `${sent.id}.${seconds(sent)}.${sent.body}`,
      ({ base64 }, sent) => ({
        "finch-signature": `v1,${base64}`,
        "finch-event-id": sent.id,
        "finch-timestamp": seconds(sent),
      }),
    ),
    secret: "base64",
  },
  {
    ...timed(
      "sinch",
      (sent) => `${sent.body}.${NONCE}.${seconds(sent)}`,
      ({ base64 }, sent) => ({
        "x-sinch-webhook-signature": base64,
        "x-sinch-webhook-signature-nonce": NONCE,
        "x-sinch-webhook-signature-timestamp": seconds(sent),
      }),
    ),
    signedHeaders: { "x-sinch-webhook-signature-nonce": NONCE },
  },
  timed(
    "elevenlabs",
    (sent) => `${seconds(sent)}.${sent.body}`,
    ({ hex }, sent) => ({ "elevenlabs-signature": `t=${seconds(sent)},v0=${hex}` }),
  ),
  timed(
    "calendly",
    (sent) => `${seconds(sent)}.${sent.body}`,
    ({ hex }, sent) => ({ "calendly-webhook-signature": `t=${seconds(sent)},v1=${hex}` }),
  ),
  timed(
    "shippo",
    (sent) => `${seconds(sent)}.${sent.body}`,
    ({ hex }, sent) => ({ "shippo-auth-signature": `t=${seconds(sent)},v1=${hex}` }),
  ),
  timed(
    "knock",
    ({ ms, body }) => `${ms}.${body}`,
    ({ base64 }, { ms }) => ({ "x-knock-signature": `t=${ms},s=${base64}` }),
  ),
  timed(
    "orb",
    (sent) => `v1:${iso(sent).replace("Z", "")}:${sent.body}`,
    ({ hex }, sent) => ({
      "x-orb-signature": `v1=${hex}`,
      "x-orb-timestamp": iso(sent).replace("Z", ""),
    }),
  ),
  timed(
    "persona",
    (sent) => `${seconds(sent)}.${sent.body}`,
    ({ hex }, sent) => ({
      "persona-signature": `t=${seconds(sent)},v1=${"0".repeat(64)} t=${seconds(sent)},v1=${hex}`,
    }),
  ),
  timed(
    "zoom",
    (sent) => `v0:${seconds(sent)}:${sent.body}`,
    ({ hex }, sent) => ({
      "x-zm-signature": `v0=${hex}`,
      "x-zm-request-timestamp": seconds(sent),
    }),
  ),
  timed(
    "customer-io",
    (sent) => `v0:${seconds(sent)}:${sent.body}`,
    ({ hex }, sent) => ({ "x-cio-signature": hex, "x-cio-timestamp": seconds(sent) }),
  ),
  timed(
    "statsig",
    ({ ms, body }) => `v0:${ms}:${body}`,
    ({ hex }, { ms }) => ({
      "x-statsig-signature": `v0=${hex}`,
      "x-statsig-request-timestamp": String(ms),
    }),
  ),
  timed(
    "zendesk",
    (sent) => `${iso(sent)}${sent.body}`,
    ({ base64 }, sent) => ({
      "x-zendesk-webhook-signature": base64,
      "x-zendesk-webhook-signature-timestamp": iso(sent),
    }),
  ),
  timed(
    "twitch",
    (sent) => `${sent.id}${iso(sent)}${sent.body}`,
    ({ hex }, sent) => ({
      "twitch-eventsub-message-signature": `sha256=${hex}`,
      "twitch-eventsub-message-id": sent.id,
      "twitch-eventsub-message-timestamp": iso(sent),
    }),
  ),
  timed(
    "front",
    ({ ms, body }) => `${ms}:${body}`,
    ({ base64 }, { ms }) => ({
      "x-front-signature": base64,
      "x-front-request-timestamp": String(ms),
    }),
  ),
  timed(
    "recurly",
    ({ ms, body }) => `${ms}.${body}`,
    ({ hex }, { ms }) => ({ "recurly-signature": `${ms},${hex}` }),
  ),
  body(
    "oura",
    ({ hex }) => ({
      "x-oura-signature": hex.toUpperCase(),
      "x-oura-timestamp": OURA_TIME,
    }),
    {
      text: ({ body: text }) => `${OURA_TIME}${text}`,
      signedHeaders: { "x-oura-timestamp": OURA_TIME },
    },
  ),
  body(
    "mercado-pago",
    ({ hex }, { ms }) => ({
      "x-signature": `ts=${ms},v1=${hex}`,
      "x-request-id": MERCADO_PAGO_ID,
    }),
    {
      text: ({ ms }) => `id:ord01abc;request-id:${MERCADO_PAGO_ID};ts:${ms};`,
      query: "data.id=ORD01ABC&type=order",
      signedHeaders: { "x-request-id": MERCADO_PAGO_ID },
    },
  ),
  timed(
    "webflow",
    ({ ms, body }) => `${ms}:${body}`,
    ({ hex }, { ms }) => ({ "x-webflow-signature": hex, "x-webflow-timestamp": String(ms) }),
  ),
  body("trello", ({ base64 }) => ({ "x-trello-webhook": base64 }), {
    digest: "sha1",
    text: ({ body: text, url }) => `${text}${url}`,
  }),
  body("mandrill", ({ base64 }) => ({ "x-mandrill-signature": base64 }), {
    digest: "sha1",
    text: ({ body: text, url }) => `${url}${sortedFields(text)}`,
  }),
];

/** Every name before its value, in the order of the names. @param {string} form */
function sortedFields(form) {
  const fields = [...new URLSearchParams(form)].map(([name, value]) => `${name}${value}`);
  return [...new Set(fields)].sort().join("");
}

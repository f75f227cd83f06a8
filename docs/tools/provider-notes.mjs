// @ts-check
// What one vendor does that a reader of its row would not guess, by the vendor's id; and its handshakes.

/** @type {Readonly<Record<string, readonly string[]>>} */
export const NOTES = {
  airtable: [
    "The event is a ping: it names the base and the webhook, and the changes are to be fetched.",
    "Airtable wants 200 or 204 with an empty body, which `respond` says; without it a run is answered with 202, and a wake with 200 and a body.",
  ],
  asana: [
    "The secret comes with the first request: see [secrets that the handshake makes](../handshake-secrets.md).",
  ],
  "authorize-net": ["Signatures are in upper-case hexadecimal, which is read like lower-case."],
  bitbucket: ["Without a secret at Bitbucket nothing is signed, and every request is refused."],
  "cal-com": ["Without a secret at Cal.com nothing is signed, and every request is refused."],
  docusign: [
    "Each active key signs in a header of its own, `-1` to `-100`; one right one is enough.",
  ],
  ebay: [
    "eBay hashes the URL of the endpoint as you typed it in there, with `?key=…`: `publicUrl` is the same text.",
    "The signature that eBay sends beside the token needs a key by network, and is not checked.",
  ],
  elevenlabs: ["The version of its signatures is `v0`, which other vendors use for tests."],
  feishu: [
    "Events of version 2 have the token in `header.token`, those of version 1 in `token`; either counts, and both are removed.",
    "Encrypted events (`encrypt`) are not decrypted: they show no token and are refused with a 401. Leave the Encrypt Key empty at the vendor.",
  ],
  front: [
    "The older rule webhooks sign in another way (SHA-1 over the body), which is not accepted.",
  ],
  gemini: ["Dynamic webhooks carry a JWT instead, which this provider does not check."],
  github: [
    "A delivery that somebody sends again by hand has the same id and the same body.",
    "The older header `X-Hub-Signature` (SHA-1) is not read.",
  ],
  gitlab: [
    "A 4xx answer disables the hook until a person enables it: send only events that have a mapping.",
    "With a signing token GitLab may still send `X-Gitlab-Token`; it is removed before anything reads the event.",
  ],
  grafana: [
    'Grafana lets you choose the header: write `signature: { header: "…" }` beside the provider if you did.',
    'Where you named a header for the time, it is signed too: add `signed: "{timestamp}:{body}"` and `timestamp: { header: "…", unit: "s" }`.',
  ],
  hookdeck: [
    "Hookdeck signs what it forwards; the signature of the first sender is not looked at.",
  ],
  hubspot: ["Versions 1 and 2 of its signature are plain hashes and are not accepted."],
  intercom: ["The digest is SHA-1: a signature of the same header by another vendor never fits."],
  jira: [
    "Without a secret at Jira nothing is signed. Webhooks of Connect apps prove themselves in another way.",
  ],
  line: ["Each event in the body has a `webhookEventId`, and tells whether it is sent again."],
  linear: [
    "`Linear-Timestamp` is a header that nobody signs, and is not read: the time in the body counts.",
  ],
  mailchimp: [
    "Mailchimp looks with a GET whether the URL answers before it saves it, which is a 200 with the right key.",
    "Its forms have fields such as `data[email]`, which are read as `{{data.email}}`.",
  ],
  mailgun: [
    "Routes post the signature in fields of a form, with files where a mail has attachments: it is read there, too.",
  ],
  mandrill: [
    "Mandrill looks with a HEAD whether the URL answers before it has a key, which is a 200.",
    "The JSON in the field `mandrill_events` is the payload, a list: `forEach: payload` is one run for each event.",
  ],
  meta: [
    "Meta escapes letters in the JSON that it signs: only the bytes that arrive can be verified.",
  ],
  "microsoft-graph": [
    "`clientState` must be right in every notification of a batch, and is removed from each.",
    "Rich notifications also carry JWTs (`validationTokens`), which this provider does not check.",
  ],
  "microsoft-teams": ["The signature stands in `Authorization`, where other senders have a token."],
  monday: [
    "With `secret`, the JWT that webhooks of apps carry is checked; with `token`, it is not looked at.",
  ],
  notion: [
    "The secret comes with the first request: see [secrets that the handshake makes](../handshake-secrets.md).",
  ],
  nylas: ["With compression on, the compressed bytes are what is signed."],
  orb: ["The time stamp is an ISO date, and the version `v1` is a part of what is signed."],
  paddle: [
    "Paddle's own library accepts 5 s and the last signature alone, which breaks while a secret is replaced.",
  ],
  pagerduty: [
    "One signature for each active secret stands in the header; other versions than `v1` are skipped.",
  ],
  polar: [
    "The secret is a text: it is not decoded from base64, unlike that of other senders of the standard.",
  ],
  sendgrid: [
    "The signature is DER inside of base64, and the key is the base64 that the settings show.",
  ],
  sentry: ["`Sentry-Hook-Timestamp` is a header that nobody signs, and is not read."],
  shopify: [
    "After a rotation the old secret signs for up to an hour: keep both in `secrets`.",
    "New apps may send `Shopify-Hmac-Sha256` instead of `X-Shopify-Hmac-SHA256`; either is read.",
  ],
  slack: ["Each retry has a new time stamp and tells its number in `X-Slack-Retry-Num`."],
  stripe: [
    "The key is the whole text `whsec_…`, which is not decoded, unlike in Standard Webhooks.",
    "Signatures `v0` are for tests and are never accepted.",
  ],
  "supabase-auth": ["The secret may be pasted as it is shown, with `v1,` before it."],
  tally: ["Without a signing secret nothing is signed, and every request is refused."],
  twilio: [
    "A form is signed field by field, in the order of the names. Another body is signed by its hash: `bodySHA256` in the query of the URL must be there and right.",
    "`publicUrl` may have a query of its own; what Twilio adds to it is kept.",
  ],
  twitch: [
    "A secret of 10 characters is allowed there; one of fewer than 16 is a warning here.",
    "Revocations are events, too, and want a 2xx: one that no mapping wants is a 204.",
  ],
  typeform: ["Without a secret at Typeform nothing is signed, and every request is refused."],
  vercel: ["The digest is SHA-1. Log drains are another product and have another secret."],
  webflow: ["Only webhooks that the API or an app created are signed, not those of the dashboard."],
  woocommerce: [
    "When a webhook is saved, WooCommerce posts an unsigned form, `webhook_id=` and a number: it is answered with 200, and nothing runs.",
  ],
  workos: ["A space may stand behind the comma in the header."],
  x: ["X repeats the handshake about every hour: the secret must stay in the config."],
  xero: [
    "A new hook is tried with right and wrong signatures, and must answer exactly 200 and 401. The 200 comes from `respond`; without it a run is answered with 202, and a wake with 200.",
  ],
  zendesk: [
    "The button that tests a webhook signs with a secret that is the same for everybody; do not accept it.",
  ],
  zoom: [
    "Zoom repeats the handshake every 72 hours: the secret must stay in the config.",
    "Zoom wants 200 or 204 within 3 s, which `respond` says; without it a run is answered with 202, and a wake with 200.",
  ],
};

/** The `respond` of a mapping, for vendors that insist on an answer. @type {Readonly<Record<string, string>>} */
export const RESPONDS = {
  adyen: '{ text: "[accepted]" }',
  airtable: "{ status: 204 }",
  xero: '{ status: 200, text: "" }',
  zoom: '{ status: 200, text: "" }',
};

/** Vendors as which nobody else can sign. @type {Readonly<Record<string, { readonly who: string, readonly command: string }>>} */
export const OWN_COMMANDS = {
  pubsub: { who: "Google", command: "gcloud pubsub topics publish TOPIC --message TEXT" },
  sns: { who: "Amazon", command: "aws sns publish --topic-arn ARN --message TEXT" },
};

/** @type {Readonly<Record<string, string>>} by the name of the handshake */
export const HANDSHAKES = {
  woocommerce:
    "An unsigned form of exactly `webhook_id=<digits>`, which is sent when a webhook is saved, is answered with 200 and starts no run. It needs no key in the config.",
  probe: "A GET or HEAD is answered with 200, behind the key where the URL has one.",
  slack:
    "A signed `url_verification` is answered with its `challenge`. It needs no key in the config.",
  meta: "A GET with `hub.verify_token` is answered with `hub.challenge` where the token is `verifyToken`: a text that you choose, and type in at the vendor, too.",
  zoom: "A signed `endpoint.url_validation` is answered with the HMAC of its `plainToken`. It needs no key in the config.",
  x: "A GET with `crc_token` is answered with the HMAC of the token. It needs no key in the config.",
  "microsoft-graph":
    "A POST with `?validationToken=` is answered with the token as text. It needs no key in the config.",
  dropbox:
    "A GET with `?challenge=` is answered with the challenge as text. It needs no key in the config.",
  discord:
    'A signed event of type 0 is answered with 204, and a signed ping of an interaction (type 1) with `{"type":1}`. It needs no key in the config.',
  twitch:
    "A signed `webhook_callback_verification` is answered with its `challenge`. It needs no key in the config.",
  monday:
    "A POST whose only key is `challenge` is answered with the same JSON. It needs no key in the config.",
  okta: "A GET with `X-Okta-Verification-Challenge` is answered with the challenge in JSON. It needs no key in the config.",
  trello: "A HEAD is answered with 200. It needs no key in the config.",
  ebay: "A GET with `challenge_code` is answered with the SHA-256 of code, `verifyToken` and `publicUrl`. You choose the token, and type in token and URL at the vendor.",
  linkedin: "A GET with `challengeCode` is answered with its HMAC. It needs no key in the config.",
  feishu:
    "A `url_verification` whose token is `verifyToken` is answered with its `challenge`. The token is the one that the vendor shows.",
  front:
    "A signed POST with `X-Front-Challenge` is answered with the value of the header as text, and starts no run. It needs no key in the config.",
  ringcentral:
    "A POST with `Validation-Token` and without an `event`, at the creation and at each renewal of a subscription, is answered with the same header, and starts no run. It needs no key in the config.",
  cloudevents:
    "An OPTIONS with `WebHook-Request-Origin` is allowed, and an Event Grid validation is answered with its code. It needs no key in the config.",
};

/** Handshakes whose answer is an HMAC of a text that anybody may choose. */
export const SIGNING_HANDSHAKES = new Set(["x", "zoom", "linkedin"]);

/** Handshakes that want `handshake: { verifyToken }`. */
export const TOKEN_HANDSHAKES = new Set(["meta", "ebay", "feishu"]);

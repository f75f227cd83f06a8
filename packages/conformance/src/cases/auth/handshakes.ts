// Unsigned handshakes: the request and answer of each vendor, and the 401 for everything else.
import type { Case } from "../../case.ts";
import { EVENT, get, hooked, json, post, refusedBy, text, VERIFY } from "../../hooked.ts";
import { hmacBase64, hmacHex, SECRET } from "../../sign.ts";

const META = hooked({
  provider: "meta",
  secret: SECRET,
  handshake: { verifyToken: VERIFY },
});
const FORM = ["Content-Type", "application/x-www-form-urlencoded"] as const;
const echo = (rule: object) => ({
  scheme: "hmac",
  secret: SECRET,
  signature: { header: "x-signature" },
  handshake: { echo: rule },
});
const META_QUERY = "hub.mode=subscribe&hub.challenge=1158201444";
const X = hooked({ provider: "x", secret: SECRET });
const LINKEDIN = hooked({ provider: "linkedin", secret: SECRET });
const STRAVA = hooked({ provider: "strava", token: SECRET, handshake: { verifyToken: VERIFY } });
const SMARTCAR = hooked({ provider: "smartcar", secret: SECRET });
const DROPBOX = hooked({ provider: "dropbox", secret: SECRET });
const GRAPH = hooked({ provider: "microsoft-graph", token: SECRET });

const byUrlCases: readonly Case[] = [
  {
    name: "Meta gets its challenge for the right token",
    ...META,
    request: get(`${META_QUERY}&hub.verify_token=${VERIFY}`),
    expect: text("1158201444", "meta"),
  },
  {
    name: "Meta gets a 401 for a wrong token",
    ...META,
    request: get(`${META_QUERY}&hub.verify_token=wrong`),
    expect: refusedBy("handshake_wrong"),
  },
  {
    name: "the GET of a handshake is a 405 for a mapping that declares none",
    ...hooked({ provider: "meta", secret: SECRET }),
    request: get(`${META_QUERY}&hub.verify_token=`),
    expect: { status: 405, code: "method_not_allowed", headers: { allow: "POST" } },
  },
  {
    name: "another method is a 405 for a mapping with a handshake",
    ...META,
    request: { method: "PUT", target: "/hooks/hook", token: null },
    expect: { status: 405, code: "method_not_allowed", headers: { allow: "POST" } },
  },
  {
    name: "an answer repeats at most 2 KB",
    ...DROPBOX,
    request: get(`challenge=${"x".repeat(2_049)}`),
    expect: refusedBy("handshake_wrong"),
  },
  {
    name: "markup in a challenge is plain text",
    ...DROPBOX,
    request: get("challenge=%3Cscript%3E"),
    expect: text("<script>", "dropbox"),
  },
  {
    name: "X gets the HMAC of its token",
    ...X,
    request: get("crc_token=9b4507b3-9040"),
    expect: json({ response_token: `sha256=${await hmacBase64("9b4507b3-9040")}` }, "x"),
  },
  {
    name: "X does not get the signature of an event",
    ...X,
    request: get(`crc_token=${encodeURIComponent('{"a":1}')}`),
    expect: refusedBy("handshake_wrong"),
  },
  {
    name: "a body whose signature the handshake would reveal is refused",
    ...X,
    request: post("abc", [["x-twitter-webhooks-signature", `sha256=${await hmacBase64("abc")}`]]),
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "LinkedIn gets the HMAC of its code",
    ...LINKEDIN,
    request: get("challengeCode=890e4665-4dfe"),
    expect: json(
      { challengeCode: "890e4665-4dfe", challengeResponse: await hmacHex("890e4665-4dfe") },
      "linkedin",
    ),
  },
  {
    name: "LinkedIn does not get the HMAC of the prefix of its events",
    ...LINKEDIN,
    request: get("challengeCode=hmacsha256%3D"),
    expect: refusedBy("handshake_wrong"),
  },
  {
    name: "an empty event of LinkedIn whose signed text could be a handshake is refused",
    ...LINKEDIN,
    request: post("", [["x-li-signature", await hmacHex("hmacsha256=")]]),
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "a form of LinkedIn whose signed text could be a handshake is refused",
    ...LINKEDIN,
    request: post("payload=forged", [
      ["x-li-signature", await hmacHex("hmacsha256=payload=forged")],
      ["content-type", "application/x-www-form-urlencoded"],
    ]),
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "LinkedIn's event in JSON is accepted",
    ...LINKEDIN,
    request: post('{"a":1}', [["x-li-signature", await hmacHex('hmacsha256={"a":1}')]]),
    expect: EVENT,
  },
  {
    name: "Microsoft Graph gets its token, decoded",
    ...GRAPH,
    request: { ...post("{}"), target: "/hooks/hook?validationToken=Validation%3A+a%20b" },
    expect: text("Validation: a b", "microsoft-graph"),
  },
  {
    name: "Microsoft Graph without a token is refused",
    ...GRAPH,
    request: post("{}"),
    expect: refusedBy("token_missing"),
  },
  {
    name: "Okta gets its verification",
    ...hooked({ provider: "okta", token: SECRET }),
    request: { ...get(""), headers: [["X-Okta-Verification-Challenge", "abc"]] },
    expect: json({ verification: "abc" }, "okta"),
  },
  {
    name: "Trello finds the hook by HEAD",
    ...hooked({ provider: "trello", secret: SECRET, publicUrl: "https://hooks.example.com/hook" }),
    request: get("", "HEAD"),
    expect: { status: 200, body: "", record: { handshake: "trello" } },
  },
  {
    name: "eBay is given the hash of its code, the token and the URL",
    ...hooked({
      provider: "ebay",
      token: SECRET,
      publicUrl: "https://hooks.example.com/hook",
      handshake: { verifyToken: VERIFY },
    }),
    request: get("challenge_code=a8628072"),
    expect: json(
      { challengeResponse: await sha256(`a8628072${VERIFY}https://hooks.example.com/hook`) },
      "ebay",
    ),
  },
  {
    name: "CloudEvents are allowed to their origin",
    ...hooked({ provider: "cloudevents", token: SECRET }),
    request: {
      ...get("", "OPTIONS"),
      headers: [["WebHook-Request-Origin", "eventgrid.azure.net"]],
    },
    expect: {
      status: 200,
      body: "",
      headers: { "webhook-allowed-origin": "eventgrid.azure.net" },
      record: { handshake: "cloudevents" },
    },
  },
];

async function sha256(source: string): Promise<string> {
  const hash = await globalThis.crypto.subtle.digest("SHA-256", new TextEncoder().encode(source));
  return Buffer.from(hash).toString("hex");
}

const EVENT_GRID = [
  {
    eventType: "Microsoft.EventGrid.SubscriptionValidationEvent",
    data: { validationCode: "512d38b6" },
  },
];

const MONDAY = hooked({ provider: "monday", token: SECRET });

const byBodyCases: readonly Case[] = [
  {
    name: "Event Grid is given its code",
    ...hooked({ provider: "cloudevents", token: SECRET }),
    request: post(EVENT_GRID),
    expect: json({ validationResponse: "512d38b6" }, "cloudevents"),
  },
  {
    name: "monday is given its challenge",
    ...MONDAY,
    request: post({ challenge: "3eZbrw1a" }),
    expect: json({ challenge: "3eZbrw1a" }, "monday"),
  },
  {
    name: "a challenge beside other keys is not a handshake of monday",
    ...MONDAY,
    request: post({ challenge: "3eZbrw1a", event: {} }),
    expect: refusedBy("token_missing"),
  },
  {
    name: "Feishu is given its challenge for the right token",
    ...hooked({ provider: "feishu", token: SECRET, handshake: { verifyToken: VERIFY } }),
    request: post({ type: "url_verification", token: VERIFY, challenge: "ajls384k" }),
    expect: json({ challenge: "ajls384k" }, "feishu"),
  },
  {
    name: "WooCommerce's unsigned ping is a 200 and no action",
    ...hooked({ provider: "woocommerce", secret: SECRET }),
    request: post("webhook_id=2", [FORM]),
    expect: { status: 200, body: "", record: { handshake: "woocommerce" } },
  },
  ...["webhook_id=2&a=1", "webhook_id=", "webhook_id=a", "a=1&webhook_id=2"].map(
    (body): Case => ({
      name: `an unsigned ${body} is not a ping of WooCommerce`,
      ...hooked({ provider: "woocommerce", secret: SECRET }),
      request: post(body, [FORM]),
      expect: refusedBy("signature_missing"),
    }),
  ),
  {
    name: "Mandrill's HEAD is a 200 before any key exists",
    ...hooked({ provider: "mandrill", secret: SECRET, publicUrl: "https://a.example/hooks/hook" }),
    request: get("", "HEAD"),
    expect: { status: 200, body: "", record: { handshake: "probe" } },
  },
  ...["GET", "HEAD"].map(
    (method): Case => ({
      name: `Mailchimp's ${method} with its key is a 200 without a body`,
      ...hooked({ provider: "mailchimp", token: SECRET }),
      request: get(`key=${SECRET}`, method),
      expect: { status: 200, body: "", record: { handshake: "probe" } },
    }),
  ),
  {
    name: "Mailchimp's GET without its key is a 401",
    ...hooked({ provider: "mailchimp", token: SECRET }),
    request: get("key=wrong"),
    expect: refusedBy("token_wrong"),
  },
  {
    name: "the fields of Mailchimp's forms are objects",
    hooks: {
      mappings: [
        {
          match: { path: "hook" },
          auth: { provider: "mailchimp", token: SECRET },
          messageTemplate: "{{type}} {{data.email}}",
        },
      ],
    },
    request: {
      ...post("type=subscribe&data%5Bemail%5D=ann", [FORM]),
      target: `/hooks/hook?key=${SECRET}`,
    },
    expect: { status: 202, actions: [{ parts: [{ text: "subscribe ann" }] }] },
  },
  {
    name: "a probe of one's own answers its method alone",
    ...hooked({ token: SECRET, header: "x-token", handshake: { probe: "HEAD" } }),
    request: { ...get("", "GET"), headers: [["X-Token", SECRET]] },
    expect: { status: 405, code: "method_not_allowed" },
  },
  {
    name: "a probe of one's own needs the token that its request can show",
    ...hooked({ token: SECRET, header: "x-token", handshake: { probe: "GET" } }),
    request: { ...get(""), headers: [["X-Token", SECRET]] },
    expect: { status: 200, body: "", record: { handshake: "probe" } },
  },
  {
    name: "an echo of one's own repeats a field of the payload under another name",
    ...hooked(echo({ from: "payload.challenge", to: "json", as: "smartsheetHookResponse" })),
    request: post({ challenge: "abc", webhookId: 1 }),
    expect: json({ smartsheetHookResponse: "abc" }, "echo"),
  },
  {
    name: "an echo of one's own repeats a field of a form",
    ...hooked(echo({ from: "payload.challenge", to: "text" })),
    request: post("challenge=a+b", [FORM]),
    expect: text("a b", "echo"),
  },
  {
    name: "an echo of one's own repeats a parameter, whose name may have dots",
    ...hooked(echo({ from: "query.hub.challenge", to: "json" })),
    request: get("hub.mode=subscribe&hub.challenge=15f7"),
    expect: json({ "hub.challenge": "15f7" }, "echo"),
  },
  {
    name: "an echo of one's own repeats a header in a header",
    ...hooked(echo({ from: "headers.X-Challenge", to: "header", as: "X-Response" })),
    request: post("", [["X-Challenge", "abc"]]),
    expect: {
      status: 200,
      body: "",
      headers: { "x-response": "abc" },
      record: { handshake: "echo" },
    },
  },
  ...["a\nb", "é", "", 7].map(
    (challenge, index): Case => ({
      name: `an echo of one's own repeats nothing beyond its bounds, sample ${index}`,
      ...hooked(echo({ from: "payload.challenge", to: "header" })),
      request: post({ challenge }),
      expect: refusedBy("signature_missing"),
    }),
  ),
  {
    name: "Strava is given its challenge in JSON for the right token",
    ...STRAVA,
    request: get(`hub.mode=subscribe&hub.challenge=15f7&hub.verify_token=${VERIFY}`),
    expect: json({ "hub.challenge": "15f7" }, "strava"),
  },
  {
    name: "Strava is given a 401 for a wrong token",
    ...STRAVA,
    request: get("hub.mode=subscribe&hub.challenge=15f7&hub.verify_token=wrong"),
    expect: refusedBy("handshake_wrong"),
  },
  {
    name: "Oura is given its challenge in JSON for the right token",
    ...hooked({ provider: "oura", secret: SECRET, handshake: { verifyToken: VERIFY } }),
    request: get(`challenge=15f7&verification_token=${VERIFY}`),
    expect: json({ challenge: "15f7" }, "oura"),
  },
  {
    name: "Smartcar is given the HMAC of its challenge, and no run starts",
    ...SMARTCAR,
    request: post({ eventId: "1", eventType: "VERIFY", data: { challenge: "a9-f1" } }),
    expect: json({ challenge: await hmacHex("a9-f1") }, "smartcar"),
  },
  {
    name: "Smartcar is not given the signature of an event",
    ...SMARTCAR,
    request: post({ eventType: "VERIFY", data: { challenge: '{"a":1}' } }),
    expect: refusedBy("signature_missing"),
  },
  {
    name: "a body whose signature Smartcar's handshake would reveal is refused",
    ...SMARTCAR,
    request: post("abc", [["sc-signature", await hmacHex("abc")]]),
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "Braintree is given nothing for a challenge that is not hexadecimal",
    ...hooked({ provider: "braintree", secret: SECRET, handshake: { verifyToken: VERIFY } }),
    request: get("bt_challenge=PHhtbC8-PHhtbC8-PHhtbC8-"),
    expect: refusedBy("handshake_wrong"),
  },
  {
    name: "RingCentral is given its token in the same header, and no run starts",
    ...hooked({ provider: "ringcentral", token: SECRET }),
    request: post("", [["Validation-Token", "4e7c-81"]]),
    expect: { status: 200, body: "", headers: { "validation-token": "4e7c-81" } },
  },
  {
    name: "an event of RingCentral is an event, whatever other header it has",
    ...hooked({ provider: "ringcentral", token: SECRET }),
    request: post({ event: "/restapi/v1.0/message" }, [
      ["Validation-Token", "4e7c-81"],
      ["Verification-Token", SECRET],
    ]),
    expect: EVENT,
  },
  {
    name: "RingCentral is given nothing for more than 2 KB",
    ...hooked({ provider: "ringcentral", token: SECRET }),
    request: post("", [["Validation-Token", "x".repeat(2_049)]]),
    expect: refusedBy("token_missing"),
  },
  {
    name: "an event of Feishu of version 1 shows its token at the top, which is removed",
    hooks: {
      mappings: [
        {
          id: "hook",
          match: { path: "hook" },
          auth: { provider: "feishu", token: SECRET },
          messageTemplate: "[{{token}}] {{event.type}}",
        },
      ],
    },
    request: post({ uuid: "1", token: SECRET, type: "event_callback", event: { type: "message" } }),
    expect: { ...EVENT, actions: [{ parts: [{ text: "[] message" }] }] },
  },
  {
    name: "an event of Feishu whose version 2 token is wrong is refused, whatever the top level holds",
    ...hooked({ provider: "feishu", token: SECRET }),
    request: post({ header: { token: "wrong" }, token: SECRET }),
    expect: refusedBy("token_wrong"),
  },
  {
    name: "an encrypted event of Feishu is refused",
    ...hooked({ provider: "feishu", token: SECRET }),
    request: post({ encrypt: "ciphertext" }),
    expect: refusedBy("token_missing"),
  },
  {
    name: "Feishu is given nothing for a wrong token",
    ...hooked({ provider: "feishu", token: SECRET, handshake: { verifyToken: VERIFY } }),
    request: post({ type: "url_verification", token: "wrong", challenge: "ajls384k" }),
    expect: refusedBy("token_wrong"),
  },
];

export const handshakeCases: readonly Case[] = [...byUrlCases, ...byBodyCases];

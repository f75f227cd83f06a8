// Handshakes: what each vendor asks, what it is told, and that everything else is the one 401.
import type { Case, CaseExpectation, CaseRequest } from "../case.ts";
import { hmacBase64, hmacHex, SECRET } from "../sign.ts";

const VERIFY = "conformance-verify-token";
const NOW = 1_790_000_000_000;
const SECONDS = String(NOW / 1000);

function hooked(auth: object): Pick<Case, "hooks" | "options"> {
  const mapping = { id: "hook", match: { path: "hook" }, auth, messageTemplate: "an event" };
  return { hooks: { mappings: [mapping] }, options: { clock: () => NOW } };
}

function get(query: string, method = "GET"): CaseRequest {
  return { method, target: `/hooks/hook${query === "" ? "" : `?${query}`}`, token: null };
}

function post(body: object | string, headers: CaseRequest["headers"] = []): CaseRequest {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { target: "/hooks/hook", token: null, headers, body: text };
}

function text(body: string, handshake: string): CaseExpectation {
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
  };
  return { status: 200, body, headers, record: { handshake } };
}

function json(body: object, handshake: string): CaseExpectation {
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
  };
  return { status: 200, body: JSON.stringify(body), headers, record: { handshake } };
}

function refusedBy(auth: string): CaseExpectation {
  return {
    status: 401,
    code: "unauthorized",
    body: '{"ok":false,"error":"Missing or wrong credentials.","code":"unauthorized"}',
    headers: { "www-authenticate": "Bearer" },
    record: { auth },
  };
}

const EVENT: CaseExpectation = { status: 202, actions: [{}], record: { mappingId: "hook" } };

async function slack(body: object): Promise<CaseRequest> {
  const hmac = await hmacHex(`v0:${SECONDS}:${JSON.stringify(body)}`);
  return post(body, [
    ["X-Slack-Signature", `v0=${hmac}`],
    ["X-Slack-Request-Timestamp", SECONDS],
  ]);
}

async function zoom(body: object): Promise<CaseRequest> {
  const hmac = await hmacHex(`v0:${SECONDS}:${JSON.stringify(body)}`);
  return post(body, [
    ["x-zm-signature", `v0=${hmac}`],
    ["x-zm-request-timestamp", SECONDS],
  ]);
}

async function twitch(body: object, type: string): Promise<CaseRequest> {
  const time = new Date(NOW).toISOString();
  const hmac = await hmacHex(`id-1${time}${JSON.stringify(body)}`);
  return post(body, [
    ["Twitch-Eventsub-Message-Signature", `sha256=${hmac}`],
    ["Twitch-Eventsub-Message-Id", "id-1"],
    ["Twitch-Eventsub-Message-Timestamp", time],
    ["Twitch-Eventsub-Message-Type", type],
  ]);
}

const SLACK = hooked({ provider: "slack", secret: SECRET });
const ZOOM = hooked({ provider: "zoom", secret: SECRET });
const TWITCH = hooked({ provider: "twitch", secret: SECRET });

const signedCases: readonly Case[] = [
  {
    name: "Slack is given its challenge",
    ...SLACK,
    request: await slack({ type: "url_verification", challenge: "3eZbrw1a" }),
    expect: text("3eZbrw1a", "slack"),
  },
  {
    name: "trap 22 an unsigned challenge of Slack is refused",
    ...SLACK,
    request: post({ type: "url_verification", challenge: "3eZbrw1a" }),
    expect: refusedBy("signature_missing"),
  },
  {
    name: "an event of Slack is no handshake",
    ...SLACK,
    request: await slack({ type: "event_callback", challenge: "3eZbrw1a" }),
    expect: EVENT,
  },
  {
    name: "trap 22 Zoom is given the HMAC of its token",
    ...ZOOM,
    request: await zoom({ event: "endpoint.url_validation", payload: { plainToken: "qgg8vl" } }),
    expect: json({ plainToken: "qgg8vl", encryptedToken: await hmacHex("qgg8vl") }, "zoom"),
  },
  {
    name: "trap 22 an unsigned validation of Zoom is refused",
    ...ZOOM,
    request: post({ event: "endpoint.url_validation", payload: { plainToken: "qgg8vl" } }),
    expect: refusedBy("signature_missing"),
  },
  {
    name: "trap 22 what could be an event of Zoom is not signed",
    ...ZOOM,
    request: await zoom({
      event: "endpoint.url_validation",
      payload: { plainToken: `v0:${SECONDS}:{}` },
    }),
    expect: EVENT,
  },
  {
    name: "Twitch is given its challenge",
    ...TWITCH,
    request: await twitch({ challenge: "pogchamp" }, "webhook_callback_verification"),
    expect: text("pogchamp", "twitch"),
  },
  {
    name: "a notification of Twitch is an event",
    ...TWITCH,
    request: await twitch({ challenge: "pogchamp" }, "notification"),
    expect: EVENT,
  },
];

const META = hooked({
  provider: "meta",
  secret: SECRET,
  handshake: { verifyToken: VERIFY },
});
const META_QUERY = "hub.mode=subscribe&hub.challenge=1158201444";
const X = hooked({ provider: "x", secret: SECRET });
const DROPBOX = hooked({ provider: "dropbox", secret: SECRET });
const GRAPH = hooked({ provider: "microsoft-graph", token: SECRET });

const byUrlCases: readonly Case[] = [
  {
    name: "Meta is given its challenge for the right token",
    ...META,
    request: get(`${META_QUERY}&hub.verify_token=${VERIFY}`),
    expect: text("1158201444", "meta"),
  },
  {
    name: "trap 23 Meta is given nothing for a wrong token",
    ...META,
    request: get(`${META_QUERY}&hub.verify_token=wrong`),
    expect: refusedBy("handshake_wrong"),
  },
  {
    name: "trap 37 the GET of a handshake is a 405 for a mapping that declares none",
    ...hooked({ provider: "meta", secret: SECRET }),
    request: get(`${META_QUERY}&hub.verify_token=`),
    expect: { status: 405, code: "method_not_allowed", headers: { allow: "POST" } },
  },
  {
    name: "trap 37 another method is a 405 for a mapping with a handshake",
    ...META,
    request: { method: "PUT", target: "/hooks/hook", token: null },
    expect: { status: 405, code: "method_not_allowed", headers: { allow: "POST" } },
  },
  {
    name: "trap 23 an answer repeats at most 2 KB",
    ...DROPBOX,
    request: get(`challenge=${"x".repeat(2_049)}`),
    expect: refusedBy("handshake_wrong"),
  },
  {
    name: "trap 23 markup in a challenge is plain text",
    ...DROPBOX,
    request: get("challenge=%3Cscript%3E"),
    expect: text("<script>", "dropbox"),
  },
  {
    name: "trap 22 X is given the HMAC of its token",
    ...X,
    request: get("crc_token=9b4507b3-9040"),
    expect: json({ response_token: `sha256=${await hmacBase64("9b4507b3-9040")}` }, "x"),
  },
  {
    name: "trap 22 X is not given the signature of an event",
    ...X,
    request: get(`crc_token=${encodeURIComponent('{"a":1}')}`),
    expect: refusedBy("handshake_wrong"),
  },
  {
    name: "trap 22 a body whose signature the handshake gives away is no event",
    ...X,
    request: post("abc", [["x-twitter-webhooks-signature", `sha256=${await hmacBase64("abc")}`]]),
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "LinkedIn is given the HMAC of its code",
    ...hooked({ provider: "linkedin", secret: SECRET }),
    request: get("challengeCode=890e4665-4dfe"),
    expect: json(
      { challengeCode: "890e4665-4dfe", challengeResponse: await hmacHex("890e4665-4dfe") },
      "linkedin",
    ),
  },
  {
    name: "Microsoft Graph is given its token, decoded",
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
    name: "Okta is given its verification",
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
    name: "a challenge beside other keys is no handshake of monday",
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
    name: "trap 23 Feishu is given nothing for a wrong token",
    ...hooked({ provider: "feishu", token: SECRET, handshake: { verifyToken: VERIFY } }),
    request: post({ type: "url_verification", token: "wrong", challenge: "ajls384k" }),
    expect: refusedBy("token_missing"),
  },
];

export const handshakeCases: readonly Case[] = [...signedCases, ...byUrlCases, ...byBodyCases];

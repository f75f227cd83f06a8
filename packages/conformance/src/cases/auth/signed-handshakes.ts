// Handshakes that their vendors sign: verified first, then answered.
import type { Case, CaseRequest } from "../../case.ts";
import { EVENT, hooked, json, NOW, post, refusedBy, SECONDS, text } from "../../hooked.ts";
import { hmacBase64, hmacHex, SECRET } from "../../sign.ts";

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

async function front(headers: CaseRequest["headers"]): Promise<CaseRequest> {
  const body = '{"type":"sync"}';
  return post(body, [
    ["X-Front-Signature", await hmacBase64(`${NOW}:${body}`)],
    ["X-Front-Request-Timestamp", String(NOW)],
    ...(headers ?? []),
  ]);
}

const FRONT = hooked({ provider: "front", secret: SECRET });
const FRONT_CHALLENGE = [["X-Front-Challenge", "c7e1-22f"]] as const;
const SLACK = hooked({ provider: "slack", secret: SECRET });
const ZOOM = hooked({ provider: "zoom", secret: SECRET });
const TWITCH = hooked({ provider: "twitch", secret: SECRET });

export const signedHandshakeCases: readonly Case[] = [
  {
    name: "Slack is given its challenge",
    ...SLACK,
    request: await slack({ type: "url_verification", challenge: "3eZbrw1a" }),
    expect: text("3eZbrw1a", "slack"),
  },
  {
    name: "an unsigned challenge of Slack is refused",
    ...SLACK,
    request: post({ type: "url_verification", challenge: "3eZbrw1a" }),
    expect: refusedBy("signature_missing"),
  },
  {
    name: "an event of Slack is not a handshake",
    ...SLACK,
    request: await slack({ type: "event_callback", challenge: "3eZbrw1a" }),
    expect: EVENT,
  },
  {
    name: "Front is given its challenge, and no run starts",
    ...FRONT,
    request: await front(FRONT_CHALLENGE),
    expect: text("c7e1-22f", "front"),
  },
  {
    name: "an unsigned challenge of Front is refused",
    ...FRONT,
    request: post({ type: "sync" }, FRONT_CHALLENGE),
    expect: refusedBy("signature_missing"),
  },
  {
    name: "an event of Front is not a handshake",
    ...FRONT,
    request: await front([]),
    expect: EVENT,
  },
  {
    name: "Zoom is given the HMAC of its token",
    ...ZOOM,
    request: await zoom({ event: "endpoint.url_validation", payload: { plainToken: "qgg8vl" } }),
    expect: json({ plainToken: "qgg8vl", encryptedToken: await hmacHex("qgg8vl") }, "zoom"),
  },
  {
    name: "an unsigned validation of Zoom is refused",
    ...ZOOM,
    request: post({ event: "endpoint.url_validation", payload: { plainToken: "qgg8vl" } }),
    expect: refusedBy("signature_missing"),
  },
  {
    name: "what could be an event of Zoom is not signed",
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

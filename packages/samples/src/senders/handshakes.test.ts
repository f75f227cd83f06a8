import { createHash, createHmac } from "node:crypto";
import type { HandshakeName } from "@hookwright/core";
import { expect, test } from "vitest";
import { HANDSHAKES } from "./handshakes.ts";

const CONTEXT = {
  challenge: "c-1",
  secret: "s",
  verifyToken: "v",
  publicUrl: "https://a.example/hooks/x",
};

const hmac = (encoding: "hex" | "base64") =>
  createHmac("sha256", "s").update("c-1").digest(encoding);

/** The public key, and the HMAC under the SHA-1 of the private one. */
function braintreeAnswer(): string {
  const { query = {} } = HANDSHAKES.braintree(CONTEXT);
  const key = createHash("sha1").update("s").digest();
  return `v|${createHmac("sha1", key).update(String(query["bt_challenge"])).digest("hex")}`;
}

interface Right {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** As the vendors document it. */
const RIGHT: Readonly<Record<HandshakeName, Right>> = {
  slack: { body: '{"challenge":"c-1"}' },
  meta: { body: "c-1" },
  zoom: { body: JSON.stringify({ plainToken: "c-1", encryptedToken: hmac("hex") }) },
  x: { body: JSON.stringify({ response_token: `sha256=${hmac("base64")}` }) },
  "microsoft-graph": { body: "c-1" },
  dropbox: { body: "c-1" },
  discord: { status: 204 },
  twitch: { body: "c-1" },
  monday: { body: '{"challenge":"c-1"}' },
  okta: { body: '{"verification":"c-1"}' },
  trello: {},
  ebay: {
    body: JSON.stringify({
      challengeResponse: createHash("sha256")
        .update("c-1v")
        .update(CONTEXT.publicUrl)
        .digest("hex"),
    }),
  },
  linkedin: { body: JSON.stringify({ challengeResponse: hmac("hex") }) },
  feishu: { body: '{"challenge":"c-1"}' },
  front: { body: "c-1" },
  ringcentral: { headers: { "validation-token": "c-1" } },
  strava: { body: '{"hub.challenge":"c-1"}' },
  smartcar: { body: JSON.stringify({ challenge: hmac("hex") }) },
  braintree: { body: braintreeAnswer() },
  oura: { body: '{"challenge":"c-1"}' },
  woocommerce: {},
  probe: {},
  cloudevents: { headers: { "webhook-allowed-origin": "eventgrid.azure.net" } },
};

test.each(Object.entries(RIGHT))("HANDSHAKES has the right answer to %s", (name, right) => {
  const { isRight } = HANDSHAKES[name as HandshakeName](CONTEXT);
  const { status = 200, headers, body = "" } = right;
  expect(isRight({ status, headers: new Headers(headers), body })).toBe(true);
  for (const wrong of ["", "null", "no", '{"challenge":"other"}']) {
    expect(isRight({ status: 202, headers: new Headers(), body: wrong })).toBe(false);
  }
});

test("HANDSHAKES accepts Slack's challenge as plain text, too", () => {
  const { isRight } = HANDSHAKES.slack(CONTEXT);
  expect(isRight({ status: 200, headers: new Headers(), body: "c-1" })).toBe(true);
});

import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { compileHooks } from "../../../../core/src/compile-hooks.ts";
import type { RouteAuth } from "../../model.ts";
import { explainCheck } from "./explain-check.ts";

const SECRET = "a-secret-of-more-than-16-bytes";
const NOW = 1_700_000_000_000;
const BODY = '{"a":1}';

const hmac = (text: string, encoding: "hex" | "base64" = "hex") =>
  createHmac("sha256", SECRET).update(text).digest(encoding);

const HEX = hmac(BODY);
const BASE64 = hmac(BODY, "base64");

async function guessesFor(provider: string, headers: Readonly<Record<string, string>>) {
  const mapping = {
    match: { path: "x" },
    auth: { provider, secret: SECRET },
    messageTemplate: "m",
  };
  const token = "a-long-random-text-of-your-own";
  const { endpoint } = compileHooks({ hooks: { enabled: true, token, mappings: [mapping] } });
  const explanation = await explainCheck(endpoint("x")?.auth as RouteAuth, {
    method: "POST",
    target: "/hooks/x",
    headers,
    body: Buffer.from(BODY),
    receivedAt: NOW,
  });
  expect(explanation.passes).toBe(false);
  expect(JSON.stringify(explanation.signature?.guesses)).not.toContain(SECRET);
  return explanation.signature?.guesses;
}

const SLACK = { signature: `v0=${hmac(`v0:1700000000:${BODY}`)}`, time: "1700000000" };

test.each<[string, string, Readonly<Record<string, string>>]>([
  [
    "github",
    "a signature of 64 characters, the last 4 of which did not arrive",
    { "x-hub-signature-256": `sha256=${HEX.slice(0, 60)}` },
  ],
  [
    "gitea",
    "a signature of 64 characters, the first 10 of which did not arrive",
    { "x-gitea-signature": HEX.slice(10) },
  ],
  [
    "shopify",
    "the signature with other upper and lower case letters",
    { "x-shopify-hmac-sha256": BASE64.toUpperCase() },
  ],
  [
    "shopify",
    "the header x-shopify-hmac-sha256 with its percent escapes decoded",
    { "x-shopify-hmac-sha256": encodeURIComponent(BASE64) },
  ],
  [
    "shopify",
    "a signature of 44 characters, the last 1 of which did not arrive",
    { "x-shopify-hmac-sha256": BASE64.replace(/=+$/, "") },
  ],
  [
    "shopify",
    "the header x-shopify-hmac-sha256 without the quotation marks around it",
    { "x-shopify-hmac-sha256": `"${BASE64}"` },
  ],
  [
    "github",
    'the header x-hub-signature-256 with "sha256=" in place of its own beginning',
    { "x-hub-signature-256": `sha1=${HEX}` },
  ],
  [
    "github",
    "the header x-webhook-proof, read as x-hub-signature-256",
    { "x-webhook-proof": `sha256=${HEX}` },
  ],
  [
    "slack",
    "the header x-old-time, read as x-slack-request-timestamp",
    { "x-slack-signature": SLACK.signature, "x-old-time": SLACK.time },
  ],
  [
    "slack",
    "the header http_x_slack_signature, read as x-slack-signature, and http_x_slack_request_timestamp, read as x-slack-request-timestamp",
    {
      http_x_slack_signature: SLACK.signature,
      http_x_slack_request_timestamp: SLACK.time,
    },
  ],
])("explainCheck() finds for %s: it is right for %s", async (provider, what, headers) => {
  expect(await guessesFor(provider, headers)).toEqual([{ of: "header", what, fix: "header" }]);
});

test("explainCheck() finds a signature that lost its tag", async () => {
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": "1700000000",
    "webhook-signature": hmac(`msg_1.1700000000.${BODY}`, "base64"),
  };
  const found = await guessesFor("polar", headers);
  expect(found?.map(({ what }) => what)).toEqual([expect.stringContaining('"v1," before it')]);
});

test("explainCheck() names the vendors for which a signature is right", async () => {
  const headers = { "x-hub-signature-256": `sha256=${HEX}` };
  expect(await guessesFor("slack", headers)).toEqual([
    {
      of: "provider",
      what: "each of the vendors github, meta",
      fix: "provider",
      providers: ["github", "meta"],
    },
  ]);
});

test.each([SECRET, `Bearer ${SECRET}`])(
  "explainCheck() says that a header has the secret itself",
  async (value) => {
    const found = await guessesFor("github", { "x-gitlab-token": value });
    expect(found).toEqual([{ of: "header", what: "the header x-gitlab-token", fix: "token" }]);
  },
);

test.each([
  ["a signature of which little arrived", { "x-hub-signature-256": `sha256=${HEX.slice(0, 10)}` }],
  ["another signature", { "x-hub-signature-256": `sha256=${"0".repeat(64)}` }],
  ["no header", {}],
])("explainCheck() guesses nothing for %s", async (_what, headers) => {
  expect(await guessesFor("github", headers as Readonly<Record<string, string>>)).toEqual([]);
});

// Senders whose keys are fetched: libraries sign and verify what our verifier accepts, and refuse what it refuses.
import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import {
  signWithKey,
  validateBot,
  validateGoogle,
  validateSns,
} from "../../../conformance/judges/messages.mjs";
import { certificatePem } from "../auth/certificates.ts";
import { authOf, check } from "../auth/configs.ts";
import { createFakeService, noTimer } from "../auth/key-services.ts";
import { CERTIFICATE_URL, confirmation, notification, signSns, TOPIC } from "../auth/sns.ts";
import { EC, RSA } from "../auth/tokens.ts";

const NOW = Date.now();
const HOUR = 3_600_000;

/** A notification is accepted within an hour. */
const Timestamp = new Date(NOW).toISOString();

const certificate = certificatePem({ key: RSA, notBefore: NOW - HOUR, notAfter: NOW + HOUR });

async function verdictsOfSns(body: string, auth: object = {}) {
  const { keys } = createFakeService({ [CERTIFICATE_URL]: certificate });
  const route = authOf({ provider: "sns", topics: [TOPIC], ...auth }, { keys, timer: noTimer });
  const ours = await check(route, { text: body, receivedAt: NOW });
  return [ours === 0, await validateSns(body, certificate)];
}

test.each([
  ["a notification", notification({ Timestamp })],
  ["one without a subject", notification({ Timestamp, Subject: undefined })],
  ["a confirmation", confirmation({ Timestamp })],
])("verifySns() for sns: accepts what sns-validator accepts: %s", async (_what, fields) => {
  expect(await verdictsOfSns(signSns(fields))).toEqual([true, true]);
  const old = signSns(fields, { version: "1" });
  expect(await verdictsOfSns(old, { signatureVersion: 1 })).toEqual([true, true]);
});

test("verifySns() for sns: signs the token of an end as AWS's page says, which sns-validator leaves out", async () => {
  const fields = confirmation({ Timestamp, Type: "UnsubscribeConfirmation" });
  expect(await verdictsOfSns(signSns(fields))).toEqual([true, false]);
});

test.each([
  ["another message", { Message: "another" }],
  ["another id", { MessageId: "another" }],
  ["another subject", { Subject: "another" }],
  ["no message", { Message: undefined }],
  ["a signature of another version", { SignatureVersion: "1" }],
  [
    "a certificate from elsewhere",
    {
      SigningCertURL:
        "https://sns.amazonaws.com.evil.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
    },
  ],
  [
    "a certificate over HTTP",
    {
      SigningCertURL:
        "http://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
    },
  ],
])("verifySns() for sns: refuses what sns-validator refuses: %s", async (_what, changes) => {
  expect(await verdictsOfSns(signSns(notification({ Timestamp }), { changes }))).toEqual([
    false,
    false,
  ]);
});

test("verifySns() for sns: refuses another topic, which sns-validator accepts", async () => {
  const TopicArn = "arn:aws:sns:eu-central-1:210987654321:orders";
  expect(await verdictsOfSns(signSns(notification({ TopicArn })))).toEqual([false, true]);
});

const audience = "https://hooks.example.com/hooks/mail";
const email = "push@project.iam.gserviceaccount.com";
const keyId = "one";

const CLAIMS = {
  iss: "https://accounts.google.com",
  aud: audience,
  azp: "113774264463038321964",
  email,
  email_verified: true,
  sub: "113774264463038321964",
  iat: Math.floor(NOW / 1000) - 60,
  exp: Math.floor(NOW / 1000) + 3_000,
};

async function verdictsOfGoogle(changes: object, by = RSA.privateKey) {
  const token = await signWithKey({ ...CLAIMS, ...changes }, { keyId, key: by });
  const jwks = JSON.stringify({
    keys: [{ ...RSA.publicKey.export({ format: "jwk" }), kid: keyId }],
  });
  const { keys } = createFakeService({ "https://www.googleapis.com/oauth2/v3/certs": jwks });
  const route = authOf({ provider: "pubsub", audience, email }, { keys, timer: noTimer });
  const headers = { authorization: `Bearer ${token}` };
  const ours = await check(route, { headers, receivedAt: NOW });
  return [ours === 0, await validateGoogle(token, { keyId, pem: RSA.pem, audience })];
}

test("verifyJwt() for pubsub: accepts what jose signs and google-auth-library accepts", async () => {
  expect(await verdictsOfGoogle({})).toEqual([true, true]);
  expect(await verdictsOfGoogle({ iss: "accounts.google.com" })).toEqual([true, true]);
});

test.each([
  ["another audience", { aud: "https://other.example" }],
  ["another issuer", { iss: "https://evil.example" }],
  ["an end an hour ago", { iat: CLAIMS.iat - 7_200, exp: CLAIMS.iat - 3_600 }],
])(
  "verifyJwt() for pubsub: refuses what google-auth-library refuses: %s",
  async (_what, changes) => {
    expect(await verdictsOfGoogle(changes)).toEqual([false, false]);
  },
);

test("verifyJwt() for pubsub: refuses another service account, which google-auth-library leaves to its caller", async () => {
  expect(await verdictsOfGoogle({ email: "evil@other.example" })).toEqual([false, true]);
  expect(await verdictsOfGoogle({ email_verified: false })).toEqual([false, true]);
});

const BOT = "12345678-1234-1234-1234-123456789012";
const serviceUrl = "https://smba.trafficmanager.net/emea/";
const ACTIVITY = { type: "message", id: "1485983408511", channelId: "msteams", serviceUrl };
const SECONDS = Math.floor(NOW / 1000);
const BOT_CLAIMS = {
  iss: "https://api.botframework.com",
  aud: BOT,
  serviceurl: serviceUrl,
  nbf: SECONDS,
  exp: SECONDS + 3_600,
};

const OTHER = generateKeyPairSync("rsa", { modulusLength: 2048 });
const BOT_KEYS = JSON.stringify({
  keys: [
    ["teams", RSA, { endorsements: ["msteams", "webchat"] }],
    ["slack", RSA, { endorsements: ["slack"] }],
    ["old", RSA, {}],
    ["ec", EC, { endorsements: ["msteams"] }],
  ].map(([kid, pair, rest]) => ({
    ...(pair as typeof RSA).publicKey.export({ format: "jwk" }),
    ...(rest as object),
    kid,
    use: "sig",
  })),
});

interface BotRequest {
  readonly claims?: object;
  readonly activity?: object;
  readonly keyId?: string;
  readonly key?: typeof RSA.privateKey;
  readonly algorithm?: "RS512";
}

async function verdictsOfBot(request: BotRequest) {
  const { claims, activity, keyId = "teams", key = RSA.privateKey, algorithm } = request;
  const by = { keyId, key, ...(algorithm && { algorithm }) };
  const token = await signWithKey({ ...BOT_CLAIMS, ...claims }, by);
  const { keys } = createFakeService({
    "https://login.botframework.com/v1/.well-known/keys": BOT_KEYS,
  });
  const route = authOf({ provider: "microsoft-bot", audience: BOT }, { keys, timer: noTimer });
  const sent = { ...ACTIVITY, ...activity };
  const headers = { authorization: `Bearer ${token}` };
  const ours = await check(route, { headers, text: JSON.stringify(sent), receivedAt: NOW });
  return [ours === 0, await validateBot(token, { activity: sent, jwks: BOT_KEYS, audience: BOT })];
}

test.each<[string, BotRequest]>([
  ["a message", {}],
  ["a message of another channel of the key", { activity: { channelId: "webchat" } }],
  ["a key without endorsements", { keyId: "old" }],
  ["an end four minutes ago", { claims: { nbf: SECONDS - 3_600, exp: SECONDS - 240 } }],
  ["a start in four minutes", { claims: { nbf: SECONDS + 240 } }],
])(
  "verifyJwt() for microsoft-bot: accepts what jose signs and botframework-connector accepts: %s",
  async (_what, request) => {
    expect(await verdictsOfBot(request)).toEqual([true, true]);
  },
);

test.each<[string, BotRequest]>([
  ["another issuer", { claims: { iss: "https://evil.example" } }],
  ["the issuer of the government", { claims: { iss: "https://api.botframework.us" } }],
  [
    "the issuer of the emulator",
    { claims: { iss: "https://sts.windows.net/d6d49420-f39b-4df7-a1dc-d59a935871db/" } },
  ],
  ["another audience", { claims: { aud: "87654321-4321-4321-4321-210987654321" } }],
  ["an end six minutes ago", { claims: { nbf: SECONDS - 3_600, exp: SECONDS - 360 } }],
  ["a start in six minutes", { claims: { nbf: SECONDS + 360 } }],
  ["another serviceurl", { claims: { serviceurl: "https://evil.example/" } }],
  ["no serviceurl", { claims: { serviceurl: undefined } }],
  ["another serviceUrl", { activity: { serviceUrl: "https://evil.example/" } }],
  ["a channel that the key may not sign for", { activity: { channelId: "directline" } }],
  ["the key of another channel", { keyId: "slack" }],
  ["an unknown key", { keyId: "new" }],
  ["the id of a key of another kind", { keyId: "ec" }],
  ["another key", { key: OTHER.privateKey }],
])(
  "verifyJwt() for microsoft-bot: refuses what botframework-connector refuses: %s",
  async (_what, request) => {
    expect(await verdictsOfBot(request)).toEqual([false, false]);
  },
);

test("verifyJwt() for microsoft-bot: refuses a body without serviceUrl and RS512, which botframework-connector accepts", async () => {
  expect(await verdictsOfBot({ activity: { serviceUrl: undefined } })).toEqual([false, true]);
  expect(await verdictsOfBot({ algorithm: "RS512" })).toEqual([false, true]);
});

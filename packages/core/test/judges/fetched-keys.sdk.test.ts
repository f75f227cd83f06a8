// Senders whose keys are fetched: libraries sign and verify what our verifier accepts, and refuse what it refuses.
import { expect, test } from "vitest";
import { signGoogle, validateGoogle, validateSns } from "../../../conformance/judges/messages.mjs";
import { certificatePem } from "../auth/certificates.ts";
import { authOf, check } from "../auth/configs.ts";
import { createFakeService, noTimer } from "../auth/key-services.ts";
import { CERTIFICATE_URL, confirmation, notification, signSns, TOPIC } from "../auth/sns.ts";
import { RSA } from "../auth/tokens.ts";

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
  const token = await signGoogle({ ...CLAIMS, ...changes }, { keyId, key: by });
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

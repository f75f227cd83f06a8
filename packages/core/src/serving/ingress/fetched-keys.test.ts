// Routes whose keys are fetched, from the request to the record.
import { expect, test } from "vitest";
import { certificatePem } from "../../../test/auth/certificates.ts";
import { createFakeService } from "../../../test/auth/key-services.ts";
import {
  CERTIFICATE_URL,
  confirmation,
  notification,
  signSns,
  TOPIC,
} from "../../../test/auth/sns.ts";
import { RSA, signToken } from "../../../test/auth/tokens.ts";
import { createHarness } from "../../../test/ingress/harness.ts";
import type { AuthInput } from "../../authoring/config/config.ts";

const KEYS = "https://login.example.com/keys";
const JWKS = JSON.stringify({ keys: [{ ...RSA.publicKey.export({ format: "jwk" }), kid: "one" }] });
const HOUR = 3_600_000;
const PEM = certificatePem({ key: RSA, notBefore: Date.now() - HOUR, notAfter: Date.now() + HOUR });

function start(auth: AuthInput, template = "{{action}}") {
  const service = createFakeService({ [KEYS]: JWKS, [CERTIFICATE_URL]: PEM });
  const mapping = { id: "a", match: { path: "a" }, auth, messageTemplate: template };
  const harness = createHarness({
    hooks: { mappings: [mapping] },
    compile: { keys: service.keys, clock: Date.now },
    ingress: { clock: Date.now },
  });
  return { ...service, harness };
}

const OWN: AuthInput = { scheme: "jwt", jwks: KEYS };

const sent = (kid: string) => {
  const claims = { iat: Math.floor(Date.now() / 1000) };
  const token = signToken(claims, { key: RSA.privateKey, header: { kid } });
  return {
    target: "/hooks/a",
    headers: { authorization: `Bearer ${token}` },
    body: '{"action":"opened"}',
  };
};

test("authenticate() opens a route by a token whose key was fetched, and shows the token to nobody", async () => {
  const { harness } = start(OWN, "{{action}} {{headers.authorization}}");
  expect((await harness.send(sent("one"))).status).toBe(202);
  expect(harness.records[0]).toMatchObject({ mappingId: "a", keyIndex: 0 });
  expect(JSON.stringify([harness.records, harness.dispatched])).not.toContain("eyJ");
});

test("trap 19 authenticate() shows a signed token of any header to nobody", async () => {
  const { harness } = start({ ...OWN, header: "x-jwt" }, '{{action}} {{headers["x-jwt"]}}');
  const { headers, ...request } = sent("one");
  const token = headers.authorization.slice("Bearer ".length);
  expect((await harness.send({ ...request, headers: { "x-jwt": token } })).status).toBe(202);
  expect(harness.dispatched).toHaveLength(1);
  expect(JSON.stringify([harness.records, harness.dispatched])).not.toContain("eyJ");
});

test("trap 27 authenticate() answers 503 with Retry-After while nobody can say whether a request is right", async () => {
  const { harness, answer } = start(OWN);
  answer(KEYS, new Error("down"));
  for (let count = 0; count < 30; count++) {
    expect(await harness.send(sent("one"))).toMatchObject({
      status: 503,
      headers: { "retry-after": "30" },
      body: expect.stringContaining('"keys_unavailable"'),
    });
  }
  expect(harness.records[0]).toMatchObject({
    auth: "keys_unavailable",
    code: "keys_unavailable",
    detail: expect.stringContaining("cannot be had"),
  });
  expect(harness.dispatched).toEqual([]);
});

test("trap 20 authenticate() refuses an unknown key in the bytes of every other refusal", async () => {
  const { harness } = start(OWN);
  const unknown = await harness.send(sent("two"));
  expect(harness.records[0]?.auth).toBe("key_unknown");
  expect(await harness.send({ ...sent("one"), headers: {} })).toEqual(unknown);
  expect(unknown.status).toBe(401);
});

const SNS: AuthInput = { provider: "sns", topics: [TOPIC] };
const now = { Timestamp: new Date().toISOString() };
const post = (body: string) => ({
  target: "/hooks/a",
  headers: { "content-type": "text/plain; charset=UTF-8" },
  body,
});

test("trap 28 authenticate() dispatches notifications of SNS without what could end the subscription", async () => {
  const { harness } = start(SNS, "{{Subject}} {{UnsubscribeURL}}");
  expect((await harness.send(post(signSns(notification(now))))).status).toBe(202);
  expect(harness.dispatched).toHaveLength(1);
  expect(JSON.stringify(harness.dispatched)).toContain("My subject");
  expect(JSON.stringify([harness.dispatched, harness.records])).not.toContain("Action=");
});

test("trap 28 authenticate() answers a confirmation of SNS that nobody asked for, and dispatches nothing", async () => {
  const { harness, asked } = start(SNS);
  expect(await harness.send(post(signSns(confirmation(now))))).toEqual({
    status: 200,
    headers: {},
    body: "",
  });
  expect(harness.records[0]).toMatchObject({
    handshake: "sns",
    detail: expect.stringContaining("waits for its confirmation"),
  });
  expect([harness.dispatched, asked]).toEqual([[], [CERTIFICATE_URL]]);
  const theirs = { ...now, TopicArn: `${TOPIC}-of-others` };
  expect((await harness.send(post(signSns(confirmation(theirs))))).status).toBe(401);
});

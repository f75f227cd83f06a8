// Signatures that others than us have published, and the rows of their vendors, which accept them as they are.
import { expect, test } from "vitest";
import { VECTORS, type Vector } from "../../../conformance/judges/vectors.mjs";
import { authOf, check } from "../auth/configs.ts";
import { createFakeService, noTimer } from "../auth/key-services.ts";
import { findProvider, keyFor, schemeOf, signOurs, verifyOurs } from "./judged.ts";
import { testRefusals } from "./refusals.ts";

for (const [index, vector] of VECTORS.entries()) testVector(vector, `${index + 1}`);

function testVector(vector: Vector, number: string): void {
  const { provider, source, body, signed = body } = vector;
  const title = `routeAuth() for ${provider}`;

  test(`${title}: accepts the published vector ${number} (${source})`, async () => {
    expect(await verdictOf(vector)).toBe(0);
  });

  test(`${title}: refuses another secret for the published vector ${number}`, async () => {
    const auth = { ...vector.auth, ...otherKeyOf(provider) };
    expect(await verdictOf({ ...vector, auth })).toBeTypeOf("string");
  });

  // A token in a header proves nothing of the body.
  if (signed === false) return;

  test(`${title}: refuses a changed body of the published vector ${number}`, async () => {
    const changed = changeByte(body, signed);
    expect(await verdictOf({ ...vector, body: changed })).toBeTypeOf("string");
  });
}

/** As the config of a gateway would have it, at the time of the vector. */
function verdictOf({ provider, auth, headers, body, target, at = 1, document }: Vector) {
  const { keys } = createFakeService(document && { [document.url]: document.text });
  const { secret, ...rest } = auth;
  // A published secret may look like the name of a variable, which a config may not have as its text.
  const reference = secret === undefined ? {} : { secret: { env: "VENDOR_SECRET" } };
  const options = { keys, timer: noTimer, secrets: () => String(secret) };
  const route = authOf({ provider, ...reference, ...rest }, options);
  return check(route, {
    headers,
    text: body,
    receivedAt: at * 1000,
    ...(target !== undefined && { target }),
  });
}

/** One character in the middle of the part. */
function changeByte(body: string, part: string): string {
  const at = body.indexOf(part) + Math.floor(part.length / 2);
  return `${body.slice(0, at)}${body[at] === "1" ? "2" : "1"}${body.slice(at + 1)}`;
}

/** A key of the form of the vendor; for SNS, whose key nobody shares, the topic that is expected. */
function otherKeyOf(provider: string): object {
  const { signatures, message, token } = findProvider(provider);
  if (message === "sns") return { topics: ["arn:aws:sns:us-east-2:123456789012:another"] };
  const isToken = signatures === undefined && token !== undefined;
  if (isToken) return { token: "another-token-of-some-length" };
  if (signatures === undefined) return { secret: "0123456789abcdef0123456789abcdef" };
  const scheme = schemeOf(provider);
  return { [scheme.scheme === "hmac" ? "secret" : "publicKey"]: keyFor(scheme, 8).shown };
}

// The specification names it, and none of its libraries has it: key pairs of node:crypto.
const asymmetric = schemeOf("standard-webhooks", "publicKey");
const pair = keyFor(asymmetric);
const send = () => signOurs(asymmetric, { key: pair, sentAt: Date.now() });

test("verifySignature() for standard-webhooks (v1a): accepts what node:crypto signs", async () => {
  const result = await verifyOurs(asymmetric, { secrets: [pair.shown], sent: await send() });
  expect(result).toMatchObject({ ok: true, signedId: "msg_1" });
});

testRefusals("standard-webhooks (v1a)", { scheme: asymmetric, key: pair, send });

import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { authOf, check, problemsOf } from "../../../test/auth/configs.ts";
import { hmac, SECONDS, SECRET } from "../../../test/auth/requests.ts";

const OWN = { scheme: "hmac", secret: SECRET, signature: { header: "X-Acme-Signature" } };

test("composeSchemes() makes a scheme of the operator's own with defaults", async () => {
  const headers = { "x-acme-signature": hmac("hello") };
  expect(await check(authOf(OWN), { text: "hello", headers })).toBe(0);
});

test("composeSchemes() takes the whole descriptor", async () => {
  const auth = authOf({
    ...OWN,
    key: "hex",
    secret: Buffer.from(SECRET).toString("hex"),
    signature: { header: "x-acme-signature", pairs: { separator: ",", key: "v1" } },
    encoding: "base64url",
    algorithm: "sha512",
    signed: "{timestamp}.{id}.{body}",
    timestamp: { pair: "t", unit: "s", toleranceSeconds: 60 },
    id: { header: "X-Acme-Id" },
  });
  const signature = hmac(`${SECONDS}.a-1.hello`, { algorithm: "sha512", encoding: "base64url" });
  const headers = { "x-acme-signature": `t=${SECONDS},v1=${signature}`, "x-acme-id": "a-1" };
  expect(await check(auth, { text: "hello", headers })).toBe(0);
});

test("composeSchemes() takes lists, tags, numbers and all of several headers", async () => {
  const hex = hmac("hello");
  const of = (signature: object, headers: Record<string, string>) =>
    check(authOf({ ...OWN, signature }), { text: "hello", headers });
  expect(await of({ header: "x-s", list: true }, { "x-s": `00,${hex}` })).toBe(0);
  expect(await of({ header: "x-s", list: false }, { "x-s": hex })).toBe(0);
  expect(await of({ header: "x-s", tagged: "v1" }, { "x-s": `v1,${hex}` })).toBe(0);
  expect(await of({ header: "X-S-", numbered: 2 }, { "x-s-2": hex })).toBe(0);
  const zeros = "0".repeat(64);
  expect(await of({ header: ["X-A", "X-B"], all: true }, { "x-a": zeros, "x-b": hex })).toBe(0);
  expect(await of({ header: ["X-A", "X-B"] }, { "x-a": zeros, "x-b": hex })).toBe(
    "signature_wrong",
  );
});

test("composeSchemes() takes a public key of the operator's own scheme", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const pem = publicKey.export({ format: "pem", type: "spki" });
  const auth = authOf({ scheme: "publicKey", publicKey: pem, signature: { header: "x-s" } });
  const signature = sign(null, Buffer.from("hello"), privateKey).toString("base64");
  expect(await check(auth, { text: "hello", headers: { "x-s": signature } })).toBe(0);
  expect(auth?.handshake).toBeUndefined();
});

test("composeSchemes() lays what is written over a vendor's row, field by field", async () => {
  const github = { provider: "github", secret: SECRET };
  const moved = authOf({ ...github, signature: { header: "X-Own" } });
  const headers = { "x-own": `sha256=${hmac("hello")}` };
  expect(await check(moved, { text: "hello", headers })).toBe(0);
  const grafana = authOf({
    provider: "grafana",
    secret: SECRET,
    signed: "{timestamp}:{body}",
    timestamp: { header: "X-Time" },
  });
  const timed = { "x-grafana-alerting-signature": hmac(`${SECONDS}:hello`), "x-time": SECONDS };
  expect(await check(grafana, { text: "hello", headers: timed })).toBe(0);
  const slow = authOf({ provider: "stripe", secret: SECRET, timestamp: { toleranceSeconds: 900 } });
  const time = String(Number(SECONDS) - 600);
  const stripe = { "stripe-signature": `t=${time},v1=${hmac(`${time}.hello`)}` };
  expect(await check(slow, { text: "hello", headers: stripe })).toBe(0);
});

test.each<[object, string]>([
  [{ signature: {} }, "signature does not say which header"],
  [{ signature: { header: "x-s", prefix: "a" }, algorithm: "ed25519" }, "algorithm names"],
  [{ signed: "{bdy}" }, "signed has {bdy}"],
  [{ signed: "{header:x-a}" }, "signed does not sign the body"],
  [{ signed: "{timestamp}{body}" }, "signed signs a time stamp, but"],
  [{ signed: "{timestamp}{body}", timestamp: { json: "a" } }, "signed signs a time stamp, but"],
  [{ signed: "{id}{body}" }, "signed signs an id, but"],
  [{ timestamp: { unit: "s" } }, "timestamp must name one place"],
  [{ timestamp: { header: "a", json: "b" } }, "timestamp must name one place"],
  [{ timestamp: { json: "a[" } }, "timestamp.json is not a path"],
  [{ signed: "{timestamp}{body}", timestamp: { pair: "t" } }, "timestamp.pair names a pair, but"],
])("checkScheme() refuses a scheme that cannot be checked: %j", (changes, message) => {
  expect(problemsOf({ ...OWN, ...changes })).toMatchObject([
    {
      code: "auth_scheme_invalid",
      message: expect.stringContaining(`hooks.mappings[0].auth.${message}`),
      hint: expect.any(String),
    },
  ]);
});

test("trap 8 checkScheme() refuses to check a time stamp that is not signed", () => {
  const timestamp = { header: "X-Time" };
  expect(problemsOf({ ...OWN, timestamp })).toMatchObject([
    { code: "auth_scheme_invalid", message: expect.stringContaining("not signed") },
  ]);
  expect(problemsOf({ ...OWN, timestamp, signed: "{header:x-time}{body}" })).toEqual([]);
  expect(problemsOf({ ...OWN, timestamp, signed: "{timestamp}{body}" })).toEqual([]);
  expect(problemsOf({ ...OWN, timestamp: { json: "sentAt" } })).toEqual([]);
});

test("checkScheme() takes no form of public keys for a secret", () => {
  expect(problemsOf({ ...OWN, key: "spki" })).toMatchObject([
    { code: "auth_scheme_invalid", message: expect.stringContaining("auth.key names a form") },
  ]);
});

test("checkScheme() refuses raw keys of another algorithm", () => {
  const changes = { key: "raw-hex", algorithm: "ecdsa-p256", publicKey: "00" };
  const own = { scheme: "publicKey", signature: { header: "x-s" } };
  expect(problemsOf({ ...own, ...changes })).toMatchObject([
    { code: "auth_scheme_invalid", message: expect.stringContaining("raw key") },
  ]);
});

test("checkTokenKeys() warns of a header that is written for a token", () => {
  const problems = problemsOf({ provider: "github", secret: SECRET, header: "x-s" });
  expect(problems).toMatchObject([
    {
      code: "field_without_effect",
      severity: "warning",
      path: ["hooks", "mappings", 0, "auth", "header"],
    },
  ]);
});

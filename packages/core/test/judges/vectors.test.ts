// Signatures that vendors have published as examples.
import { expect, test } from "vitest";
import { compileScheme } from "../../src/auth/compile-scheme.ts";
import { decodeKey } from "../../src/auth/decode-key.ts";
import { verifyAlternatives } from "../../src/auth/verify-alternatives.ts";
import { crypto, FORM, keyFor, schemeOf, signOurs, verifyOurs } from "./judged.ts";
import { testRefusals } from "./refusals.ts";

const VECTORS = [
  {
    provider: "github",
    secret: "It's a Secret to Everybody",
    body: "Hello, World!",
    headers: {
      "x-hub-signature-256":
        "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    },
  },
  {
    provider: "standard-webhooks",
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    body: '{"test": 2432232314}',
    headers: {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
  },
  {
    provider: "twilio",
    secret: "12345",
    publicUrl: "https://mycompany.com/myapp.php",
    target: "/myapp.php?foo=1&bar=2",
    body: "CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212",
    headers: { "content-type": FORM, "x-twilio-signature": "RSOYDt4T1cUTdK1PDd93/VVr8B8=" },
  },
];

test.each(VECTORS)(
  "verifySignature() for $provider: accepts the published example",
  async (vector) => {
    const { provider, secret, body, headers, publicUrl, target = "/" } = vector;
    const scheme = schemeOf(provider);
    const key = decodeKey(secret, { form: scheme.key, algorithm: scheme.algorithm });
    if (!key.ok) throw new Error(`wanted: ${key.expected}`);
    const compiled = compileScheme(scheme, { crypto, keys: [key], publicUrl });
    const receivedAt = 1_614_265_330_000;
    const request = { method: "POST", target, headers, receivedAt, body: Buffer.from(body) };
    const result = await verifyAlternatives([compiled], { request, crypto });
    expect(result).toMatchObject({ ok: true, keyIndex: 0 });
  },
);

// The specification names it, and none of its libraries has it: key pairs of node:crypto.
const asymmetric = schemeOf("standard-webhooks", "publicKey");
const pair = keyFor(asymmetric);
const send = () => signOurs(asymmetric, { key: pair, sentAt: Date.now() });

test("verifySignature() for standard-webhooks (v1a): accepts what node:crypto signs", async () => {
  const result = await verifyOurs(asymmetric, { secrets: [pair.shown], sent: await send() });
  expect(result).toMatchObject({ ok: true, signedId: "msg_1" });
});

testRefusals("standard-webhooks (v1a)", { scheme: asymmetric, key: pair, send });

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
  {
    // orbcorp/orb-go, -python, -kotlin: their tests of the signature.
    provider: "orb",
    secret: "c-UGKYdnhHh436B_sMouYAPUvXyWpzOdunZBV5dFSD8",
    body: '{"id": "o4mmewpfNNTnjfZc", "created_at": "2024-03-27T15:42:29+00:00", "type": "resource_event.test", "properties": {"message": "A test webhook from Orb. Happy testing!"}}',
    headers: {
      "x-orb-timestamp": "2024-03-27T15:42:29.551",
      "x-orb-signature": "v1=9d25de966891ab0bc18754faf8d83d0980b44ae330fcc130b41a6cf3daf1f391",
    },
    sentAt: Date.UTC(2024, 2, 27, 15, 42, 29),
  },
  {
    // stymiee/authnetjson: a notification that was recorded in 2017.
    provider: "authorize-net",
    secret:
      "52CB4A002C634B84E397DC8A218E1A160BA7CAB7CBE4C05B35E9CBB05E14FE4A2385812E980CCF97D177F17863CE214D1BE6CE8E1E894487AACF3609C1A5FE17",
    body: '{"notificationId":"182cbbff-cab2-4080-931d-80e5d818f23a","eventType":"net.authorize.payment.authcapture.created","eventDate":"2017-08-18T20:40:52.7722007Z","webhookId":"849eb87e-078a-4169-a34b-c0bded5019a8","payload":{"responseCode":0,"authCode":"Z3PV5H","avsResponse":"Y","authAmount":0.0,"entityName":"transaction","id":"40005915599"}}',
    headers: {
      "x-anet-signature":
        "sha512=A1E0CC0F8A7B6274E0951CAC5EB63579F70FC6B7B15384B146DCE02B98DEE3954A5A8E331661B51DE953E141E88994DFA7D267FFB8428BE0660511B6EFB94960",
    },
  },
];

test.each(VECTORS)(
  "verifySignature() for $provider: accepts the published example",
  async (vector) => {
    const { provider, secret, body, headers, publicUrl, target = "/" } = vector;
    const { sentAt: receivedAt = 1_614_265_330_000 } = vector;
    const scheme = schemeOf(provider);
    const key = decodeKey(secret, { form: scheme.key, algorithm: scheme.algorithm });
    if (!key.ok) throw new Error(`wanted: ${key.expected}`);
    const compiled = compileScheme(scheme, { crypto, keys: [key], publicUrl });
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

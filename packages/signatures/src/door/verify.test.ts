import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { hmac, NOW, SECONDS, SECRET } from "../../../core/test/auth/requests.ts";
import { createWebCrypto } from "../serving/web-crypto.ts";
import {
  discord,
  github,
  gitlab,
  linear,
  netlify,
  slack,
  sns,
  stripe,
  twilio,
  x,
} from "../vendors/generated/senders.ts";
import type { WebhookSender } from "./sender.ts";
import { sign } from "./sign.ts";
import { type VerifyOptions, verify } from "./verify.ts";

const BODY = '{"action":"opened"}';
const URL_OF_HOOK = "https://hooks.example.com/hooks/github?a=1";
const at: VerifyOptions = { clock: () => NOW };

function request(headers: Record<string, string>, body = BODY): Request {
  return new Request(URL_OF_HOOK, { method: "POST", headers, body });
}

const signed = () => request({ "X-Hub-Signature-256": `sha256=${hmac(BODY)}` });

test("verify() accepts a Request, and leaves its body to the caller", async () => {
  const sent = signed();
  const result = await verify(sent, github({ secret: SECRET }));
  expect(result).toMatchObject({ ok: true, provider: "github", secretIndex: 0 });
  expect(await sent.json()).toEqual({ action: "opened" });
});

test("verify() returns the bytes that it checked", async () => {
  const result = await verify(signed(), github({ secret: SECRET }));
  expect(result.ok && new TextDecoder().decode(result.body)).toBe(BODY);
});

test("verify() refuses a Request whose body was read", async () => {
  const sent = signed();
  await sent.text();
  const result = await verify(sent, github({ secret: SECRET }));
  expect(result).toEqual({ ok: false, provider: "github", code: "body_lost", status: 500 });
});

test("verify() joins a body that comes in several chunks", async () => {
  const body = new ReadableStream({
    start(controller) {
      for (const part of [BODY.slice(0, 3), BODY.slice(3, 9), BODY.slice(9)]) {
        controller.enqueue(new TextEncoder().encode(part));
      }
      controller.close();
    },
  });
  const headers = { "x-hub-signature-256": `sha256=${hmac(BODY)}` };
  const init = { method: "POST", headers, body, duplex: "half" as const };
  const result = await verify(new Request(URL_OF_HOOK, init), github({ secret: SECRET }));
  expect(result.ok && new TextDecoder().decode(result.body)).toBe(BODY);
});

test("verify() takes parts: of any URL, with headers that are not set, and no larger than its limit", async () => {
  const sender = github({ secret: SECRET });
  const headers = { "x-hub-signature-256": `sha256=${hmac(BODY)}`, "x-github-delivery": undefined };
  const sent = { headers, body: BODY, url: "https://hooks.example.com" };
  expect(await verify(sent, sender)).toMatchObject({ ok: true, deliveryId: undefined });
  expect(await verify(sent, sender, { maxBodyBytes: 4 })).toMatchObject({ code: "body_too_large" });
});

test("verify() uses the cryptography of each call", async () => {
  const sender = github({ secret: SECRET });
  const wrong = {
    ...createWebCrypto(crypto.subtle),
    hmacKey: () => ({ sign: () => new Uint8Array(32) }),
  };
  expect(await verify(signed(), sender)).toMatchObject({ ok: true });
  expect(await verify(signed(), sender, { crypto: wrong })).toMatchObject({ ok: false });
  expect(await verify(signed(), sender)).toMatchObject({ ok: true });
});

test("verify() finds the signed time in a header, in a pair and in the body, if one is signed", async () => {
  const timeOf = async (sender: WebhookSender, body: string) => {
    const sent = await sign(sender, body, at);
    if (!sent.ok) throw new Error(sent.message);
    const result = await verify(sent, sender, at);
    if (!result.ok) throw new Error(result.code);
    return result.timestamp;
  };
  expect(await timeOf(slack({ secret: SECRET }), BODY)).toBe(NOW);
  expect(await timeOf(stripe({ secret: SECRET }), BODY)).toBe(NOW);
  expect(await timeOf(linear({ secret: SECRET }), `{"webhookTimestamp":${NOW}}`)).toBe(NOW);
  expect(await timeOf(github({ secret: SECRET }), BODY)).toBeUndefined();
});

test("verify() refuses a token of another issuer or for another audience", async () => {
  const sent = await sign(netlify({ secret: SECRET }), BODY, at);
  if (!sent.ok) throw new Error(sent.message);
  expect(await verify(sent, netlify({ secret: SECRET }), at)).toMatchObject({ ok: true });
  const others = [
    { issuer: "somebody" },
    { audience: ["somebody"] },
    { issuer: ["somebody", "else"] },
  ];
  for (const claims of others) {
    const result = await verify(sent, netlify({ secret: SECRET, ...claims }), at);
    expect(result).toMatchObject({ ok: false, status: 401 });
  }
});

test("verify() refuses a body that breaks off", async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error("The connection is closed."));
    },
  });
  const init = { method: "POST", body, duplex: "half" as const };
  const result = await verify(new Request(URL_OF_HOOK, init), github({ secret: SECRET }));
  expect(result).toMatchObject({ code: "body_lost" });
});

test("verify() reads no more of an endless body than its limit", async () => {
  let chunks = 0;
  const body = new ReadableStream({
    pull(controller) {
      chunks += 1;
      controller.enqueue(new Uint8Array(1_000));
    },
  });
  const init = { method: "POST", body, duplex: "half" as const };
  const sender = github({ secret: SECRET });
  const result = await verify(new Request(URL_OF_HOOK, init), sender, { maxBodyBytes: 5_000 });
  expect(result).toMatchObject({ ok: false, code: "body_too_large", status: 413 });
  expect(chunks).toBeLessThan(10);
});

const PARTS = { "X-Hub-Signature-256": `sha256=${hmac(BODY)}` };

test.each([
  ["text", BODY],
  ["bytes", new TextEncoder().encode(BODY)],
  ["a Buffer", Buffer.from(BODY)],
  ["an ArrayBuffer", new TextEncoder().encode(BODY).buffer],
])("verify() accepts parts whose body is %s", async (_, body) => {
  expect(await verify({ headers: PARTS, body }, github({ secret: SECRET }))).toMatchObject({
    ok: true,
  });
});

test("verify() accepts Headers, and a record with lists", async () => {
  const sender = github({ secret: SECRET });
  const [[name = "", value = ""] = []] = Object.entries(PARTS);
  for (const headers of [new Headers(PARTS), { [name.toLowerCase()]: [value] }]) {
    expect(await verify({ headers, body: BODY }, sender)).toMatchObject({ ok: true });
  }
});

test("verify() refuses a signature whose header came twice, in whatever case", async () => {
  const [[name = "", value = ""] = []] = Object.entries(PARTS);
  for (const headers of [
    { [name]: [value, value] },
    { [name]: value, [name.toLowerCase()]: value },
  ]) {
    const result = await verify({ headers, body: BODY }, github({ secret: SECRET }));
    expect(result).toMatchObject({ ok: false, code: "signature_repeated", status: 401 });
  }
});

test("verify() says that the bytes of a parsed body are lost", async () => {
  for (const body of [{ action: "opened" }, undefined, null]) {
    const parts = { headers: PARTS, body: body as unknown as string };
    expect(await verify(parts, github({ secret: SECRET }))).toMatchObject({ code: "body_lost" });
  }
});

test("verify() reads __proto__ as a header like others", async () => {
  const headers = JSON.parse(`{"__proto__":"x","x-hub-signature-256":"sha256=${hmac(BODY)}"}`);
  const result = await verify({ headers, body: BODY }, github({ secret: SECRET }));
  expect(result).toMatchObject({ ok: true });
});

test.each([
  ["missing", undefined],
  ["empty", ""],
  ["blank", "  "],
  ["an empty list", []],
  ["empty in a list", [SECRET, ""]],
])("verify() reports a secret that is %s", async (_, secret) => {
  const sender = github({ secret: secret as string });
  const result = await verify(signed(), sender);
  expect(result).toMatchObject({ ok: false, code: "sender_invalid", status: 500 });
  expect(!result.ok && result.problems?.[0]?.at[0]).toBe("secret");
});

test("verify() reports a secret that has not the vendor's form, without the secret", async () => {
  const result = await verify(signed(), discord({ publicKey: "no key at all" }));
  expect(result).toMatchObject({ code: "sender_invalid", problems: [{ at: ["publicKey"] }] });
  expect(JSON.stringify(result)).not.toContain("no key at all");
});

test("verify() returns the position of the secret that matched", async () => {
  const sender = github({ secret: ["another-secret-of-24-bytes", SECRET] });
  expect(await verify(signed(), sender)).toMatchObject({ ok: true, secretIndex: 1 });
});

test("a sender shows no secret in a log or in JSON", () => {
  const sender = github({ secret: SECRET });
  expect(JSON.stringify(sender)).toBe('{"provider":"github"}');
});

test("a sender keeps the keys that it has imported", async () => {
  let imports = 0;
  const crypto = {
    hmacKey: (_: string, key: Uint8Array) => {
      imports += 1;
      return {
        sign: (parts: readonly (string | Uint8Array)[]) => {
          const made = createHmac("sha256", key);
          for (const part of parts) made.update(part);
          return made.digest();
        },
      };
    },
    publicKey: () => ({ verify: () => false }),
    sha256: () => new Uint8Array(32),
  };
  const sender = github({ secret: SECRET });
  for (let count = 0; count < 3; count++) {
    expect(await verify(signed(), sender, { crypto })).toMatchObject({ ok: true });
  }
  expect(imports).toBe(1);
});

function stripeParts(seconds = SECONDS) {
  const body = '{"id":"evt_1"}';
  const signature = hmac(`${seconds}.${body}`);
  return { headers: { "stripe-signature": `t=${seconds},v1=${signature}` }, body };
}

test("verify() returns the signed time and the id of the delivery", async () => {
  const result = await verify(stripeParts(), stripe({ secret: SECRET }), at);
  expect(result).toMatchObject({ ok: true, timestamp: NOW, deliveryId: "evt_1" });
});

test("verify() takes another tolerance", async () => {
  const options = { clock: () => NOW + 400_000 };
  const parts = stripeParts();
  expect(await verify(parts, stripe({ secret: SECRET }), options)).toMatchObject({
    code: "timestamp_too_old",
  });
  const sender = stripe({ secret: SECRET, toleranceSeconds: 500 });
  expect(await verify(parts, sender, options)).toMatchObject({ ok: true });
});

test("verify() takes the URL of the options, and never that of the request", async () => {
  const publicUrl = "https://hooks.example.com/twilio";
  const signature = hmac(`${publicUrl}A1`, { algorithm: "sha1", encoding: "base64" });
  const headers = {
    "x-twilio-signature": signature,
    "content-type": "application/x-www-form-urlencoded",
  };
  const parts = { headers, body: "A=1", url: "http://10.0.0.1/twilio" };
  const sender = twilio({ secret: SECRET, publicUrl });
  expect(await verify(parts, sender)).toMatchObject({ ok: true });
  const wrong = twilio({ secret: SECRET, publicUrl: "twilio" });
  expect(await verify(parts, wrong)).toMatchObject({ problems: [{ at: ["publicUrl"] }] });
});

test("verify() takes a token or a secret from a vendor that sends either", async () => {
  const headers = { "x-gitlab-token": SECRET };
  expect(await verify({ headers, body: BODY }, gitlab({ token: SECRET }))).toMatchObject({
    ok: true,
  });
  expect(await verify({ headers, body: BODY }, gitlab({ token: `${SECRET}x` }))).toMatchObject({
    code: "token_wrong",
  });
});

test("verify() refuses a body whose signature the vendor's handshake gives to any caller", async () => {
  const signature = hmac("a-challenge", { encoding: "base64" });
  const headers = { "x-twitter-webhooks-signature": `sha256=${signature}` };
  expect(await verify({ headers, body: "a-challenge" }, x({ secret: SECRET }))).toMatchObject({
    code: "signature_wrong",
  });
});

test("verify() says 503 while the vendor's keys cannot be fetched", async () => {
  const message = {
    Type: "Notification",
    MessageId: "00000000-0000-0000-0000-000000000001",
    TopicArn: "arn:aws:sns:eu-central-1:123456789012:name",
    Message: "hello",
    Timestamp: new Date(NOW).toISOString(),
    SignatureVersion: "2",
    Signature: Buffer.alloc(256).toString("base64"),
    SigningCertURL: `https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-${"0".repeat(32)}.pem`,
  };
  const sender = sns({ topics: [message.TopicArn] });
  const keys = { fetch: () => Promise.reject(new Error("down")) };
  const parts = { headers: {}, body: JSON.stringify(message) };
  expect(await verify(parts, sender, { ...at, keys })).toMatchObject({
    code: "keys_unavailable",
    status: 503,
  });
});

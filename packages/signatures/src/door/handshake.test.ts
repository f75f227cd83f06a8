import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { NOW, SECRET } from "../../../core/test/auth/requests.ts";
import type { CryptoPort } from "../model.ts";
import { createWebCrypto } from "../serving/web-crypto.ts";
import { dropbox, github, meta, slack, x, zoom } from "../vendors/generated/senders.ts";
import { handshake } from "./handshake.ts";
import { sign } from "./sign.ts";

const at = { clock: () => NOW };
const ask = (query: string) => new Request(`https://hooks.example.com/hooks/x?${query}`);

async function signed(sender: ReturnType<typeof slack>, body: object) {
  const request = await sign(sender, JSON.stringify(body), at);
  if (!request.ok) throw new Error(request.message);
  return request;
}

const QUESTION = { type: "url_verification", challenge: "abc" };

test("handshake() answers a signed question, and lets the caller read the request", async () => {
  const sender = slack({ secret: SECRET });
  const request = new Request("https://hooks.example.com/", await signed(sender, QUESTION));
  expect(await handshake(request, sender, at)).toMatchObject({ status: 200, body: "abc" });
  expect(await request.json()).toEqual(QUESTION);
});

test("handshake() does not answer a question without its signature, nor an event", async () => {
  const sender = slack({ secret: SECRET });
  const unsigned = { headers: {}, body: JSON.stringify(QUESTION) };
  expect(await handshake(unsigned, sender, at)).toBeUndefined();
  const other = slack({ secret: `${SECRET}x` });
  expect(await handshake(await signed(other, QUESTION), sender, at)).toBeUndefined();
  expect(await handshake(await signed(sender, { type: "event" }), sender, at)).toBeUndefined();
});

test("handshake() compares the token that the operator typed in", async () => {
  const query = "hub.mode=subscribe&hub.challenge=42&hub.verify_token=";
  const sender = meta({ secret: SECRET, verifyToken: "typed-in" });
  expect(await handshake(ask(`${query}typed-in`), sender)).toMatchObject({ body: "42" });
  expect(await handshake(ask(`${query}other`), sender)).toBeUndefined();
  expect(await handshake(ask(`${query}`), meta({ secret: SECRET }))).toBeUndefined();
});

test("handshake() signs a short plain text, and no more", async () => {
  const sender = x({ secret: SECRET });
  const hmac = createHmac("sha256", SECRET).update("abc").digest("base64");
  const answer = await handshake(ask("crc_token=abc"), sender);
  expect(JSON.parse(answer?.body ?? "")).toEqual({ response_token: `sha256=${hmac}` });
  expect(
    await handshake(ask(`crc_token=${encodeURIComponent('{"a":1}')}`), sender),
  ).toBeUndefined();
  const body = { event: "endpoint.url_validation", payload: { plainToken: "abc" } };
  const request = await signed(zoom({ secret: SECRET }), body);
  expect(await handshake(request, zoom({ secret: SECRET }), at)).toMatchObject({ status: 200 });
  expect(await handshake(request, zoom({ secret: `${SECRET}x` }), at)).toBeUndefined();
});

test("handshake() repeats nothing that a browser could run", async () => {
  const answer = await handshake(ask("challenge=%3Cb%3E"), dropbox({ secret: SECRET }));
  expect(answer?.headers).toMatchObject({ "x-content-type-options": "nosniff" });
  expect(answer?.headers["content-type"]).toContain("text/plain");
});

test("handshake() is undefined for vendors without one, and for wrong options", async () => {
  expect(await handshake(ask("challenge=1"), github({ secret: SECRET }))).toBeUndefined();
  expect(await handshake(ask("challenge=1"), dropbox({ secret: "" }))).toBeUndefined();
});

test("handshake() makes the key of a sender once for all requests", async () => {
  const real = createWebCrypto(crypto.subtle);
  let keys = 0;
  const counting: CryptoPort = {
    ...real,
    hmacKey: (...of) => {
      keys += 1;
      return real.hmacKey(...of);
    },
  };
  const sender = x({ secret: SECRET });
  const answer = () => handshake(ask("crc_token=abc"), sender, { crypto: counting });
  const first = await answer();
  const made = keys;
  expect(first).toMatchObject({ status: 200 });
  expect(await answer()).toEqual(first);
  expect(keys).toBe(made);
});

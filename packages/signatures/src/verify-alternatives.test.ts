import { expect, test } from "vitest";
import type { HeaderRecord } from "../../base/src/records.ts";
import { compiledOf, hmac, requestOf, webCrypto } from "../../core/test/auth/requests.ts";
import { verifyAlternatives } from "./verify-alternatives.ts";

const scheme = (prefix: string) =>
  compiledOf({
    signature: { header: `${prefix}-signature` },
    signed: "{id}.{body}",
    id: { header: `${prefix}-id` },
  });

async function check(headers: HeaderRecord) {
  const schemes = [scheme("svix"), scheme("webhook")];
  const request = requestOf({ text: "hello", headers });
  const result = await verifyAlternatives(schemes, { request, crypto: webCrypto });
  return result.ok ? result.signedId : result.code;
}

const signed = (prefix: string, id: string) => ({
  [`${prefix}-signature`]: hmac(`${id}.hello`),
  [`${prefix}-id`]: id,
});

test("verifyAlternatives() takes the scheme whose signature was sent", async () => {
  expect(await check(signed("svix", "a"))).toBe("a");
  expect(await check(signed("webhook", "b"))).toBe("b");
  expect(await check({})).toBe("signature_missing");
});

test("verifyAlternatives() never mixes the headers of two schemes", async () => {
  const { "svix-id": id, ...bare } = signed("svix", "a");
  expect(id).toBe("a");
  expect(await check({ ...bare, "webhook-id": "a" })).toBe("id_missing");
});

test("verifyAlternatives() does not try a second scheme where the first one fails", async () => {
  const wrong = { "svix-signature": "0".repeat(64), "svix-id": "a" };
  expect(await check({ ...wrong, ...signed("webhook", "b") })).toBe("signature_wrong");
});

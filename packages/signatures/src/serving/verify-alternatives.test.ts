import { expect, test } from "vitest";
import type { HeaderRecord } from "../../../base/src/values.ts";
import { compiledOf, hmac, requestOf, webCrypto } from "../../../core/test/auth/requests.ts";
import type { Verifier } from "../model.ts";
import { runVerifier, verifyAlternatives } from "./verify-alternatives.ts";

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

test("verifyAlternatives() chooses the scheme whose signature was sent", async () => {
  expect(await check(signed("svix", "a"))).toBe("a");
  expect(await check(signed("webhook", "b"))).toBe("b");
  expect(await check({})).toBe("signature_missing");
});

test("verifyAlternatives() never mixes the headers of two schemes", async () => {
  const { "svix-id": id, ...bare } = signed("svix", "a");
  expect(id).toBe("a");
  expect(await check({ ...bare, "webhook-id": "a" })).toBe("id_missing");
});

test("verifyAlternatives() does not try a second scheme after the first one fails", async () => {
  const wrong = { "svix-signature": "0".repeat(64), "svix-id": "a" };
  expect(await check({ ...wrong, ...signed("webhook", "b") })).toBe("signature_wrong");
});

const run = async (verifier: unknown) => await runVerifier(verifier as Verifier, requestOf({}));

test("runVerifier() accepts if the check returns true, now or later", async () => {
  const accepted = { ok: true, keyIndex: 0 };
  expect(runVerifier(() => true, requestOf({}))).toEqual(accepted);
  expect(await run(async () => true)).toEqual(accepted);
});

test("runVerifier() passes the request to the check", async () => {
  const request = requestOf({ text: "x" });
  expect(await runVerifier((one) => one === request, request)).toMatchObject({ ok: true });
});

test.each<[string, unknown]>([
  ["false", () => false],
  ["false later", async () => false],
  ["a value that only looks like yes", () => "yes"],
  ["an object", async () => ({ ok: true })],
  ["nothing", () => undefined],
  [
    "an error",
    () => {
      throw new Error("x");
    },
  ],
  ["an error later", () => Promise.reject(new Error("x"))],
])("runVerifier() refuses what the check answers with %s", async (_what, verifier) => {
  expect(await run(verifier)).toEqual({ ok: false, code: "verifier_refused" });
});

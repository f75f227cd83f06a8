import { expect, test } from "vitest";
import { compiledOf, schemeOf, webCrypto } from "../../core/test/auth/requests.ts";
import { compileScheme } from "./compile-scheme.ts";

test("compileScheme() makes ready what a scheme says", () => {
  const scheme = compiledOf({
    signed: "{url}{body}",
    timestamp: { json: "a[0].b", unit: "ms", toleranceSeconds: 60 },
    id: { header: "x-id" },
    bodyHash: { query: "hash" },
  });
  expect(scheme).toMatchObject({
    signatureBytes: 32,
    parts: [{ kind: "url" }, { kind: "body" }],
    timestamp: { json: ["a", 0, "b"], unit: "ms", toleranceSeconds: 60 },
    idHeader: "x-id",
    bodyHashQuery: "hash",
  });
});

test("compileScheme() throws for what is no text of parts", () => {
  const none = { crypto: webCrypto, keys: [], publicUrl: undefined };
  expect(() => compileScheme(schemeOf({ signed: "{bdy}" }), none)).toThrow("{bdy} is not known");
});

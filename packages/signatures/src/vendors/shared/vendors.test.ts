import { expect, test } from "vitest";
import { parseSigned } from "../../serving/build-signed.ts";
import { compileTokenPlace } from "../../serving/verify-token.ts";
import { PROVIDERS } from "../generated/vendors.ts";

const SCHEMES = PROVIDERS.flatMap(({ id, signatures = [] }) =>
  signatures.map((scheme) => [id, scheme] as const),
);

test("PROVIDERS has each id once, in lower case with hyphens", () => {
  const ids = PROVIDERS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/);
});

test.each(SCHEMES)("PROVIDERS has a scheme of %s that can be checked", (_id, scheme) => {
  const { signed, signature, algorithm, timestamp, id } = scheme;
  expect(parseSigned(signed)).toMatchObject({ ok: true });
  expect(scheme.scheme === "hmac").toBe(algorithm.startsWith("sha"));
  for (const name of [signature.header, timestamp?.header, id?.header].flat()) {
    if (name !== undefined) expect(name).toBe(name.toLowerCase());
  }
});

test.each(SCHEMES)("trap 8 PROVIDERS has no time stamp of %s that is not signed", (_id, scheme) => {
  const { signed, timestamp } = scheme;
  const isChecked = timestamp !== undefined;
  const isSigned =
    signed.includes("{timestamp}") || (timestamp?.json !== undefined && signed.includes("{body}"));
  expect(isChecked && !isSigned).toBe(false);
});

test("PROVIDERS names one form of keys for the schemes of one kind", () => {
  for (const { signatures = [] } of PROVIDERS) {
    for (const kind of ["hmac", "publicKey"]) {
      const ofKind = signatures.filter(({ scheme }) => scheme === kind);
      expect(new Set(ofKind.map(({ key, algorithm }) => key + algorithm)).size).toBeLessThan(2);
    }
  }
});

test("PROVIDERS remembers deliveries for longer than a few minutes, and a month at most", () => {
  for (const { delivery } of PROVIDERS) {
    const { ttlSeconds = 900 } = delivery ?? {};
    expect(ttlSeconds).toBeGreaterThanOrEqual(900);
    expect(ttlSeconds).toBeLessThanOrEqual(2_592_000);
  }
});

test("trap 4 PROVIDERS tells which vendors sign the URL", () => {
  for (const { signatures = [], needsPublicUrl = false } of PROVIDERS) {
    expect(needsPublicUrl).toBe(signatures.some(({ signed }) => signed.includes("{url}")));
  }
});

test("PROVIDERS has tokens at places that can be read", () => {
  for (const { token } of PROVIDERS) {
    if (token !== undefined) expect(compileTokenPlace(token)).toBeDefined();
  }
});

test("trap 17 PROVIDERS has vendors whose header is the same, so that none is guessed by it", () => {
  const sharing = SCHEMES.filter(([, { signature }]) => signature.header === "x-signature");
  expect(sharing.length).toBeGreaterThan(2);
  expect(new Set(sharing.map(([, { algorithm }]) => algorithm)).size).toBeGreaterThan(1);
});

test("trap 16 PROVIDERS fixes the algorithm of every token, and lets none be without a time unless its body is bound", () => {
  for (const { jwt } of PROVIDERS) {
    if (jwt === undefined) continue;
    expect(jwt.algorithms).toHaveLength(1);
    expect(jwt.header).toBe(jwt.header.toLowerCase());
    const isBound = jwt.binds?.of === "body" && !jwt.binds.isOptional;
    expect(jwt.isTimeOptional !== true || isBound).toBe(true);
  }
});

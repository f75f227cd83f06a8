import { expect, test } from "vitest";
import { parseSigned } from "../src/serving/build-signed.ts";
import { compileTokenLocation } from "../src/serving/verify-token.ts";
import { PROVIDERS } from "../src/vendors/generated/vendors.ts";

const SCHEMES = PROVIDERS.flatMap(({ id, signatures = [] }) =>
  signatures.map((scheme) => [id, scheme] as const),
);

test("PROVIDERS has each id once, in lower case with hyphens", () => {
  const ids = PROVIDERS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/);
});

test.each(SCHEMES)(
  "PROVIDERS has a scheme of %s that can be checked, and a time stamp only if it is signed",
  (_id, scheme) => {
    const { signed, signature, algorithm, timestamp, id } = scheme;
    expect(parseSigned(signed)).toMatchObject({ ok: true });
    expect(scheme.scheme === "hmac").toBe(algorithm.startsWith("sha"));
    for (const name of [signature.header, timestamp?.header, id?.header].flat()) {
      if (name !== undefined) expect(name).toBe(name.toLowerCase());
    }
    const part = timestamp?.json === undefined ? "{timestamp}" : "{body}";
    if (timestamp !== undefined) expect(signed).toContain(part);
  },
);

test("PROVIDERS has one key form for all schemes of one kind of a vendor", () => {
  for (const { signatures = [] } of PROVIDERS) {
    for (const kind of ["hmac", "publicKey"]) {
      const ofKind = signatures.filter(({ scheme }) => scheme === kind);
      expect(new Set(ofKind.map(({ key, algorithm }) => key + algorithm)).size).toBeLessThan(2);
    }
  }
});

test("PROVIDERS keeps delivery ids for 15 minutes to 30 days", () => {
  for (const { delivery } of PROVIDERS) {
    const { ttlSeconds = 900 } = delivery ?? {};
    expect(ttlSeconds).toBeGreaterThanOrEqual(900);
    expect(ttlSeconds).toBeLessThanOrEqual(2_592_000);
  }
});

test("PROVIDERS marks the vendors that sign the URL", () => {
  for (const { signatures = [], needsPublicUrl = false } of PROVIDERS) {
    expect(needsPublicUrl).toBe(signatures.some(({ signed }) => signed.includes("{url}")));
  }
});

test("PROVIDERS has token locations that compile", () => {
  for (const { token } of PROVIDERS) {
    if (token !== undefined) expect(compileTokenLocation(token)).toBeDefined();
  }
});

test("PROVIDERS has vendors that share a header, so a header does not identify the vendor", () => {
  const sharing = SCHEMES.filter(([, { signature }]) => signature.header === "x-signature");
  expect(sharing.length).toBeGreaterThan(2);
  expect(new Set(sharing.map(([, { algorithm }]) => algorithm)).size).toBeGreaterThan(1);
});

test("PROVIDERS requires the audience of tokens whose issuer signs for all of its customers", () => {
  const published = PROVIDERS.filter(({ jwt }) => jwt?.jwks !== undefined);
  expect(published.map(({ id }) => id)).toEqual(["microsoft-bot", "pubsub"]);
  for (const { tokens } of published) expect(tokens?.requires?.audience).toBeDefined();
});

test("PROVIDERS fixes the algorithm of every token, and requires a time unless the token is bound to the body", () => {
  for (const { jwt } of PROVIDERS) {
    if (jwt === undefined) continue;
    expect(jwt.algorithms).toHaveLength(1);
    expect(jwt.header).toBe(jwt.header.toLowerCase());
    const isBound = jwt.binds?.of === "body" && !jwt.binds.isOptional;
    expect(jwt.isTimeOptional !== true || isBound).toBe(true);
  }
});

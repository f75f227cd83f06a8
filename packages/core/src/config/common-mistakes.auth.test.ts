import { expect, test } from "vitest";
import { parse } from "../../test/reporting.ts";
import type { Problem } from "../base/problem.ts";

const inMapping = (mapping: unknown): readonly Problem[] =>
  parse({ hooks: { mappings: [mapping] } }).problems;

const inAuth = (auth: unknown) => inMapping({ auth });

test.each(["hmac", "signature", "secret", "webhookSecret", "hmacSecret"])(
  "parseConfig() moves %s of a mapping into its auth",
  (key) => {
    expect(inMapping({ [key]: "x" })).toMatchObject([
      { code: "unknown_key", hint: expect.stringMatching(/^Write "auth": \{ "provider"/) },
    ]);
  },
);

test("parseConfig() moves a provider and a token of a mapping into its auth", () => {
  expect(inMapping({ provider: "github" })[0]?.hint).toMatch(/^Write "auth": /);
  expect(inMapping({ token: "x" })[0]?.hint).toMatch(/^Write "auth": \{ "token"/);
});

test.each([
  ["webhookSecret", 'Write "secret".'],
  ["hmac", 'Write "scheme": "hmac".'],
  ["verifyToken", 'Write "handshake": { "verifyToken": … }.'],
  ["providr", 'Did you mean "provider"?'],
  ["toleranceSecond", 'Did you mean "toleranceSeconds"?'],
])("parseConfig() says what to write for %s in an auth", (key, hint) => {
  expect(inAuth({ [key]: "x" })).toMatchObject([
    { code: "unknown_key", path: ["hooks", "mappings", 0, "auth", key], hint },
  ]);
});

test.each([
  [{ signature: { headr: "x" } }, "header"],
  [{ timestamp: { units: "s" } }, "unit"],
  [{ handshake: { verifyTokn: "x" } }, "verifyToken"],
])("parseConfig() suggests the nearest key of a part of an auth: %j", (auth, nearest) => {
  expect(inAuth(auth)).toMatchObject([{ code: "unknown_key", hint: `Did you mean "${nearest}"?` }]);
});

test("parseConfig() says how an auth is written", () => {
  expect(inAuth("none")).toEqual([]);
  expect(inAuth("github")).toMatchObject([
    {
      code: "wrong_type",
      path: ["hooks", "mappings", 0, "auth"],
      hint: 'Write { "provider": "github", "secret": { "env": "NAME" } }, or "none".',
    },
  ]);
  expect(inAuth(5)).toMatchObject([{ hint: expect.stringContaining('"provider": …') }]);
  expect(inAuth([])).toMatchObject([{ code: "wrong_type" }]);
});

test.each([
  [{ secret: 5 }, "secret"],
  [{ secret: ["a", "b"] }, "secret"],
  [{ secrets: "a" }, "secrets"],
  [{ tokens: "a" }, "tokens"],
  [{ token: 5 }, "token"],
  [{ publicKey: 5 }, "publicKey"],
  [{ basic: "ann:pass" }, "basic"],
  [{ signature: "x-s" }, "signature"],
  [{ timestamp: "x-t" }, "timestamp"],
  [{ id: "x-i" }, "id"],
  [{ handshake: true }, "handshake"],
])("parseConfig() says how to write the value in the auth %j, once", (auth, key) => {
  expect(inAuth(auth)).toMatchObject([
    {
      code: "wrong_type",
      path: ["hooks", "mappings", 0, "auth", key],
      hint: expect.stringMatching(/^Write /),
    },
  ]);
});

test("parseConfig() names the values that a key of an auth can have", () => {
  expect(inAuth({ encoding: "hexx" })).toMatchObject([
    { code: "invalid_value", hint: 'Write "hex".' },
  ]);
  expect(inAuth({ basic: { user: "ann" } })).toMatchObject([{ code: "missing_key" }]);
  expect(inAuth({ toleranceSeconds: 0 })).toMatchObject([
    { code: "invalid_value", message: '"toleranceSeconds" must be at least 1.' },
  ]);
});

test("parseConfig() repeats no secret of an auth", () => {
  const secret = "hunter2-hunter2-hunter2";
  const auth = { secret: { value: secret }, tokens: { a: secret }, basic: secret };
  expect(JSON.stringify(inAuth(auth))).not.toContain(secret);
});

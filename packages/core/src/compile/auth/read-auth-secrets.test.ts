import { expect, test } from "vitest";
import { authOf, check, problemsOf } from "../../../test/auth/configs.ts";
import { hmac, SECRET } from "../../../test/auth/requests.ts";

const codesOf = (auth: object, secret?: string) =>
  problemsOf(auth, secret === undefined ? {} : { secrets: () => secret }).map(
    ({ code, severity, path }) => [severity, code, ...path.slice(4)].join(" "),
  );

const github = (secret: unknown) => ({ provider: "github", secret });

test("trap 14 readAuthSecrets() refuses an empty secret, token or key at start", () => {
  expect(codesOf(github(""))).toEqual(["error secret_blank secret"]);
  expect(codesOf(github(" \n"))).toEqual(["error secret_blank secret"]);
  expect(codesOf({ provider: "github", secrets: [SECRET, ""] })).toEqual([
    "error secret_blank secrets 1",
  ]);
  expect(codesOf({ token: "", header: "x-t" })).toEqual(["error secret_blank token"]);
  expect(codesOf({ provider: "discord", publicKey: "" })).toEqual(["error secret_blank publicKey"]);
  expect(codesOf({ basic: { user: "ann", password: "" } })).toEqual([
    "error secret_blank basic password",
  ]);
});

test("readAuthSecrets() reports a secret that is missing", () => {
  expect(codesOf(github({ env: "NAME" }))).toEqual(["error secret_missing secret"]);
  expect(codesOf(github({ env: "NAME" }), " ")).toEqual(["error secret_missing secret"]);
  expect(codesOf(github({ source: "vault", id: "x" }))).toEqual([
    "error secret_source_unknown secret",
  ]);
});

test("trap 13 readAuthSecrets() tells that white space was cut off", async () => {
  expect(codesOf(github({ env: "NAME" }), `${SECRET}\n`)).toEqual([
    "warning secret_trimmed secret",
  ]);
  expect(codesOf(github(` ${SECRET}`))).toEqual(["warning secret_trimmed secret"]);
  expect(codesOf(github(SECRET))).toEqual([]);
});

test("trap 34 readAuthSecrets() takes a secret from a file with a final newline", async () => {
  const auth = authOf(github({ file: "secret.txt" }), { secrets: () => `${SECRET}\n` });
  const headers = { "x-hub-signature-256": `sha256=${hmac("hello")}` };
  expect(await check(auth, { text: "hello", headers })).toBe(0);
});

test("readAuthSecrets() refuses placeholders, as for the hook token", () => {
  expect(codesOf(github("changeme-changeme"))).toEqual(["error secret_placeholder secret"]);
  expect(codesOf(github("GITHUB_WEBHOOK_SECRET"))).toEqual(["error token_is_a_name secret"]);
  expect(codesOf({ token: "<the token of ci>", header: "x-t" })).toEqual([
    "error secret_placeholder token",
  ]);
});

test("trap 13 decodeAuthKeys() warns of a secret with fewer than 16 bytes", () => {
  expect(codesOf(github("ten-letters"))).toEqual(["warning secret_short secret"]);
  expect(codesOf(github("ten-letters-öööö"))).toEqual([]);
  expect(codesOf({ token: "ten-letters", header: "x-t" })).toEqual(["warning secret_short token"]);
  const short = `whsec_${Buffer.from("ten-letters").toString("base64")}`;
  expect(codesOf({ provider: "clerk", secret: short })).toEqual(["warning secret_short secret"]);
});

test("trap 13 decodeAuthKeys() refuses a secret that has not the form of its vendor, unseen", () => {
  const problems = problemsOf({ provider: "clerk", secrets: [`whsec_${btoa(SECRET)}`, SECRET] });
  expect(problems).toMatchObject([
    {
      code: "secret_malformed",
      path: ["hooks", "mappings", 0, "auth", "secrets", 1],
      message: "hooks.mappings[0].auth.secrets[1] is not base64, with or without whsec_ before it.",
    },
  ]);
  expect(JSON.stringify(problems)).not.toContain(SECRET);
  expect(problems[0]?.hint).toMatch(
    /the key may be the text: write "key": "utf8" beside "provider"/,
  );
  expect(codesOf({ provider: "clerk", secret: SECRET, key: "utf8" })).toEqual([]);
  const own = { scheme: "hmac", secret: "no base64", signature: { header: "x" } };
  const written = [
    { ...own, key: "base64" },
    { provider: "github", secret: "no base64", key: "hex" },
  ];
  const keys = [
    ...written,
    { provider: "discord", publicKey: "no key" },
    { provider: "adyen", secret: "no hex" },
  ];
  for (const auth of keys) {
    expect(problemsOf(auth)[0]?.hint).toBe("Copy it once more from where the vendor shows it.");
  }
  expect(codesOf({ provider: "stripe", secret: "whsec_is-text-for-stripe" })).toEqual([]);
});

test("decodeAuthKeys() takes one public key, or a list of them", () => {
  const key = "11".repeat(32);
  expect(codesOf({ provider: "discord", publicKey: key })).toEqual([]);
  expect(codesOf({ provider: "discord", publicKey: [key, { env: "OLD" }] }, key)).toEqual([]);
  expect(codesOf({ provider: "discord", publicKey: "no key" })).toEqual([
    "error secret_malformed publicKey",
  ]);
});

test("readAuthSecrets() takes at most 8 secrets", () => {
  const secrets = Array.from({ length: 9 }, (_, index) => `${SECRET}${index}`);
  expect(codesOf({ provider: "github", secrets })[0]).toMatch(/^error .* secrets$/);
  expect(codesOf({ provider: "github", secrets: secrets.slice(1) })).toEqual([]);
  expect(codesOf({ provider: "github", secrets: [] })).toEqual(["error wrong_type secrets"]);
});

test("readAuthSecrets() goes on with what is left of a list", () => {
  expect(codesOf({ provider: "github", secrets: [5, SECRET] })[0]).toContain("wrong_type");
});

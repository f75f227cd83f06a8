import { expect, test } from "vitest";
import { authOf, check, mapping, problemsOf, problemsOfAll } from "../../../test/auth/configs.ts";
import { hmac, SECRET } from "../../../test/auth/requests.ts";

const codesOf = (auth: object, secret?: string) =>
  problemsOf(auth, secret === undefined ? {} : { secrets: () => secret }).map(
    ({ code, severity, path }) => [severity, code, ...path.slice(4)].join(" "),
  );

const github = (secret: unknown) => ({ provider: "github", secret });

test("linkEndpoints() refuses an empty secret, token or key at start", () => {
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

test("linkEndpoints() reports a secret that is missing", () => {
  expect(codesOf(github({ env: "NAME" }))).toEqual(["error secret_missing secret"]);
  expect(codesOf(github({ env: "NAME" }), " ")).toEqual(["error secret_missing secret"]);
  expect(codesOf(github({ source: "vault", id: "x" }))).toEqual([
    "error secret_source_unknown secret",
  ]);
});

test("linkEndpoints() warns that white space was removed", async () => {
  expect(codesOf(github({ env: "NAME" }), `${SECRET}\n`)).toEqual([
    "warning secret_trimmed secret",
  ]);
  expect(codesOf(github(` ${SECRET}`))).toEqual(["warning secret_trimmed secret"]);
  expect(codesOf(github(SECRET))).toEqual([]);
});

test("linkEndpoints() reads a secret from a file with a final newline", async () => {
  const auth = authOf(github({ file: "secret.txt" }), { secrets: () => `${SECRET}\n` });
  const headers = { "x-hub-signature-256": `sha256=${hmac("hello")}` };
  expect(await check(auth, { text: "hello", headers })).toBe(0);
});

test("linkEndpoints() refuses placeholders, as for the hook token", () => {
  expect(codesOf(github("changeme-changeme"))).toEqual(["error secret_placeholder secret"]);
  expect(codesOf(github("GITHUB_WEBHOOK_SECRET"))).toEqual(["error token_is_a_name secret"]);
  expect(codesOf({ token: "<the token of ci>", header: "x-t" })).toEqual([
    "error secret_placeholder token",
  ]);
});

test("linkAuth() warns of a secret with fewer than 16 bytes", () => {
  expect(codesOf(github("ten-letters"))).toEqual(["warning secret_short secret"]);
  expect(codesOf(github("ten-letters-öööö"))).toEqual([]);
  expect(codesOf({ token: "ten-letters", header: "x-t" })).toEqual(["warning secret_short token"]);
  const short = `whsec_${Buffer.from("ten-letters").toString("base64")}`;
  expect(codesOf({ provider: "clerk", secret: short })).toEqual(["warning secret_short secret"]);
});

test("linkAuth() refuses a secret that has not the form of its vendor, unseen", () => {
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

test("linkAuth() accepts one public key, or a list of them", () => {
  const key = "11".repeat(32);
  expect(codesOf({ provider: "discord", publicKey: key })).toEqual([]);
  expect(codesOf({ provider: "discord", publicKey: [key, { env: "OLD" }] }, key)).toEqual([]);
  expect(codesOf({ provider: "discord", publicKey: "no key" })).toEqual([
    "error secret_malformed publicKey",
  ]);
});

test("linkEndpoints() accepts at most 8 secrets", () => {
  const secrets = Array.from({ length: 9 }, (_, index) => `${SECRET}${index}`);
  expect(codesOf({ provider: "github", secrets })[0]).toMatch(/^error .* secrets$/);
  expect(codesOf({ provider: "github", secrets: secrets.slice(1) })).toEqual([]);
  expect(codesOf({ provider: "github", secrets: [] })).toEqual(["error wrong_type secrets"]);
});

test("linkEndpoints() goes on with what is left of a list", () => {
  expect(codesOf({ provider: "github", secrets: [5, SECRET] })[0]).toContain("wrong_type");
});

const HOOK_TOKEN = "f3b1a3c5d7e9f1a3c5d7e9f1a3c5d7e9";
const OTHER = "another-secret-of-more-than-16-bytes";
const CI = { token: SECRET, header: "x-ci-token" };

const problems = (...auths: readonly unknown[]) =>
  problemsOfAll(auths.map((auth, index) => mapping(auth, `name-${index}`)));

test("linkEndpoints() warns of a token or secret that is the hook token", () => {
  const basic = { user: "user", password: HOOK_TOKEN };
  for (const [auth, ...at] of [
    [{ ...CI, token: HOOK_TOKEN }, "token"],
    [{ provider: "github", secrets: [OTHER, HOOK_TOKEN] }, "secrets", 1],
    [{ basic }, "basic", "password"],
  ] as const) {
    expect(problems(auth)).toEqual([
      {
        code: "token_shared",
        severity: "warning",
        path: ["hooks", "mappings", 0, "auth", ...at],
        message: expect.stringMatching(
          / equals hooks\.token, so that its sender can use every hook\.$/,
        ),
        hint: "Give this sender a secret of its own.",
      },
    ]);
  }
});

test("linkEndpoints() warns of two hooks with one secret, and names both", () => {
  const github = { provider: "github", secret: SECRET };
  for (const [one, other] of [
    [CI, github],
    [CI, CI],
    [github, { provider: "linear", secret: SECRET }],
  ] as const) {
    const [problem, ...more] = problems(one, other);
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ code: "token_shared", severity: "warning" });
    expect(problem?.message).toMatch(
      /^hooks\.mappings\[1\]\.auth\.\w+ equals hooks\.mappings\[0\]\.auth\.\w+, so that/,
    );
    expect(JSON.stringify(problem)).not.toContain(SECRET);
  }
});

test("linkEndpoints() lets hooks of one vendor have the signing secret of their app", () => {
  const slack = { provider: "slack", secret: SECRET };
  expect(problems(slack, slack)).toEqual([]);
  const own = { scheme: "hmac", secret: SECRET, signature: { header: "x-own" } };
  expect(problems(own, own)).toMatchObject([{ code: "token_shared" }]);
});

test("linkEndpoints() reports neither different secrets nor a secret that is twice in a list", () => {
  expect(problems(CI, { ...CI, token: OTHER })).toEqual([]);
  expect(problems({ provider: "github", secrets: [SECRET, SECRET] })).toEqual([]);
});

const X = { provider: "x", secret: SECRET };
const JWT = { scheme: "jwt", secret: SECRET };
const OWN = { scheme: "hmac", secret: SECRET, signature: { header: "x-own" } };
const GITHUB = { provider: "github", secret: SECRET };

test.each<[string, object, object]>([
  ["X's and another vendor", X, GITHUB],
  ["X's, in a hook after the other", OWN, X],
  ["X's and JSON Web Tokens", X, JWT],
  ["X's and JSON Web Tokens with a handshake", X, { ...JWT, handshake: { name: "x" } }],
  ["LinkedIn's beside a scheme, and the scheme", { ...OWN, handshake: { name: "linkedin" } }, OWN],
  ["X's beside a vendor, and the vendor", { ...GITHUB, handshake: { name: "x" } }, GITHUB],
])(
  "linkEndpoints() refuses a secret of two hooks with which a handshake signs for strangers: %s",
  (_what, one, other) => {
    const [problem, ...more] = problems(one, other);
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ code: "token_shared", severity: "error" });
    expect(problem?.message).toMatch(
      /^hooks\.mappings\[1\]\.auth\.secret equals hooks\.mappings\[0\]\.auth\.secret, and the handshake/,
    );
    expect(JSON.stringify(problem)).not.toContain(SECRET);
  },
);

test.each<[string, object, object, readonly string[]]>([
  ["two hooks of X, which both refuse what it signs", X, X, []],
  ["X and LinkedIn, the same", X, { ...X, provider: "linkedin" }, ["warning"]],
  ["Zoom, whose question is signed", { ...X, provider: "zoom" }, OWN, ["warning"]],
  ["a token, which is compared", X, CI, ["warning"]],
])(
  "linkEndpoints() does not refuse a secret that opens nothing to strangers: %s",
  (_what, one, other, severities) => {
    expect(problems(one, other).map(({ severity }) => severity)).toEqual(severities);
  },
);

import { expect, test } from "vitest";
import { mapping, problemsOfAll } from "../../../test/auth/configs.ts";
import { SECRET } from "../../../test/auth/requests.ts";

const HOOK_TOKEN = "f3b1a3c5d7e9f1a3c5d7e9f1a3c5d7e9";
const OTHER = "another-secret-of-more-than-16-bytes";
const CI = { token: SECRET, header: "x-ci-token" };

const problems = (...auths: readonly unknown[]) =>
  problemsOfAll(auths.map((auth, index) => mapping(auth, `name-${index}`)));

test("createSharedSecretCheck() warns of a token or secret that is the hook token", () => {
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

test("createSharedSecretCheck() warns of two hooks with one secret, and names both", () => {
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

test("createSharedSecretCheck() lets hooks of one vendor have the signing secret of their app", () => {
  const slack = { provider: "slack", secret: SECRET };
  expect(problems(slack, slack)).toEqual([]);
  const own = { scheme: "hmac", secret: SECRET, signature: { header: "x-own" } };
  expect(problems(own, own)).toMatchObject([{ code: "token_shared" }]);
});

test("createSharedSecretCheck() says nothing of different secrets, or of one that stands twice in a list", () => {
  expect(problems(CI, { ...CI, token: OTHER })).toEqual([]);
  expect(problems({ provider: "github", secrets: [SECRET, SECRET] })).toEqual([]);
});

const X = { provider: "x", secret: SECRET };
const JWT = { scheme: "jwt", secret: SECRET };
const OWN = { scheme: "hmac", secret: SECRET, signature: { header: "x-own" } };
const GITHUB = { provider: "github", secret: SECRET };

test.each<[string, object, object]>([
  ["X's and another vendor", X, GITHUB],
  ["X's, in a hook behind the other", OWN, X],
  ["X's and JSON Web Tokens", X, JWT],
  ["X's and JSON Web Tokens with a handshake", X, { ...JWT, handshake: { name: "x" } }],
  ["LinkedIn's beside a scheme, and the scheme", { ...OWN, handshake: { name: "linkedin" } }, OWN],
  ["X's beside a vendor, and the vendor", { ...GITHUB, handshake: { name: "x" } }, GITHUB],
])(
  "trap 22 createSharedSecretCheck() refuses a secret of two hooks with which a handshake signs for strangers: %s",
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
  "createSharedSecretCheck() does not refuse a secret that opens nothing to strangers: %s",
  (_what, one, other, severities) => {
    expect(problems(one, other).map(({ severity }) => severity)).toEqual(severities);
  },
);

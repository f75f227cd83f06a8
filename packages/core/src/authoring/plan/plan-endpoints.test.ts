import { expect, test } from "vitest";
import { compile, mapping, problemsOfAll } from "../../../test/auth/configs.ts";
import { SECRET } from "../../../test/auth/requests.ts";
import { compileHooks, safeCompileHooks } from "../../compile-hooks.ts";

const GITHUB = { provider: "github", secret: SECRET };

const codesOf = (...mappings: readonly object[]) =>
  problemsOfAll(mappings)
    .filter(({ code }) => !/unreachable|match_missing/.test(code))
    .map(({ code, path }) => [code, ...path.slice(2)].join(" "));

test("planEndpoints() wants a match.path", () => {
  expect(codesOf({ messageTemplate: "x", auth: GITHUB })).toEqual(["auth_misplaced 0 auth"]);
  expect(codesOf({ messageTemplate: "x", match: { source: "s" }, auth: "none" })).toEqual([
    "auth_misplaced 0 auth",
  ]);
});

test("planEndpoints() refuses an auth on a built-in route", () => {
  expect(codesOf(mapping(GITHUB, "wake"), mapping(GITHUB, "agent"))).toEqual([
    "auth_misplaced 0 auth",
    "auth_misplaced 1 auth",
  ]);
});

test("planEndpoints() refuses a handshake by GET or HEAD at the path of questions about runs", () => {
  const refused = ["path_reserved 0 auth"];
  const own = (handshake: object) => ({ token: SECRET, header: "x-token", handshake });
  const meta = { provider: "meta", secret: SECRET, handshake: { verifyToken: SECRET } };
  expect(codesOf(mapping(own({ probe: "GET" }), "runs"))).toEqual(refused);
  expect(codesOf(mapping(own({ probe: "HEAD" }), "/runs/ci/"))).toEqual(refused);
  const echo = { from: "query.challenge", to: "text" };
  expect(codesOf(mapping(own({ echo }), "runs/ci"))).toEqual(refused);
  expect(codesOf(mapping(meta, "runs"))).toContain("path_reserved 0 auth");
  expect(codesOf(mapping(meta, "runs-of-meta"))).not.toContain("path_reserved 0 auth");
  expect(codesOf(mapping({ provider: "slack", secret: SECRET }, "runs"))).toEqual([]);
  expect(codesOf(mapping(GITHUB, "runs"))).toEqual([]);
});

test("planEndpoints() refuses two mappings of a name with different auth", () => {
  const conflict = ["auth_conflict 1 auth"];
  expect(codesOf(mapping(GITHUB), mapping({ ...GITHUB, secret: `${SECRET}2` }))).toEqual(conflict);
  expect(codesOf(mapping(GITHUB), mapping({ ...GITHUB, orToken: true }))).toEqual(conflict);
  expect(codesOf(mapping(GITHUB), mapping("none"))).toEqual(conflict);
});

test("planEndpoints() refuses a mapping without auth beside one with", () => {
  expect(codesOf(mapping(GITHUB), mapping(undefined))).toEqual(["auth_conflict 1 auth"]);
  expect(codesOf(mapping(undefined), mapping(GITHUB))).toEqual(["auth_conflict 1 auth"]);
  expect(codesOf(mapping(GITHUB), mapping(undefined, "/x/"))).toEqual(["auth_conflict 1 auth"]);
});

test("planEndpoints() takes the same auth in any order of its keys, and another one elsewhere", () => {
  const one = { scheme: "hmac", secrets: [SECRET], signature: { header: "x-s", prefix: "a" } };
  const same = { signature: { prefix: "a", header: "x-s" }, secrets: [SECRET], scheme: "hmac" };
  expect(codesOf(mapping(one), mapping(same), mapping(undefined, "other"))).toEqual([]);
});

test("planEndpoints() reports the problems of one auth once for all mappings of a name", () => {
  const wrong = { provider: "githb", secret: SECRET };
  expect(codesOf(mapping(wrong), mapping(wrong))).toEqual(["provider_unknown 0 auth provider"]);
});

test("planEndpoints() says nothing more of an auth with something wrong in it", () => {
  expect(codesOf(mapping({ ...GITHUB, secrt: "x" }), mapping(GITHUB))).toEqual([
    "unknown_key 0 auth secrt",
  ]);
});

const TOKEN_IN_BODY = { token: SECRET, json: "token" };

function taking(body: string | undefined, path?: string, auth?: unknown): object {
  return { ...mapping(auth, path), ...(body !== undefined && { body }) };
}

const SLACK = { provider: "slack", secret: SECRET };

test("planEndpoints() takes the kinds of the vendor's row where no mapping has a body", () => {
  const twilio = { provider: "twilio", secret: SECRET, publicUrl: "https://a.example/hooks/b" };
  const hooks = compile([
    taking(undefined, "a", SLACK),
    taking(undefined, "b", twilio),
    taking("text", "c", SLACK),
    taking("json", "d", SLACK),
    taking(undefined, "e", { provider: "linear", secret: SECRET }),
  ]);
  const formats = ["a", "b", "c", "d", "e"].map((path) => hooks.endpoint(path)?.bodyFormats);
  expect(formats).toEqual([["json", "form"], ["form", "json"], ["text"], ["json"], ["json"]]);
});

test("planEndpoints() compares a body with what the vendor sends where another mapping has none", () => {
  expect(codesOf(taking(undefined, "x", SLACK), taking("form", "x", SLACK))).toEqual([
    "body_conflict 1 body",
  ]);
  expect(codesOf(taking("json", "x", SLACK), taking(undefined, "x", SLACK))).toEqual([
    "body_conflict 1 body",
  ]);
  const linear = { provider: "linear", secret: SECRET };
  expect(codesOf(taking("json", "x", linear), taking(undefined, "x", linear))).toEqual([]);
});

test("planEndpoints() refuses two mappings of a name with different bodies", () => {
  expect(codesOf(taking("form"), taking("text"))).toEqual(["body_conflict 1 body"]);
  expect(codesOf(taking("form"), taking(undefined))).toEqual(["body_conflict 1 body"]);
  expect(codesOf(taking(undefined), taking("form"))).toEqual(["body_conflict 1 body"]);
});

test("planEndpoints() writes both bodies that differ as a config has them", () => {
  const others = [{ form: "nested" }, { multipart: { files: { event: "json" } } }];
  const bodies = ["text", ...others, { form: "nested", ...others[1] }];
  for (const body of bodies) {
    const problems = problemsOfAll([taking(undefined), { ...(taking(undefined) as object), body }]);
    const conflict = problems.find(({ code }) => code === "body_conflict");
    expect(`${conflict?.message} ${conflict?.hint}`).toContain(`"body": ${JSON.stringify(body)}`);
  }
});

test("planEndpoints() refuses a format on a built-in route, and without a match.path", () => {
  expect(codesOf(taking("form", "wake"))).toEqual(["body_misplaced 0 body"]);
  const catchAll = { messageTemplate: "x", body: "text" };
  expect(codesOf(catchAll)).toEqual(["body_misplaced 0 body"]);
});

test.each(["text", "ndjson"] as const)(
  "planEndpoints() refuses a token in a %s body, which would reach the agent",
  (body) => {
    expect(codesOf(taking(body, "x", TOKEN_IN_BODY))).toEqual(["body_conflict 0 body"]);
    expect(codesOf(taking(body, "x", { provider: "github", secret: SECRET }))).toEqual([]);
  },
);

test("planEndpoints() allows a token in JSON and in a form", () => {
  expect(codesOf(taking("multipart", "x", TOKEN_IN_BODY))).toEqual([]);
  expect(codesOf(taking("form", "x", TOKEN_IN_BODY))).toEqual([]);
  expect(codesOf(taking("json", "x", TOKEN_IN_BODY))).toEqual([]);
});

test("planEndpoints() keeps built-in routes as they are, whatever mappings of their name say", () => {
  const hooks = compile([{ ...taking(undefined, "wake"), maxBodyBytes: 9_000_000 }]);
  const { maxBodyBytes } = hooks.settings;
  const plain = { auth: undefined, bodyFormats: ["json"], maxBodyBytes };
  expect(hooks.endpoint("wake")).toEqual({ name: "wake", ...plain });
  expect(hooks.endpoint("agent")).toEqual({ name: "agent", ...plain });
});

const problemsOf = (throttle: object) => {
  const result = safeCompileHooks({ hooks: { throttle } });
  return result.ok ? [] : result.problems;
};

test("compileThrottle() takes what the config says", () => {
  const written = { failures: 3, windowSeconds: 10, trustedProxies: ["10.0.0.0/8", "::1"] };
  const { throttle, isTrustedProxy } = compileHooks({ hooks: { throttle: written } });
  expect(throttle).toEqual({ maxFailures: 3, windowMs: 10_000 });
  expect(["10.9.9.9", "::1", "192.0.2.1"].map((address) => isTrustedProxy?.(address))).toEqual([
    true,
    true,
    false,
  ]);
});

test("compileThrottle() refuses a value that is not a network, and a network of everybody", () => {
  const trustedProxies = ["10.0.0.0/8", "proxy.example", "0.0.0.0/0", "::/0"];
  expect(problemsOf({ trustedProxies })).toMatchObject([
    {
      code: "invalid_value",
      path: ["hooks", "throttle", "trustedProxies", 1],
      message: '"proxy.example" is neither an IP address nor a network.',
    },
    { code: "invalid_value", path: ["hooks", "throttle", "trustedProxies", 2] },
    { code: "invalid_value", path: ["hooks", "throttle", "trustedProxies", 3] },
  ]);
});

test.each([{ failures: 0 }, { windowSeconds: 86_401 }])(
  "compileThrottle() refuses %j",
  (throttle) => {
    expect(problemsOf(throttle)).toHaveLength(1);
  },
);

const TOKEN = "a-long-random-text-of-your-own";

function compileHeaders(tokenHeaders: unknown, mappings: unknown = []) {
  return safeCompileHooks({ hooks: { enabled: true, token: TOKEN, tokenHeaders, mappings } });
}

function problemsOfTokenHeaders(tokenHeaders: unknown, mappings?: unknown) {
  const result = compileHeaders(tokenHeaders, mappings);
  return result.ok ? [] : result.problems;
}

test.each([
  [undefined, ["x-gateway-token", "x-openclaw-token"]],
  [null, ["x-gateway-token", "x-openclaw-token"]],
  [[], []],
  [[" X-Hook-Token ", "x-hook-token"], ["x-hook-token"]],
])("compileTokenHeaders() reads %j as %j", (written, names) => {
  const result = compileHeaders(written);
  expect(result.ok && result.hooks.tokenHeaders).toEqual(names);
});

test.each([
  "Authorization",
  "Proxy-Authorization",
  "cookie",
  "Set-Cookie",
  "host",
  "Content-Type",
  "content-md5",
  "X-Forwarded-For",
  "x-forwarded-user",
  "forwarded",
  "x-real-ip",
  "Idempotency-Key",
  "X-OpenClaw-Idempotency-Key",
  "x-hub-signature-256",
  "X-Signature",
  "webhook-signature",
  "webhook-id",
  "stripe-signature",
  "x-slack-request-timestamp",
  "x-custom-hmac",
  "transfer-encoding",
  "user-agent",
  "traceparent",
  "x hook token",
  "x-hook-token:",
  "schlüssel",
])("compileTokenHeaders() refuses %j", (name) => {
  expect(problemsOfTokenHeaders(["x-hook-token", name])).toMatchObject([
    { code: "token_header_refused", path: ["hooks", "tokenHeaders", 1], severity: "error" },
  ]);
});

test("compileTokenHeaders() refuses the header in which a mapping's own scheme signs", () => {
  const auth = {
    secret: "0123456789abcdef0123456789abcdef",
    scheme: "hmac",
    signature: { header: "X-Proof" },
    signed: "{body}",
  };
  const mapping = { match: { path: "own" }, messageTemplate: "m", auth };
  expect(problemsOfTokenHeaders(["x-proof"], [mapping])).toMatchObject([
    { code: "token_header_refused" },
  ]);
});

test("compileTokenHeaders() takes the header in which a mapping shows a token of its own", () => {
  const auth = { header: "X-Own-Token", token: "0123456789abcdef0123456789abcdef" };
  const mapping = { match: { path: "own" }, messageTemplate: "m", auth };
  expect(problemsOfTokenHeaders(["x-own-token"], [mapping])).toEqual([]);
});

test("compileTokenHeaders() leaves what is not a list of texts to the schema", () => {
  expect(problemsOfTokenHeaders("x-hook-token")).toMatchObject([
    { path: ["hooks", "tokenHeaders"] },
  ]);
  expect(problemsOfTokenHeaders([5])).toMatchObject([{ path: ["hooks", "tokenHeaders", 0] }]);
  expect(problemsOfTokenHeaders([" "])).toMatchObject([{ path: ["hooks", "tokenHeaders", 0] }]);
});

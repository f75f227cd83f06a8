import { expect, test, vi } from "vitest";
import { authOf, check, compile, mapping, NAME, problemsOf } from "./configs.ts";
import { hmac, NOW, requestOf, SECRET } from "./requests.ts";

const signed = (text: string) => ({
  text,
  headers: { "x-hub-signature-256": `sha256=${hmac(text)}` },
});

const GITHUB = { provider: "github", secret: SECRET };

test("linkEndpoints() makes the check of a provider's signature", async () => {
  const auth = authOf(GITHUB);
  expect(auth).toMatchObject({
    id: `auth:${NAME}`,
    kind: "signature",
    orToken: false,
    needsBody: true,
    provider: { id: "github" },
    delivery: { id: { header: "x-github-delivery" } },
    secretPlaces: { headers: [], query: [], body: [] },
  });
  expect(auth?.handshake).toBeUndefined();
  expect(await check(auth, signed("hello"))).toBe(0);
  expect(await check(auth, { ...signed("hello"), text: "Hello" })).toBe("signature_wrong");
  expect(await check(auth, {})).toBe("signature_missing");
});

test("linkEndpoints() takes the secret of a reference, and a list during a rotation", async () => {
  const secrets = (reference: object) =>
    "env" in reference && reference.env === "OLD" ? SECRET : "the-new-secret-of-github";
  const input = { provider: "github", secrets: [{ env: "NEW" }, { env: "OLD" }] };
  const auth = authOf(input, { secrets });
  expect(await check(auth, signed("hello"))).toBe(1);
});

test("linkEndpoints() has no auth for names that the hook token opens", () => {
  const hooks = compile([mapping(undefined)]);
  expect(hooks.endpoint(NAME)?.auth).toBeUndefined();
  expect(hooks.endpoint("constructor")?.auth).toBeUndefined();
});

test("linkEndpoints() warns of a hook that everybody can use", async () => {
  const auth = authOf("none");
  expect(auth).toMatchObject({ id: `auth:${NAME}`, kind: "none", needsBody: false });
  expect(await check(auth, {})).toBe(0);
  expect(problemsOf("none")).toMatchObject([
    { code: "auth_open", severity: "warning", path: ["hooks", "mappings", 0, "auth"] },
  ]);
});

test("linkEndpoints() makes the check of a token, which a header's need no body for", async () => {
  const auth = authOf({ token: SECRET, header: "X-CI-Token", orToken: true });
  expect(auth).toMatchObject({
    kind: "token",
    orToken: true,
    needsBody: false,
    secretPlaces: { headers: ["x-ci-token"], query: [], body: [] },
  });
  expect(await check(auth, { headers: { "x-ci-token": SECRET } })).toBe(0);
  const inBody = authOf({ token: SECRET, json: "passcode" });
  expect(inBody).toMatchObject({ needsBody: true, secretPlaces: { body: ["passcode"] } });
  const inQuery = authOf({ token: SECRET, query: "key" });
  expect(inQuery).toMatchObject({ needsBody: false, secretPlaces: { query: ["key"] } });
  const bearer = authOf({ tokens: ["the-new-token-0000", SECRET], header: "Authorization" });
  expect(await check(bearer, { headers: { authorization: `Bearer ${SECRET}` } })).toBe(1);
});

test("linkEndpoints() makes one token of user and password", async () => {
  const basic = { user: "ann", password: { env: "P" } };
  const auth = authOf({ basic }, { secrets: () => "pass:word-of-16-bytes" });
  const of = (text: string) => ({
    headers: { authorization: `Basic ${Buffer.from(text).toString("base64")}` },
  });
  expect(await check(auth, of("ann:pass:word-of-16-bytes"))).toBe(0);
  expect(await check(auth, of("ann:"))).toBe("token_wrong");
  expect(auth?.secretPlaces.headers).toEqual(["authorization"]);
  expect(problemsOf({ basic: { user: "a:b", password: SECRET } })).toMatchObject([
    { code: "secret_malformed", path: ["hooks", "mappings", 0, "auth", "basic", "user"] },
  ]);
  const missing = problemsOf({ basic: { user: "ann", password: { env: "P" } } });
  expect(missing).toMatchObject([{ code: "secret_missing" }]);
});

test("linkEndpoints() knows the password of Basic authentication without its user as a secret", () => {
  const [user, password] = ["ann", "pass:word-of-16-bytes"];
  for (const auth of [
    { basic: { user, password } },
    { provider: "sparkpost", token: `${user}:${password}` },
  ]) {
    const { hideSecrets } = compile([mapping(auth)]);
    expect(hideSecrets(`sent with ${password} in a text`)).toBe("sent with *** in a text");
  }
});

test("linkEndpoints() takes a provider's token, and another place for it", async () => {
  const auth = authOf({ provider: "telegram", token: SECRET });
  const headers = { "x-telegram-bot-api-secret-token": SECRET };
  expect(await check(auth, { headers })).toBe(0);
  const moved = authOf({ provider: "datadog", token: SECRET, header: "x-dd" });
  expect(await check(moved, { headers: { "x-dd": SECRET } })).toBe(0);
  expect(moved?.secretPlaces.headers).toEqual(["authorization", "x-dd"]);
});

test("linkEndpoints() lists every place where a vendor sends its secret", () => {
  const secret = `whsec_${Buffer.from(SECRET).toString("base64")}`;
  expect(authOf({ provider: "gitlab", secret })?.secretPlaces.headers).toEqual(["x-gitlab-token"]);
  const graph = authOf({ provider: "microsoft-graph", token: SECRET });
  expect(graph?.secretPlaces.body).toEqual(["value[].clientState"]);
});

test("linkEndpoints() tells a vendor's two ways apart by what is there", () => {
  const secret = `whsec_${Buffer.from(SECRET).toString("base64")}`;
  expect(authOf({ provider: "gitlab", secret })?.kind).toBe("signature");
  expect(authOf({ provider: "gitlab", token: SECRET })?.kind).toBe("token");
});

test("linkEndpoints() makes the check of the integrator's own function", async () => {
  const verifiers = { own: async ({ method }: { method: string }) => method === "POST" };
  const auth = authOf({ verify: "own" }, { verifiers });
  expect(auth).toMatchObject({ kind: "verifier", needsBody: true });
  expect(await check(auth, {})).toBe(0);
  expect(await check(auth, { method: "PUT" })).toBe("verifier_refused");
  expect(authOf({ provider: "slack", verify: "own" }, { verifiers })?.handshake?.name).toBe(
    "slack",
  );
});

test("linkEndpoints() requires the public URL if the vendor signs it", async () => {
  const square = { provider: "square", secret: SECRET };
  expect(problemsOf(square)).toMatchObject([
    { code: "auth_incomplete", path: ["hooks", "mappings", 0, "auth", "publicUrl"] },
  ]);
  for (const publicUrl of ["hooks.example.com", "ftp://x/y", "https://", "https://a b/", "/x"]) {
    expect(problemsOf({ ...square, publicUrl })).toMatchObject([{ code: "invalid_value" }]);
  }
  const publicUrl = "https://hooks.example.com/hooks/x";
  const auth = authOf({ ...square, publicUrl: ` ${publicUrl} ` });
  const signature = hmac(`${publicUrl}hello`, { encoding: "base64" });
  const headers = { "x-square-hmacsha256-signature": signature, host: "evil.example" };
  expect(await check(auth, { text: "hello", headers })).toBe(0);
});

test("linkEndpoints() checks Twilio's hash of a body that is not a form", async () => {
  const publicUrl = "https://hooks.example.com/hooks/x";
  const auth = authOf({ provider: "twilio", secret: SECRET, publicUrl });
  const signature = hmac(publicUrl, { algorithm: "sha1", encoding: "base64" });
  const headers = { "x-twilio-signature": signature };
  expect(await check(auth, { text: '{"a":1}', headers })).toBe("body_hash_wrong");
});

test("linkEndpoints() reads no secret for hooks that are not enabled, and refuses everything", async () => {
  const secrets = () => {
    throw new Error("asked");
  };
  const inputs = [
    { provider: "github", secret: { env: "S" } },
    { token: { env: "T" }, header: "x-t" },
    { basic: { user: "ann", password: { env: "P" } } },
    { provider: "meta", secret: { env: "S" }, handshake: { verifyToken: { env: "V" } } },
  ];
  for (const input of inputs) {
    const hooks = compile([mapping(input)], { secrets, enabled: false });
    const result = await hooks
      .endpoint(NAME)
      ?.auth?.check(requestOf({ ...signed("x"), headers: { ...signed("x").headers, "x-t": "x" } }));
    expect(result?.ok).toBe(false);
  }
});

test("linkEndpoints() refuses every request if a secret is missing and that is only a warning", async () => {
  const severities = { secret_missing: "warning" } as const;
  const auth = authOf({ provider: "github", secret: { env: "S" } }, { severities });
  expect(await check(auth, signed("hello"))).toBe("signature_wrong");
});

test("linkEndpoints() knows the deliveries of a scheme of the operator's own", () => {
  const own = { scheme: "hmac", secret: SECRET, signature: { header: "x-s" } } as const;
  const deliveryOf = (more: object) => authOf({ ...own, ...more })?.delivery;
  expect(deliveryOf({})).toBeUndefined();
  const id = { header: "X-Id" };
  expect(deliveryOf({ id })).toEqual({ id: { header: "x-id" }, idSigned: false });
  expect(deliveryOf({ id, signed: "{id}.{body}" })).toMatchObject({ idSigned: true });
  expect(deliveryOf({ id, signed: "{header:x-id}{body}" })).toMatchObject({ idSigned: true });
  expect(deliveryOf({ id: { json: "event.id" } })).toEqual({
    id: { json: "event.id" },
    idSigned: true,
  });
  const moved = authOf({ provider: "github", secret: SECRET, id });
  expect(moved?.delivery).toMatchObject({ id: { header: "x-id" }, idSigned: false });
});

test("linkEndpoints() uses the crypto port that was passed", async () => {
  const made: string[] = [];
  const crypto = {
    hmacKey: (algorithm: string) => {
      made.push(algorithm);
      return { sign: () => new Uint8Array(32) };
    },
    publicKey: () => {
      throw new Error("no key");
    },
    sha256: () => new Uint8Array(32),
  };
  const auth = authOf(GITHUB, { crypto });
  expect(made).toEqual(["sha256"]);
  const headers = { "x-hub-signature-256": `sha256=${"00".repeat(32)}` };
  expect(auth?.check(requestOf({ headers }))).toMatchObject({ ok: true, keyIndex: 0 });
  const publicKey = "11".repeat(32);
  expect(problemsOf({ provider: "discord", publicKey }, { crypto })).toMatchObject([
    { code: "secret_malformed", message: "The runtime cannot use a key of this auth." },
  ]);
});

test("linkEndpoints() needs WebCrypto for signatures alone", () => {
  for (const crypto of [undefined, {}]) {
    vi.stubGlobal("crypto", crypto);
    try {
      expect(problemsOf({ token: SECRET, header: "x-t" })).toEqual([]);
      expect(problemsOf(GITHUB)).toMatchObject([{ code: "secret_malformed" }]);
    } finally {
      vi.unstubAllGlobals();
    }
  }
});

test("linkEndpoints() takes a window of the operator's own", async () => {
  const time = String(NOW / 1000 - 600);
  const headers = {
    "x-slack-request-timestamp": time,
    "x-slack-signature": `v0=${hmac(`v0:${time}:hello`)}`,
  };
  const slack = { provider: "slack", secret: SECRET };
  expect(await check(authOf(slack), { text: "hello", headers })).toBe("timestamp_too_old");
  const wide = authOf({ ...slack, toleranceSeconds: 900 });
  expect(await check(wide, { text: "hello", headers })).toBe(0);
});

test("linkEndpoints() suggests the nearest verifier, or says how one is passed", () => {
  expect(problemsOf({ verify: "own" })).toMatchObject([
    {
      code: "verifier_unknown",
      hint: 'Pass it: compileHooks(config, { verifiers: { "own": … } }).',
    },
  ]);
  expect(problemsOf({ verify: "onw" }, { verifiers: { own: () => true } })).toMatchObject([
    { code: "verifier_unknown", hint: 'Did you mean "own"?' },
  ]);
  expect(problemsOf({ verify: "constructor" })).toMatchObject([{ code: "verifier_unknown" }]);
});

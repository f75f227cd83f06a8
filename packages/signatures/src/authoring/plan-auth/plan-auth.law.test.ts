// Any `auth` that the schema accepts → a plan that is plain JSON, or problems: nothing throws.
import fc from "fast-check";
import { expect, test } from "vitest";
import { requestOf, SECRET, webCrypto } from "../../../../core/test/auth/requests.ts";
import type { AuthPlan } from "../../auth-plan.ts";
import type { AuthRequest } from "../../model.ts";
import { HANDSHAKES } from "../../serving/create-handshake.ts";
import type { AuthPorts } from "../../serving/link/linking.ts";
import { linkAuth } from "../../serving/link-auth.ts";
import { PROVIDERS } from "../../vendors/generated/vendors.ts";
import type { AuthInput } from "./auth-input.ts";
import { planAuth } from "./plan-auth.ts";

const KEY = "11".repeat(32);

const secret = fc.constantFrom(
  ...[SECRET, KEY, "short", "user:password-of-ann", `whsec_${btoa(SECRET)}`],
  ...[{ env: "SECRET" }, { env: "MISSING" }, { file: "key.pem" }, { source: "vault", id: "x" }],
);
const text = fc.constantFrom("x-own", "Authorization", "a.b", "a[", "é", "");
const url = fc.constantFrom("https://hooks.example.com/hooks/x?a=1", " http://x/ ", "none");
const strings = fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 2 }));

/** More keys of one way than of another, so that many are right. */
const common = {
  publicUrl: url,
  toleranceSeconds: fc.constantFrom(60, 900),
  orToken: fc.boolean(),
  handshake: fc.record(
    {
      name: fc.constantFrom(...(Object.keys(HANDSHAKES) as (keyof typeof HANDSHAKES)[])),
      verifyToken: secret,
      probe: fc.constantFrom("GET", "HEAD"),
      echo: fc.record({
        from: fc.constantFrom("payload.a", "query.b", "headers.x-own", "headers.cookie", "body"),
        to: fc.constantFrom("json", "text", "header"),
      }),
    },
    { requiredKeys: [] },
  ),
};
const signature = {
  signature: fc.record(
    { header: strings, prefix: text, list: fc.boolean(), tagged: text },
    { requiredKeys: [] },
  ),
  encoding: fc.constantFrom("hex", "base64", "base64url"),
  algorithm: fc.constantFrom("sha1", "sha256", "ed25519", "rsa-sha256", "HS256", "ES256"),
  key: fc.constantFrom("utf8", "base64", "hex", "whsec", "raw-hex", "spki"),
  signed: fc.constantFrom("{body}", "{timestamp}.{body}", "{id}", "{nothing}", "{url}{json:a}"),
  timestamp: fc.record(
    { header: text, pair: text, json: text, unit: fc.constantFrom("s", "ms", "iso") },
    { requiredKeys: [] },
  ),
  id: fc.record({ header: text, json: text }, { requiredKeys: [] }),
};
const claims = {
  algorithms: fc.constantFrom(["RS256"], ["ES256", "RS256"]),
  issuer: strings,
  audience: strings,
  claims: fc.constant({ sub: "a" }),
  bodyHashClaim: text,
  email: text,
  baseUrl: url,
};
const message = {
  topics: fc.constantFrom(["arn:aws:sns:eu-central-1:123456789012:name"], ["none"]),
  confirm: fc.boolean(),
  signatureVersion: fc.constantFrom(1, 2),
};
const place = { header: text, prefix: text, query: text, json: text };

const way = fc.oneof(
  fc.record({ secret }),
  fc.record({ secrets: fc.array(secret, { minLength: 1, maxLength: 3 }) }),
  fc.record({ publicKey: secret }),
  fc.record({ token: secret }),
  fc.record({ basic: fc.record({ user: secret, password: secret }) }),
  fc.record({ jwks: url }),
  fc.record({ verify: fc.constantFrom("own", "other") }),
  fc.constant({}),
);

const optional = (keys: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof(
    { arbitrary: fc.constant({}), weight: 4 },
    { arbitrary: fc.record(keys, { requiredKeys: [] }), weight: 1 },
  );

/** What each vendor, and each scheme of one's own, needs at least. */
const right = fc.constantFrom<AuthInput>(
  ...PROVIDERS.flatMap(({ id: provider, signatures = [], token, jwt, message: inside }) => [
    ...signatures.map(({ scheme }) =>
      scheme === "hmac" ? { provider, secret: SECRET } : { provider, publicKey: KEY },
    ),
    ...(token === undefined ? [] : [{ provider, token: { env: "SECRET" } }]),
    ...((jwt ?? inside) === undefined ? [] : [{ provider, secret: { env: "SECRET" } }]),
  ]),
  { provider: "pubsub", audience: "a", email: "b" },
  { provider: "sns", topics: ["arn:aws:sns:eu-central-1:123456789012:name"] },
  { scheme: "hmac", secret: SECRET, signature: { header: "X-Own" } },
  { scheme: "jwt", secret: SECRET },
  { scheme: "jwt", jwks: "https://login.example.com/jwks.json" },
  { basic: { user: "ann", password: { env: "SECRET" } } },
  { verify: "own" },
);

const wrong = fc
  .tuple(
    fc.oneof(
      fc.record({ provider: fc.constantFrom(...PROVIDERS.map(({ id }) => id), "githb", "aws") }),
      fc.record({ scheme: fc.constantFrom("hmac", "publicKey", "jwt") }),
      fc.constant({}),
    ),
    way,
  )
  .map((parts) => Object.assign({}, ...parts) as AuthInput);

const auths = fc
  .tuple(fc.oneof(right, wrong), ...[common, signature, claims, message, place].map(optional))
  .map((parts) => Object.assign({}, ...parts) as AuthInput);

const ports: AuthPorts = {
  crypto: webCrypto,
  keys: { fetch: () => ({ status: 404, bytes: new Uint8Array() }) },
  verifiers: { own: ({ method }) => method === "PUT" },
  readSecret(written) {
    if (typeof written === "string") return written;
    return "env" in written && written.env === "SECRET" ? SECRET : undefined;
  },
};

const requests = fc
  .record({
    method: fc.constantFrom("POST", "GET", "PUT"),
    target: fc.constantFrom("/hooks/x", "/hooks/x?a=2&challengeCode=a"),
    text: fc.constantFrom("", "{}", '{"a":"b","challenge":"c"}'),
    headers: fc.dictionary(
      fc.constantFrom("x-own", "authorization", "x-hub-signature-256"),
      fc.constantFrom(SECRET, `Bearer ${SECRET}`, "00"),
    ),
  })
  .map((parts): AuthRequest => requestOf(parts));

/** All that a request may come to, and every fact that the gates read. */
async function outcomeOf(plan: AuthPlan, request: AuthRequest): Promise<unknown> {
  const linked = linkAuth(plan, ports);
  if (!linked.ok) return linked;
  const { check, handshake, inputs, ...facts } = linked.auth;
  const answer = await handshake?.answer(request);
  return { ...linked, auth: facts, result: await check(request), answer, kind: inputs?.kind };
}

test("planAuth() never throws, and its plan is plain JSON that links as the plan itself", async () => {
  await fc.assert(
    fc.asyncProperty(auths, requests, async (auth, request) => {
      const { ok, plan, problems } = planAuth(auth, { path: ["auth"] });
      expect(ok).toBe(problems.every(({ severity }) => severity === "warning"));
      if (plan === undefined) return;
      const copy = JSON.parse(JSON.stringify(plan)) as AuthPlan;
      expect(copy).toStrictEqual(plan);
      expect(await outcomeOf(copy, request)).toEqual(await outcomeOf(plan, request));
    }),
    { numRuns: 2_000 },
  );
});

test("planAuth() accepts many of the generated auths", () => {
  const results = fc.sample(auths, 1_000).map((auth) => planAuth(auth).ok);
  expect(results.filter((ok) => ok).length).toBeGreaterThan(250);
});

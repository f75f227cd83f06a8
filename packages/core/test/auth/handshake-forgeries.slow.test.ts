// Handshakes that sign, used as a stranger would: what an event's sender signs is asked of the handshake.
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { signRequest } from "../../../signatures/src/authoring/sign-request.ts";
import type {
  AuthRequest,
  KeyForm,
  RouteAuth,
  SignatureScheme,
  SigningKey,
} from "../../../signatures/src/model.ts";
import { PROVIDERS } from "../../../signatures/src/vendors/generated/vendors.ts";
import type { Provider } from "../../../signatures/src/vendors/shared/vendor.ts";
import type { AuthInput } from "../../src/authoring/config/config.ts";
import { createHarness } from "../ingress/harness.ts";
import { authOf, problemsOf } from "./configs.ts";
import { NOW, requestOf, webCrypto } from "./requests.ts";

const PUBLIC_URL = "https://hooks.example.com/hooks/x";
const SECRETS: Readonly<Partial<Record<KeyForm, string>>> = {
  utf8: "secret-of-the-forgeries-0123",
  sha1: "secret-of-the-forgeries-0123",
  base64: Buffer.alloc(32, 7).toString("base64"),
  hex: Buffer.alloc(32, 7).toString("hex"),
  whsec: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
};

/** Where each handshake that anybody may ask takes the text, and where its answer has the HMAC. */
const ORACLES = {
  linkedin: {
    target: (text: string) => `/hooks/x?challengeCode=${encodeURIComponent(text)}`,
    macOf: (body: string) => Buffer.from(JSON.parse(body).challengeResponse, "hex"),
  },
  x: {
    target: (text: string) => `/hooks/x?crc_token=${encodeURIComponent(text)}`,
    macOf: (body: string) => Buffer.from(JSON.parse(body).response_token.slice(7), "base64"),
  },
  smartcar: {
    body: (text: string) => JSON.stringify({ eventType: "VERIFY", data: { challenge: text } }),
    macOf: (body: string) => Buffer.from(JSON.parse(body).challenge, "hex"),
  },
} as const;

/** What the config may say of what is signed: nothing, and texts that a handshake could be asked for. */
const SIGNED = [
  undefined,
  "{body}",
  "hmacsha256={body}",
  "v0={body}",
  "{timestamp}{body}",
  "{timestamp}.{body}",
  "{header:x-part}{body}",
  "{header:x-part}",
];

/** Bytes of a compressed body are signed as sent. */
const BODIES = [
  { body: Buffer.alloc(0), headers: {} },
  {
    body: Buffer.from("a=b+c"),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  },
  { body: gzipSync("{}"), headers: { "content-encoding": "gzip" } },
  // Deflate may consist of letters and digits alone: "hC" is how such a stream can begin.
  { body: Buffer.from("hCforged"), headers: { "content-encoding": "deflate" } },
] as const;

interface Setup {
  readonly scheme: SignatureScheme;
  readonly auth: AuthInput;
  readonly oracle: keyof typeof ORACLES;
}

/** Every config of a provider that compiles, with each handshake that signs and each text above. */
function setupsOf({ id, signatures = [] }: Provider): readonly Setup[] {
  return signatures
    .filter(({ scheme }) => scheme === "hmac")
    .flatMap((row) =>
      SIGNED.flatMap((signed) =>
        (["linkedin", "x", "smartcar"] as const).map((oracle) => {
          const scheme = { ...row, ...(signed !== undefined && { signed }) };
          const own = { provider: id, secret: SECRETS[row.key] as string, publicUrl: PUBLIC_URL };
          const auth = { ...own, ...(signed && { signed }), handshake: { name: oracle } };
          return { scheme, auth: auth as AuthInput, oracle };
        }),
      ),
    )
    .filter(({ auth }) => problemsOf(auth).every(({ severity }) => severity === "warning"));
}

function askedOf(oracle: (typeof ORACLES)[Setup["oracle"]], text: string): AuthRequest {
  if ("body" in oracle) return requestOf({ text: oracle.body(text) });
  return requestOf({ method: "GET", target: oracle.target(text) });
}

/** A key that nobody has: it signs what the handshake signs. */
function oracleKey(handshake: RouteAuth["handshake"], oracle: Setup["oracle"]): SigningKey {
  const { macOf } = ORACLES[oracle];
  return {
    async sign(parts) {
      const text = Buffer.concat(parts.map((part) => Buffer.from(part as string))).toString(
        "latin1",
      );
      const asked = askedOf(ORACLES[oracle], text);
      const answer = await handshake?.answer(asked);
      return answer === undefined ? new Uint8Array(32) : macOf(answer.body);
    },
  };
}

interface Forgery extends AuthRequest {
  /** The result of the check alone, without the check of what was signed. */
  readonly isSignatureRight: boolean;
}

async function forge({ scheme, auth, oracle }: Setup, sent: (typeof BODIES)[number]) {
  const route = authOf(auth, { crypto: webCrypto });
  const key = oracleKey(route?.handshake, oracle);
  const options = { crypto: webCrypto, key, body: sent.body, sentAt: NOW, id: "id-1" };
  const headers = { "x-part": "part", ...sent.headers };
  const signed = await signRequest(scheme, { ...options, publicUrl: PUBLIC_URL, headers });
  if (!signed.ok) return undefined;
  const target = signed.query === "" ? "/hooks/x" : `/hooks/x?${signed.query}`;
  const bare = { ...requestOf({ target }), headers: { ...signed.headers, ...sent.headers } };
  const request = { ...bare, body: signed.body };
  const result = await route?.check(request);
  return { ...request, isSignatureRight: result?.ok === true };
}

const signing = PROVIDERS.filter(({ signatures = [] }) =>
  signatures.some(({ scheme }) => scheme === "hmac"),
);

describe("no handshake that signs opens its route to a stranger", () => {
  let right = 0;

  test.each(signing.map((provider) => [provider.id, provider] as const))(
    "%s",
    async (_, provider) => {
      const setups = setupsOf(provider);
      expect(setups.length).toBeGreaterThan(0);
      for (const setup of setups) {
        const mapping = { match: { path: "x" }, auth: setup.auth, messageTemplate: "x" };
        const harness = createHarness({
          hooks: { mappings: [{ id: "x", ...mapping }] },
          ingress: { clock: () => NOW, throttle: { fail: () => 0 } },
        });
        for (const body of BODIES) {
          const forgery: Forgery | undefined = await forge(setup, body);
          if (forgery === undefined) continue;
          if (forgery.isSignatureRight) right += 1;
          const { headers, target } = forgery;
          const { status } = await harness.send({ target, headers, body: forgery.body });
          expect(status, JSON.stringify(setup.auth)).toBe(401);
        }
        expect(harness.dispatched).toEqual([]);
      }
    },
  );

  test("signatures of forgeries are right, so that nothing but what was signed tells them", () => {
    expect(right).toBeGreaterThan(100);
  });
});

/** What a stranger sends to the handshakes that answer with a header's value. */
const ECHOES = { front: "x-front-challenge", ringcentral: "validation-token" } as const;

describe("no handshake that repeats a header gives a signature away, or opens its route", () => {
  test.each(
    signing.flatMap((provider) =>
      (["front", "ringcentral"] as const).map((name) => [provider.id, name, provider] as const),
    ),
  )("%s with the handshake of %s", async (id, name, { signatures = [] }) => {
    const row = signatures.find(({ scheme }) => scheme === "hmac") as SignatureScheme;
    const secret = SECRETS[row.key] as string;
    const auth = { provider: id, secret, publicUrl: PUBLIC_URL, handshake: { name } };
    const mapping = {
      id: "x",
      match: { path: "x" },
      auth: auth as AuthInput,
      messageTemplate: "x",
    };
    const harness = createHarness({
      hooks: { mappings: [mapping] },
      ingress: { clock: () => NOW, throttle: { fail: () => 0 } },
    });
    for (const challenge of ["{}", "a=b+c", `v0:${NOW / 1000}:{}`, `${NOW}:{}`]) {
      const headers = { [ECHOES[name]]: challenge };
      const answer = await harness.send({ target: "/hooks/x", headers, body: challenge });
      if (name === "front") expect(answer.status).toBe(401);
      else {
        const { status, headers: sent, body } = answer;
        expect([status, sent, body]).toEqual([200, { "validation-token": challenge }, ""]);
      }
      // What the answer holds is what the stranger knew; used as a signature, it proves nothing.
      const forged = { [String([row.signature.header].flat()[0])]: challenge };
      const event = { target: "/hooks/x", headers: forged, body: '{"event":"e"}' };
      expect((await harness.send(event)).status).toBe(401);
    }
    expect(harness.dispatched).toEqual([]);
  });
});

import { createNodeCrypto } from "@hookwright/config";
import {
  type AuthRequest,
  compileHooks,
  type Provider,
  type RouteAuth,
  type SignatureScheme,
} from "@hookwright/core";
import { PROVIDERS, type SenderScheme } from "@hookwright/signatures";
import { expect, test } from "vitest";
import { buildSample, type Proof } from "./build-sample.ts";
import { createKey, publicKeyText, readPrivateKey, signWith } from "./private-key.ts";
import { contextAt, type Sample } from "./sample.ts";
import { SAMPLES } from "./samples.ts";
import type { Tampering } from "./tamper.ts";
import { UNSENDABLE } from "./unsendable.ts";

const NOW = 1_700_000_000_000;
const crypto = createNodeCrypto();
const context = contextAt("id-1", NOW);
const publicUrl = "https://hooks.example.com/hooks/x";
const SECRETS: Readonly<Record<string, string>> = {
  utf8: "a-secret-of-more-than-16-bytes",
  base64: Buffer.alloc(32, 7).toString("base64"),
  hex: Buffer.alloc(32, 7).toString("hex"),
  whsec: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
};

interface Way {
  readonly proof: Proof;
  /** What the auth of the mapping has. */
  readonly auth: object;
}

function waysOf({ signatures = [], token: place, jwt, message }: Provider): readonly Way[] {
  const inside = jwt ?? message;
  const schemes = [
    ...signatures.map((scheme) => wayOf(scheme)),
    ...(inside === undefined ? [] : [insideWay(inside)]),
  ];
  const token = "user:a-token-of-more-than-16-bytes";
  return place === undefined
    ? schemes
    : [...schemes, { proof: { kind: "token", token, place }, auth: { token } }];
}

function insideWay(scheme: Exclude<SenderScheme, SignatureScheme>): Way {
  const secret = SECRETS[scheme === "adyen" ? "hex" : "utf8"] as string;
  return { proof: { kind: "signature", key: secret, scheme }, auth: { secret } };
}

function wayOf(scheme: SignatureScheme): Way {
  if (scheme.scheme === "hmac") {
    const secret = SECRETS[scheme.key] as string;
    return { proof: { kind: "signature", key: secret, scheme }, auth: { secret } };
  }
  const key = readPrivateKey(createKey(scheme), scheme);
  const publicKey = publicKeyText(key, scheme);
  return { proof: { kind: "signature", key: signWith(key, scheme), scheme }, auth: { publicKey } };
}

function authOf(provider: Provider, way: Way): RouteAuth {
  const url = provider.needsPublicUrl ? { publicUrl } : {};
  const auth = { provider: provider.id, ...way.auth, ...url };
  const mapping = { match: { path: "x" }, auth, messageTemplate: "-" };
  const token = "a-long-random-text-of-your-own";
  const hooks = compileHooks({ hooks: { enabled: true, token, mappings: [mapping] } }, { crypto });
  return hooks.endpoint("x")?.auth as RouteAuth;
}

async function requestOf(
  provider: Provider,
  way: Way,
  { sample, tamper }: { readonly sample: Sample; readonly tamper?: Tampering },
): Promise<AuthRequest> {
  const signing = { proof: way.proof, crypto, context, query: "a=1", publicUrl, tamper };
  const given = { ...signing, provider, headers: {} };
  const { method, headers, query, body } = await buildSample(sample, given);
  return { method, headers, body, target: `/hooks/x?${query}`, receivedAt: NOW };
}

const sendable = PROVIDERS.filter(({ id }) => !UNSENDABLE.has(id));

test("every provider has a sample, but those whose keys are fetched, which say why not", () => {
  expect(Object.keys(SAMPLES).toSorted()).toEqual(sendable.map(({ id }) => id).toSorted());
  const fetched = PROVIDERS.filter(
    ({ jwt, message }) => jwt?.jwks !== undefined || message === "sns",
  );
  expect([...UNSENDABLE.keys()].toSorted()).toEqual(fetched.map(({ id }) => id).toSorted());
  for (const { reason, instead } of UNSENDABLE.values()) {
    expect(reason).toContain("alone has the private key");
    expect(instead).toMatch(/^(?:gcloud|aws) /);
  }
});

test.each(sendable.map((provider) => [provider.id, provider] as const))(
  "buildSample() makes each sample of %s so that its auth accepts it, and nothing tampered with",
  async (id, provider) => {
    for (const way of waysOf(provider)) {
      const auth = authOf(provider, way);
      for (const sample of SAMPLES[id] ?? []) {
        const right = await requestOf(provider, way, { sample });
        expect([sample.event, await auth.check(right)]).toEqual([
          sample.event,
          expect.objectContaining({ ok: true }),
        ]);
        for (const tamper of ["body", "time", "signature"] as const) {
          const built = requestOf(provider, way, { sample, tamper }).catch(() => undefined);
          const result = await built.then((wrong) => wrong && auth.check(wrong));
          expect([sample.event, tamper, result?.ok ?? false]).toEqual([
            sample.event,
            tamper,
            false,
          ]);
        }
      }
    }
  },
);

test.each(sendable.map((provider) => [provider.id, provider] as const))(
  "samples of %s have names of their own, and the delivery id where the vendor has it",
  async (id, provider) => {
    const samples = SAMPLES[id] ?? [];
    expect(new Set(samples.map(({ event }) => event)).size).toBe(samples.length);
    const { header, json } = provider.delivery?.id ?? {};
    for (const sample of samples) {
      const [way] = waysOf(provider);
      const { headers, body } = await requestOf(provider, way as Way, { sample });
      if (header !== undefined) expect(headers[header]).toBe("id-1");
      // The forms of Slack have no delivery id.
      if (json === undefined || sample.type === "form") continue;
      const value = json
        .split(".")
        .reduce<unknown>((at, key) => Reflect.get(at as object, key), bodyOf(body));
      expect([sample.event, String(value)]).toEqual([
        sample.event,
        // A token of Mailgun has fifty hexadecimal digits, which follow from the id.
        expect.stringMatching(/id-1|1700000000000|^[\da-f]{50}$/),
      ]);
    }
  },
);

/** HubSpot sends a list, and has the id in each of its events. */
function bodyOf(body: Uint8Array): unknown {
  const value: unknown = JSON.parse(Buffer.from(body).toString());
  return Array.isArray(value) ? value[0] : value;
}

import { type AuthRequest, compileHooks, type Provider, type RouteAuth } from "@hookwright/core";
import { PROVIDERS } from "@hookwright/signatures";
import type { Sample } from "@hookwright/signatures/vendors";
import { expect, test } from "vitest";
import { crypto, publicUrl, type Way, waysOf } from "../../test/ways.ts";
import { buildSample } from "./build-sample.ts";
import { contextAt, SAMPLES, UNSENDABLE } from "./samples.ts";
import type { Tampering } from "./tamper.ts";

const NOW = 1_700_000_000_000;
const context = contextAt("id-1", NOW);

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

test("SAMPLES has every provider, and UNSENDABLE those whose keys are fetched", () => {
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
  "buildSample() makes each sample of %s so that its auth accepts it, and refuses it when tampered with",
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
  "SAMPLES of %s have unique names, and the delivery id where the vendor has it",
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

import { type AuthRequest, compileHooks, type Provider, type RouteAuth } from "@hookwright/core";
import { PROVIDERS } from "@hookwright/signatures";
import { type AuthPlan, planAuth } from "@hookwright/signatures/plan";
import { linkAuth } from "@hookwright/signatures/runtime";
import type { Sample } from "@hookwright/signatures/vendors";
import { expect, test } from "vitest";
import { crypto, publicUrl, type Way, waysOf } from "../../test/ways.ts";
import { buildSample } from "./build-sample.ts";
import { contextAt, SAMPLES, UNSENDABLE } from "./samples.ts";
import type { Tampering } from "./tamper.ts";

const NOW = 1_700_000_000_000;
const context = contextAt("id-1", NOW);

/** The auth of a compiled config; and those of its plan and of the JSON of its plan, whose secret is a reference. */
function authsOf(provider: Provider, way: Way): readonly RouteAuth[] {
  const url = provider.needsPublicUrl ? { publicUrl } : {};
  const auth = { provider: provider.id, ...way.auth, ...url };
  const mapping = { match: { path: "x" }, auth, messageTemplate: "-" };
  const token = "a-long-random-text-of-your-own";
  const hooks = compileHooks({ hooks: { enabled: true, token, mappings: [mapping] } }, { crypto });
  const [key = "", secret] = Object.entries(way.auth)[0] as [string, string];
  const planned = planAuth({ provider: provider.id, publicUrl, [key]: { env: "SECRET" } });
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  expect(planned.problems).toEqual([]);
  const copy = JSON.parse(JSON.stringify(planned.plan)) as AuthPlan;
  expect(copy).toStrictEqual(planned.plan);
  return [hooks.endpoint("x")?.auth as RouteAuth, link(planned.plan, secret), link(copy, secret)];
}

function link(plan: AuthPlan, secret: string): RouteAuth {
  const readSecret = (written: unknown) => {
    expect(written).toEqual({ env: "SECRET" });
    return secret;
  };
  const linked = linkAuth(plan, { crypto, readSecret });
  if (!linked.ok) throw new Error(JSON.stringify(linked.problems));
  return linked.auth;
}

async function requestOf(
  provider: Provider,
  way: Way,
  { sample, tamper }: { readonly sample: Sample; readonly tamper?: Tampering | undefined },
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
  for (const { reason, instead, isManual } of UNSENDABLE.values()) {
    expect(reason).toContain("alone has the private key");
    expect(instead).toMatch(isManual ? /^write to the bot/ : /^(?:gcloud|aws) /);
  }
});

test.each(sendable.map((provider) => [provider.id, provider] as const))(
  "buildSample() makes each sample of %s so that its auth and its plan accept it, and refuse it when tampered with",
  async (id, provider) => {
    for (const way of waysOf(provider)) {
      const auths = authsOf(provider, way);
      for (const sample of SAMPLES[id] ?? []) {
        for (const tamper of [undefined, "body", "time", "signature"] as const) {
          await expectAll(auths, requestOf(provider, way, { sample, tamper }), [
            sample.event,
            tamper,
          ]);
        }
      }
    }
  },
);

/** Each auth accepts the request; or each refuses it, if it was changed. Some changes cannot be made. */
async function expectAll(
  auths: readonly RouteAuth[],
  built: Promise<AuthRequest>,
  name: readonly [event: string, tamper: Tampering | undefined],
): Promise<void> {
  const isRight = name[1] === undefined;
  const request = await (isRight ? built : built.catch(() => undefined));
  if (request === undefined) return;
  const results = await Promise.all(auths.map((auth) => auth.check(request)));
  expect([...name, ...results.map(({ ok }) => ok)]).toEqual([...name, isRight, isRight, isRight]);
  expect(results[2]).toEqual(results[1]);
}

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

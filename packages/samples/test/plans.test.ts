// The plan of every vendor's auth, written down as JSON and linked again: it decides about requests as the plan itself.
import type { Provider } from "@hookwright/core";
import { PROVIDERS } from "@hookwright/signatures";
import { type AuthPlan, planAuth } from "@hookwright/signatures/plan";
import { linkAuth, type RouteAuth } from "@hookwright/signatures/runtime";
import type { Sample } from "@hookwright/signatures/vendors";
import { expect, test } from "vitest";
import { type BuiltRequest, buildSample } from "../src/senders/build-sample.ts";
import { contextAt, SAMPLES, UNSENDABLE } from "../src/senders/samples.ts";
import { checkTampering, type Tampering } from "../src/senders/tamper.ts";
import { crypto, publicUrl, type Way, waysOf } from "./ways.ts";

const NOW = 1_700_000_000_000;

/** With the secret behind a reference, as a config has it. */
function planOf({ id }: Provider, { auth }: Way): { plan: AuthPlan; secret: string } {
  const [key = "", secret] = Object.entries(auth)[0] as [string, string];
  const planned = planAuth({ provider: id, publicUrl, [key]: { env: "SECRET" } });
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  expect(planned.problems).toEqual([]);
  return { plan: planned.plan, secret };
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

function check(auth: RouteAuth, { method, headers, query, body }: BuiltRequest) {
  const target = `/hooks/x${query === "" ? "" : `?${query}`}`;
  return auth.check({ method, headers, target, body, receivedAt: NOW });
}

function canTamper({ proof }: Way, tamper: Tampering): boolean {
  if (proof.kind !== "signature") return false;
  try {
    checkTampering(proof.scheme, tamper);
    return true;
  } catch {
    return false;
  }
}

const CASES = PROVIDERS.flatMap((provider) => {
  const [sample] = SAMPLES[provider.id] ?? [];
  if (UNSENDABLE.has(provider.id) || sample === undefined) return [];
  return waysOf(provider).map((way, at): [string, Provider, Way, Sample] => [
    `${provider.id} (${at + 1})`,
    provider,
    way,
    sample,
  ]);
});

test.each(CASES)(
  "linkAuth() accepts and refuses the same for a plan and for its JSON: %s",
  async (_, provider, way, sample) => {
    const { plan, secret } = planOf(provider, way);
    const copy = JSON.parse(JSON.stringify(plan)) as AuthPlan;
    expect(copy).toStrictEqual(plan);
    const auths = [link(plan, secret), link(copy, secret)] as const;
    const build = (tamper: Tampering | undefined) => {
      const signing = { crypto, publicUrl, query: "", headers: {}, tamper };
      return buildSample(sample, { ...signing, ...way, provider, context: contextAt("id-1", NOW) });
    };
    const tampers = (["body", "time", "signature"] as const).filter((one) => canTamper(way, one));
    for (const tamper of [undefined, ...tampers]) {
      const request = await build(tamper);
      const [result, ofCopy] = await Promise.all(auths.map((auth) => check(auth, request)));
      expect([tamper, result?.ok]).toEqual([tamper, tamper === undefined]);
      expect(ofCopy).toEqual(result);
    }
  },
);

test("planAuth() has a case for every vendor that can be sent", () => {
  const ids = new Set(CASES.map(([, { id }]) => id));
  const others = PROVIDERS.filter(({ id }) => !ids.has(id) && !UNSENDABLE.has(id));
  expect(others.map(({ id }) => id)).toEqual([]);
});

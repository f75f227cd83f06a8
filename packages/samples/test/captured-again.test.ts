// Captured requests of every vendor whose delivery id is not signed: whatever of them is changed, they run once.
import { compileHooks, type Provider } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { PROVIDERS } from "@hookwright/signatures";
import type { Sample } from "@hookwright/signatures/vendors";
import { expect, test } from "vitest";
import { type BuiltRequest, buildSample } from "../src/senders/build-sample.ts";
import { contextAt, SAMPLES, UNSENDABLE } from "../src/senders/samples.ts";
import { crypto, publicUrl, type Way, waysOf } from "./ways.ts";

const NOW = 1_700_000_000_000;

function createReceiver(provider: Provider, way: Way) {
  const url = provider.needsPublicUrl ? { publicUrl } : {};
  const auth = { provider: provider.id, ...way.auth, ...url };
  const mapping = { match: { path: "x" }, auth, messageTemplate: "{{payload}}" };
  const token = "a-long-random-text-of-your-own";
  const hooks = compileHooks({ hooks: { enabled: true, token, mappings: [mapping] } }, { crypto });
  const clock = { now: NOW };
  let runs = 0;
  const ingress = createIngress({
    hooks,
    clock: () => clock.now,
    dispatch: () => {
      runs += 1;
      return undefined;
    },
  });
  const send = ({ method, headers, query, body }: BuiltRequest) =>
    ingress.receive({
      method,
      headers: () => headers,
      target: `/hooks/x${query === "" ? "" : `?${query}`}`,
      remoteAddress: () => undefined,
      readBody: async () => ({ kind: "bytes", bytes: body }),
      isGone: () => false,
    });
  return { send, clock, runs: () => runs };
}

function build(
  provider: Provider,
  way: Way,
  sample: Sample,
  { id = "id-1", now = NOW } = {},
): Promise<BuiltRequest> {
  const signing = { crypto, publicUrl, tamper: undefined, query: "", headers: {} };
  return buildSample(sample, { ...signing, ...way, provider, context: contextAt(id, now) });
}

/** Each with the ways of a captured request that its signature does not notice. */
function variantsOf(provider: Provider, captured: BuiltRequest): readonly BuiltRequest[] {
  const header = provider.delivery?.id?.header;
  const withId = (id: string | undefined): BuiltRequest => {
    const { [header as string]: _, ...headers } = captured.headers;
    return {
      ...captured,
      headers: id === undefined ? headers : { ...headers, [header as string]: id },
    };
  };
  const ids = ["id-1, id-1", "id-2", " ", "a\u0007b", "i".repeat(257), undefined];
  const ofIds = header === undefined ? [] : ids.map(withId);
  const spelled: BuiltRequest = {
    ...captured,
    headers: Object.fromEntries(
      Object.entries(captured.headers).map(([name, value]) => [
        name,
        value.replace(/[\da-f]{40,}/g, (hex) => hex.toUpperCase()),
      ]),
    ),
  };
  const isForm = captured.headers["content-type"]?.includes("form") === true;
  const fields = Buffer.from(captured.body).toString().split("&").toReversed().join("&");
  const turned = isForm ? [{ ...captured, body: Buffer.from(fields) }] : [];
  // A doubled field counts once in what is signed.
  const doubled = isForm ? [{ ...captured, body: Buffer.from(`${fields}&${fields}`) }] : [];
  const more = { ...captured, headers: { ...captured.headers, "x-more": "1" } };
  return [captured, ...ofIds, spelled, ...turned, ...doubled, more];
}

const CASES = PROVIDERS.flatMap((provider) => {
  const { id, delivery } = provider;
  if (UNSENDABLE.has(id) || delivery?.idSigned === true) return [];
  const [sample] = SAMPLES[id] ?? [];
  return waysOf(provider).flatMap((way, at) =>
    sample === undefined || way.proof.kind !== "signature"
      ? []
      : [[`${id} (${at + 1})`, provider, way, sample] as const],
  );
});

test.each(CASES)(
  "compileHooks() runs a captured request of %s once, whatever unsigned part is changed",
  async (_, provider, way, sample) => {
    const captured = await build(provider, way, sample);
    const variants = variantsOf(provider, captured);
    for (const first of variants) {
      const receiver = createReceiver(provider, way);
      const taken = await receiver.send(first);
      if ((taken?.status ?? 500) >= 300) continue;
      expect(receiver.runs()).toBe(1);
      for (const next of variants) await receiver.send(next);
      expect(receiver.runs()).toBe(1);
    }
  },
);

const TIMED = CASES.filter(([, , { proof }]) => {
  const scheme = proof.kind === "signature" ? proof.scheme : undefined;
  if (typeof scheme !== "object" || !("timestamp" in scheme)) return false;
  return scheme.timestamp !== undefined && !scheme.timestamp.isUnchecked;
});

test.each(TIMED)(
  "compileHooks() never runs a captured request of %s again, because its time is signed",
  async (_, provider, way, sample) => {
    const captured = await build(provider, way, sample);
    const receiver = createReceiver(provider, way);
    for (const seconds of [0, 200, 400, 900, 2_000, 7_000]) {
      receiver.clock.now = NOW + seconds * 1_000;
      for (const next of variantsOf(provider, captured)) await receiver.send(next);
      expect(receiver.runs()).toBe(1);
    }
  },
);

test("compileHooks() runs two events with one body after bodySeconds, unless the vendor's time is longer", async () => {
  // Adyen signs an id in all but name: the fields of an event.
  const thin = CASES.filter(
    ([, { delivery, message }]) => delivery?.ttlSeconds === undefined && message === undefined,
  );
  expect(thin.length).toBeGreaterThan(20);
  for (const [name, provider, way, sample] of thin) {
    const receiver = createReceiver(provider, way);
    const first = await build(provider, way, sample);
    await receiver.send(first);
    receiver.clock.now = NOW + 301_000;
    const same = { ...sample, body: () => sample.body(contextAt("id-1", NOW)) };
    const again = await build(provider, way, same, { id: "id-2", now: receiver.clock.now });
    // A body with the time in it is too old, or another one.
    if (again.body.toString() !== first.body.toString()) continue;
    const answer = await receiver.send(again);
    if (answer?.status === 401) continue;
    expect([name, receiver.runs()]).toEqual([name, 2]);
  }
});

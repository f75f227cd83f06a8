// Requests of every vendor, right and edited → `verify` answers as `planAuth` with `linkAuth` do, which serve routes.
import { allProviders, PROVIDERS, type Provider, verify } from "@hookwright/signatures";
import { planAuth } from "@hookwright/signatures/plan";
import { type AuthRequest, linkAuth } from "@hookwright/signatures/runtime";
import { expect, test } from "vitest";
import { type BuiltRequest, buildSample } from "../src/senders/build-sample.ts";
import { contextAt, SAMPLES, UNSENDABLE } from "../src/senders/samples.ts";
import { crypto, publicUrl, type Way, waysOf } from "./ways.ts";

const NOW = 1_700_000_000_000;

interface Case {
  readonly provider: Provider;
  readonly way: Way;
  /** What the door takes for the `auth` of the way. */
  readonly options: Readonly<Record<string, string | readonly string[]>>;
}

const CASES = PROVIDERS.flatMap((provider) =>
  UNSENDABLE.has(provider.id)
    ? []
    : waysOf(provider).map((way, at) => {
        const found: Case = { provider, way, options: optionsOf(provider, way) };
        return [`${provider.id} (${at + 1})`, found] as const;
      }),
);

function optionsOf({ needsPublicUrl }: Provider, { auth, proof }: Way): Case["options"] {
  const url = needsPublicUrl ? { publicUrl } : {};
  if (proof.kind !== "token" || !proof.place.basic) return { ...auth, ...url };
  const [user = "", password = ""] = proof.token.split(":");
  return { user, password, ...url };
}

/** The answer of a route, without its handshake's. */
async function reference(auth: object, request: AuthRequest): Promise<string> {
  const planned = planAuth(auth);
  if (!planned.ok) return JSON.stringify(planned.problems);
  const linked = linkAuth(planned.plan, {
    crypto,
    readSecret: (secret) => (typeof secret === "string" && secret !== "" ? secret : undefined),
  });
  if (!linked.ok) return "sender_invalid";
  const result = await linked.auth.check(request);
  if (!result.ok) return result.code;
  const isGiven = linked.auth.handshake?.wouldSign(result.signed ?? []) === true;
  return isGiven ? "signature_wrong" : `ok ${result.keyIndex} ${result.signedId}`;
}

async function door({ provider, way }: Case, options: object, request: AuthRequest) {
  const { create } = allProviders.find(({ id }) => id === provider.id) as (typeof allProviders)[0];
  const { method, target: url, headers, body, receivedAt } = request;
  const result = await verify(
    { method, url, headers: headers as Readonly<Record<string, string>>, body },
    create(options),
    { crypto, clock: () => receivedAt },
  );
  if (!result.ok) return result.code;
  const isSigned = way.proof.kind === "signature";
  const { deliveryId } = result;
  const idOf = (answer: string) => answer.replace(/undefined$/, "");
  return { text: `ok ${result.secretIndex} `, deliveryId, isSigned, idOf };
}

async function compare(found: Case, request: AuthRequest, change: Change = {}): Promise<string> {
  const url = found.provider.needsPublicUrl ? { publicUrl } : {};
  const auth = { provider: found.provider.id, ...found.way.auth, ...url, ...change.auth };
  const expected = await reference(auth, request);
  const answer = await door(found, { ...found.options, ...change.options }, request);
  if (typeof answer === "string") {
    expect(answer).toBe(expected);
    return answer;
  }
  expect(expected.startsWith(answer.text)).toBe(true);
  const signedId = expected.slice(answer.text.length);
  if (signedId !== "undefined") expect(answer.deliveryId).toBe(signedId);
  return "ok";
}

interface Change {
  readonly auth?: object;
  readonly options?: object;
}

function arrive({ method, headers, query, body }: BuiltRequest): AuthRequest {
  const target = `/hooks/x${query === "" ? "" : `?${query}`}`;
  return { method, target, headers, body, receivedAt: NOW };
}

async function build({ provider, way }: Case): Promise<AuthRequest> {
  const [sample] = SAMPLES[provider.id] ?? [];
  if (sample === undefined) throw new Error(`${provider.id} has no sample.`);
  const signing = { crypto, publicUrl, tamper: undefined, query: "", headers: {} };
  const context = contextAt("id-1", NOW);
  return arrive(await buildSample(sample, { ...signing, ...way, provider, context }));
}

/** Requests that differ from a right one in one thing. */
function* edits(right: AuthRequest): Generator<readonly [string, AuthRequest]> {
  for (const [name, value] of Object.entries(right.headers)) {
    const text = String(value);
    const { [name]: _, ...without } = right.headers;
    const put = (changed: string | readonly string[]) =>
      ({ ...right, headers: { ...right.headers, [name]: changed } }) as AuthRequest;
    yield [`without ${name}`, { ...right, headers: without }];
    yield [`${name} twice`, put([text, text])];
    yield [`${name} joined`, put(`${text}, ${text}`)];
    yield [`${name} empty`, put("")];
    yield [`${name} cut`, put(text.slice(0, -1))];
    yield [`${name} in upper case`, put(text.toUpperCase())];
    yield [`${name} changed`, put(`${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`)];
  }
  const bytes = [...right.body];
  const last = bytes.length - 1;
  for (const at of [0, Math.floor(last / 2), last]) {
    const changed = Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 1 : byte));
    yield [`byte ${at} of the body changed`, { ...right, body: changed }];
  }
  yield ["one space more", { ...right, body: Uint8Array.from([...bytes, 0x20]) }];
  yield ["no body", { ...right, body: new Uint8Array() }];
  yield ["text as body", { ...right, body: new TextEncoder().encode("abc") }];
  const [path = ""] = right.target.split("?");
  yield ["no query", { ...right, target: path }];
  yield ["another query", { ...right, target: `${path}?more=1` }];
  yield ["a longer query", { ...right, target: `${right.target}1` }];
  yield ["another method", { ...right, method: "PUT" }];
  for (const seconds of [-400_000, -90_000, -301, -150, 150, 299, 301, 4_000, 50_000, 400_000]) {
    yield [`${seconds} s later`, { ...right, receivedAt: NOW + seconds * 1_000 }];
  }
}

test.each(CASES)(
  "verify() accepts a sample of %s, and answers edits as a route does",
  async (_, found) => {
    const right = await build(found);
    expect(await compare(found, right)).toBe("ok");
    const refused: string[] = [];
    for (const [name, edited] of edits(right)) {
      if ((await compare(found, edited)) !== "ok") refused.push(name);
    }
    expect(refused.length).toBeGreaterThan(2);
  },
);

test.each(CASES)("verify() takes new and old secrets of %s, and no others", async (_, found) => {
  const right = await build(found);
  const [[key = "", value = ""] = []] = Object.entries(found.way.auth) as [string, string][];
  const other = (await otherSecret(found)) ?? "another-secret-of-24-bytes";
  const plural = key === "publicKey" ? key : `${key}s`;
  const asOptions = (secrets: readonly string[]) => ({ [key]: secrets });
  const asAuth = (secrets: readonly string[]) => ({ [key]: undefined, [plural]: secrets });
  const isBasic = found.way.proof.kind === "token" && found.way.proof.place.basic;
  if (isBasic) return;
  for (const [secrets, isRight] of [
    [[other, value], true],
    [[value, other], true],
    [[other], false],
  ] as const) {
    const change = { auth: asAuth(secrets), options: asOptions(secrets) };
    expect([secrets, (await compare(found, right, change)) === "ok"]).toEqual([secrets, isRight]);
  }
});

/** A right one of the same form. */
async function otherSecret({ provider, way }: Case): Promise<string | undefined> {
  const { proof, auth } = way;
  if (proof.kind !== "signature" || typeof proof.scheme === "string") {
    return provider.message === "adyen" ? "08".repeat(32) : undefined;
  }
  if (proof.scheme.scheme === "jwt") return undefined;
  if ("publicKey" in auth) {
    const at = waysOf(provider).find((one) => "publicKey" in one.auth);
    return (at?.auth as { readonly publicKey: string } | undefined)?.publicKey;
  }
  if (proof.scheme.key === "hex") return "08".repeat(32);
  return proof.scheme.key === "utf8" ? undefined : Buffer.alloc(32, 8).toString("base64");
}

test.each(allProviders)(
  "$id reports options that are missing, and accepts nothing",
  async (provider) => {
    const request = { headers: {}, body: "" };
    const result = await verify(request, provider.create({}), { crypto });
    expect(result).toMatchObject({ ok: false, code: "sender_invalid", status: 500 });
    expect(result.ok ? [] : result.problems).not.toEqual([]);
  },
);

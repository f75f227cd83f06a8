import { createHash } from "node:crypto";
import { parseForm } from "@hookwright/base";
import { expect, test } from "vitest";
import { bytesOf, compiledOf, hmac, outcome, requestOf } from "../../../core/test/auth/requests.ts";
import type { AuthRequest } from "../model.ts";
import { buildSigned, hashBody, parseSigned, sortedForm, unsignedTarget } from "./build-signed.ts";
import { createWebCrypto } from "./web-crypto.ts";

interface Signed extends Partial<AuthRequest> {
  readonly text?: string;
  readonly time?: string;
  readonly id?: string;
  readonly publicUrl?: string;
  readonly bodyHash?: string;
}

function build(signed: string, { time, id, publicUrl, bodyHash, ...request }: Signed = {}) {
  const parsed = parseSigned(signed);
  if (!parsed.ok) throw new Error(parsed.unknown);
  const context = { request: requestOf(request), time, id, publicUrl, bodyHash };
  const parts = buildSigned(parsed.parts, context);
  return parts?.map((part) => (typeof part === "string" ? part : new TextDecoder().decode(part)));
}

const FORM = { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" };
const URL = "https://hooks.example.com/hooks/x";

test("buildSigned() puts the parts in order", () => {
  expect(build("v0:{timestamp}:{body}", { time: "12", text: "b" })).toEqual([
    "v0:",
    "12",
    ":",
    "b",
  ]);
  expect(build("{id}{method}{header:x-a}", { id: "i", headers: { "x-a": "h" } })).toEqual([
    "i",
    "POST",
    "h",
  ]);
});

test("buildSigned() passes the body through unchanged", () => {
  const body = Uint8Array.of(0xff, 0);
  const context = {
    request: requestOf({ body }),
    time: undefined,
    id: undefined,
    publicUrl: undefined,
    bodyHash: undefined,
  };
  expect(buildSigned([{ kind: "body" }], context)?.[0]).toBe(body);
});

test("buildSigned() returns undefined if a part is missing", () => {
  for (const signed of [
    ...["{timestamp}", "{id}", "{url}", "{header:x-a}", "{json:a}"],
    ...["{body:sha256}", "{query:a}", "{query:constructor}", "{form:a}"],
  ]) {
    expect(build(signed, { text: "{}" })).toBeUndefined();
  }
});

test("buildSigned() signs the public URL of the config with the query as it was sent", () => {
  const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
  const of = (target: string, publicUrl = URL) => build("{url}", { target, headers, publicUrl });
  expect(of("/internal/hooks/x")).toEqual([URL]);
  expect(of("/hooks/x?b=2&a=%27'&c=%2f")).toEqual([`${URL}?b=2&a=%27'&c=%2f`]);
  expect(of("/hooks/x?")).toEqual([URL]);
  expect(of("/hooks/x?a=1", `${URL}?fixed=1`)).toEqual([`${URL}?fixed=1`]);
  expect(of("/hooks/x/", "https://h.example:443/x/")).toEqual(["https://h.example:443/x/"]);
});

test("buildSigned() keeps what a vendor adds to the query of the public URL", () => {
  const of = (query: string) =>
    build("{url}", { target: `/x?${query}`, publicUrl: `${URL}?t=7&u` });
  expect(of("t=7&u&hash=ab")).toEqual([`${URL}?t=7&u&hash=ab`]);
  expect(of("hash=ab&u&t=7")).toEqual([`${URL}?hash=ab&u&t=7`]);
  expect(of("t=7&u")).toEqual([`${URL}?t=7&u`]);
  // A proxy has replaced the query.
  expect(of("t=70&u&hash=ab")).toEqual([`${URL}?t=7&u`]);
});

test("buildSigned() signs a parameter of the query, decoded, and in lower case where that is asked for", () => {
  const of = (signed: string) => build(signed, { target: "/x?data.id=A%20b&t=1&t=2&lower=C" });
  expect(of("{query:data.id};{query:lower:data.id};{query:t}")).toEqual([
    "A b",
    ";",
    "a b",
    ";",
    "2",
  ]);
  expect(of("{query:lower}")).toEqual(["C"]);
});

test("buildSigned() signs a field of a form that came once", () => {
  const of = (text: string) => build("{form:a}", { text, headers: FORM });
  expect(of("b=2&a=1%0A")).toEqual(["1\n"]);
  expect(of("a=1&a=2")).toBeUndefined();
});

test("hashBody() hashes the body only where its hash is signed", async () => {
  const crypto = createWebCrypto(globalThis.crypto.subtle);
  const hash = createHash("sha256").update("b").digest("hex");
  const of = (signed: string) => {
    const parsed = parseSigned(signed);
    return hashBody(parsed.ok ? parsed.parts : [], requestOf({ text: "b" }), crypto);
  };
  expect(await of("{method}{body:sha256}")).toBe(hash);
  expect(of("{body}")).toBeUndefined();
  expect(build("{body:sha256}", { bodyHash: hash })).toEqual([hash]);
});

test("buildSigned() signs the fields of a form, and no other body", () => {
  expect(build("{form:sorted}", { text: "b=2&a=1", headers: FORM })).toEqual(["a1b2"]);
  expect(build("{form:sorted}", { text: "b=2&a=1" })).toEqual([""]);
  expect(build("{form:sorted}", { text: "a=%ff", headers: FORM })).toBeUndefined();
});

test("buildSigned() reads strings and numbers of a JSON body", () => {
  expect(build("{json:a.b}", { text: '{"a":{"b":"x"}}' })).toEqual(["x"]);
  expect(build("{json:a}", { text: '{"a":12}' })).toEqual(["12"]);
  expect(build("{json:a}", { text: '{"a":820982911946154508}' })).toEqual(["820982911946154508"]);
  for (const text of ["{}", '{"a":{}}', '{"a":null}', "no json"]) {
    expect(build("{json:a}", { text })).toBeUndefined();
  }
  expect(build("{json:a[}", { text: "{}" })).toBeUndefined();
  expect(build("{json:a}", { body: Uint8Array.of(0xff) })).toBeUndefined();
});

const TWILIO = {
  algorithm: "sha1",
  encoding: "base64",
  signed: "{url}{form:sorted}",
  bodyHash: { query: "bodySHA256" },
} as const;

const twilio = (parts: Partial<AuthRequest>, signed: string, publicUrl = URL) => {
  const signature = hmac(signed, { algorithm: "sha1", encoding: "base64" });
  const headers = { ...parts.headers, "x-signature": signature };
  return outcome(compiledOf(TWILIO, { publicUrl }), requestOf({ ...parts, headers }));
};

test("verifySignature() requires the right hash of a body that is not a form", async () => {
  const body = bytesOf('{"a":1}');
  const hash = createHash("sha256").update(body).digest("hex");
  const target = `/hooks/x?bodySHA256=${hash}`;
  expect(await twilio({ body, target }, `${URL}?bodySHA256=${hash}`)).toBe("ok");
  expect(await twilio({ body }, URL)).toBe("body_hash_wrong");
  const other = bytesOf('{"a":2}');
  expect(await twilio({ body: other, target }, `${URL}?bodySHA256=${hash}`)).toBe(
    "body_hash_wrong",
  );
  expect(await twilio({ body, target: "/hooks/x?bodySHA256=zz" }, `${URL}?bodySHA256=zz`)).toBe(
    "body_hash_wrong",
  );
});

test("verifySignature() finds the hash after the query of the public URL", async () => {
  const body = bytesOf('{"a":1}');
  const hash = createHash("sha256").update(body).digest("hex");
  const query = `tenant=7&bodySHA256=${hash}`;
  const publicUrl = `${URL}?tenant=7`;
  expect(await twilio({ body, target: `/hooks/x?${query}` }, `${URL}?${query}`, publicUrl)).toBe(
    "ok",
  );
});

test("verifySignature() ignores a hash in a query that the signature does not cover", async () => {
  const body = bytesOf('{"a":1}');
  const hash = createHash("sha256").update(body).digest("hex");
  const publicUrl = `${URL}?tenant=7`;
  // A right signature of a form without fields: it covers the URL of the config and nothing else.
  const target = `/hooks/x?bodySHA256=${hash}`;
  expect(await twilio({ body, target }, publicUrl, publicUrl)).toBe("body_hash_wrong");
  const form = { body: bytesOf(""), headers: FORM, target: "/hooks/x?tenant=8" };
  expect(await twilio(form, publicUrl, publicUrl)).toBe("ok");
});

test("verifySignature() checks a form by its fields, and a hash beside them", async () => {
  const form = { body: bytesOf("b=2&a=1"), headers: FORM };
  expect(await twilio(form, `${URL}a1b2`)).toBe("ok");
  expect(await twilio(form, URL)).toBe("signature_wrong");
  const target = `/hooks/x?bodySHA256=${"0".repeat(64)}`;
  const signed = `${URL}?bodySHA256=${"0".repeat(64)}a1b2`;
  expect(await twilio({ ...form, target }, signed)).toBe("body_hash_wrong");
});

test("parseSigned() reads literals and parts in order", () => {
  expect(parseSigned("v0:{timestamp}:{body}")).toEqual({
    ok: true,
    parts: [
      { kind: "literal", text: "v0:" },
      { kind: "timestamp" },
      { kind: "literal", text: ":" },
      { kind: "body" },
    ],
  });
  expect(parseSigned("{id}{method}{url}{form:sorted}")).toEqual({
    ok: true,
    parts: [{ kind: "id" }, { kind: "method" }, { kind: "url" }, { kind: "form" }],
  });
});

test("parseSigned() reads headers in lower case, and paths in the body as they are", () => {
  expect(parseSigned("{header:X-Time}{json:meta.Id}")).toEqual({
    ok: true,
    parts: [
      { kind: "header", name: "x-time" },
      { kind: "json", path: "meta.Id" },
    ],
  });
});

test.each([
  ["{}", ""],
  ["{bdy}", "bdy"],
  ["{header:}", "header:"],
  ["{form:}", "form:"],
  ["{timestamp}.{constructor}", "constructor"],
])("parseSigned() names what it does not know in %j", (text, unknown) => {
  expect(parseSigned(text)).toEqual({ ok: false, unknown });
});

test("parseSigned() reads single braces as text", () => {
  expect(parseSigned("{body")).toEqual({ ok: true, parts: [{ kind: "literal", text: "{body" }] });
});

test("parseSigned() knows the body without its compression", () => {
  expect(parseSigned("{timestamp}.{body:decoded}")).toMatchObject({
    ok: true,
    parts: [{ kind: "timestamp" }, {}, { kind: "body", isDecoded: true }],
  });
  expect(parseSigned("{body:raw}")).toEqual({ ok: false, unknown: "body:raw" });
});

const parse = (text: string) => parseForm(bytesOf(text));

test.each([
  ["b=1&a=x+y&c=%2Bz&a=%2541", "b:1 a:x y c:+z a:%41"],
  ["a&b=&c=d=e&&", "a: b: c:d=e"],
  ["", ""],
  ["a=50%+off&%=%zz&b=%4&c=%c3%A9%", "a:50% off %:%zz b:%4 c:é%"],
])("parseForm() decodes names and values of %j once, in the order sent", (text, fields) => {
  expect(
    parse(text)
      ?.map((pair) => pair.join(":"))
      .join(" "),
  ).toBe(fields);
});

test("parseForm() refuses escapes and bytes that are not UTF-8", () => {
  expect(parse("a=%ff")).toBeUndefined();
  expect(parseForm(Uint8Array.of(0xff))).toBeUndefined();
});

test("sortedForm() orders names by code units, and removes repeated values of a name", () => {
  expect(sortedForm(parse("b=2&a=1&B=0&ä=3") ?? [])).toBe("B0a1b2ä3");
  expect(sortedForm(parse("a=2&a=1&a=2") ?? [])).toBe("a1a2");
});

test("unsignedTarget() has the query of the config, and not what a replay writes", () => {
  expect(unsignedTarget(`${URL}?tenant=1`, "/hooks/x?tenant=2")).toBe("/hooks/x?tenant=1");
  expect(unsignedTarget(`${URL}?tenant=1`, "/hooks/x")).toBe("/hooks/x?tenant=1");
  expect(unsignedTarget(URL, "/hooks/x?tenant=2")).toBe("/hooks/x?tenant=2");
});

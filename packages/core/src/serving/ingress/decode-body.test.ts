import { readParameter } from "@hookwright/base";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { BodyFormat } from "../../../../signatures/src/model.ts";
import { createHarness } from "../../../test/ingress/harness.ts";
import type { Decompressor } from "../../model/ports.ts";
import { decodeBody, hasForeignCharset, readMediaKind } from "./decode-body.ts";
import { createBodyMemory, isJsonLongerThan } from "./read-body.ts";
import { NOWHERE, RowList } from "./store.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const MULTIPART = { "content-type": " Multipart/Form-Data; boundary=x" };

type Headers = Readonly<Record<string, string>>;

const limits = { maxBytes: 100, timeoutMs: 1_000 };

/** Takes a first byte away: what is decompressed can be distinguished from what was sent. */
const decompressor: Decompressor = {
  codings: ["gzip"],
  decompress: async (bytes) => ({ ok: true, bytes: bytes.subarray(1) }),
};

function rest() {
  const memory = createBodyMemory();
  const holder = { heldBytes: 0 };
  return { limits, decompressor, take: (bytes: number) => memory.take(bytes, holder) };
}

function decode(body: string | Uint8Array, headers: Headers = {}, format: BodyFormat = "json") {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return decodeBody({ kind: "bytes", bytes }, { headers, formats: [format], ...rest() });
}

function parsed(value: unknown, headers: Headers = {}, format: BodyFormat = "json") {
  return decodeBody({ kind: "parsed", value }, { headers, formats: [format], ...rest() });
}

/** As for a vendor that sends several kinds. */
function decodeOneOf(formats: readonly BodyFormat[], body: string, headers: Headers = {}) {
  const bytes = new TextEncoder().encode(body);
  return decodeBody({ kind: "bytes", bytes }, { headers, formats, ...rest() });
}

function refusal(status: number, code: string) {
  return { ok: false, gate: { refusal: { status, code } } };
}

test.each([
  ['{"a":[1,"é"]}', { a: [1, "é"] }],
  ["[1]", [1]],
  ["null", null],
  ["", {}],
  [" \r\n\t", {}],
  ["\ufeff", {}],
  ['\ufeff{"a":1}', { a: 1 }],
])("decodeBody() decodes %j", (body, payload) => {
  expect(decode(body)).toEqual({ ok: true, payload });
});

test.each([
  {},
  { "content-type": "text/plain" },
  FORM,
  MULTIPART,
  { "content-encoding": "identity" },
  { "content-encoding": " Identity " },
  { "content-encoding": "" },
])("decodeBody() reads JSON with the headers %j", (headers) => {
  expect(decode('{"a":1}', headers)).toEqual({ ok: true, payload: { a: 1 } });
});

test.each(["{", "{'a':1}", '{"a":1}x', "a=1", "NaN"])("decodeBody() refuses %j as JSON", (body) => {
  expect(decode(body)).toMatchObject(refusal(400, "invalid_json"));
});

test("decodeBody() refuses what is not UTF-8", () => {
  for (const bytes of [[0xff], [0x22, 0xc3, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22]]) {
    expect(decode(new Uint8Array(bytes))).toMatchObject(refusal(400, "invalid_encoding"));
  }
});

test.each([
  FORM,
  { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
  MULTIPART,
])("decodeBody() refuses a form with 415, for %j", (headers) => {
  expect(decode("payload=1&x=2", headers)).toMatchObject(refusal(415, "unsupported_media_type"));
  const file = new Uint8Array([0x2d, 0x2d, 0xff]);
  expect(decode(file, headers)).toMatchObject(refusal(415, "unsupported_media_type"));
  expect(parsed({ payload: "1" }, headers)).toMatchObject(refusal(415, "unsupported_media_type"));
});

test("decodeBody() decodes what a compressed body decompresses to", async () => {
  const gzip = { "content-encoding": "gzip" };
  expect(await decode('x{"a":1}', gzip)).toEqual({ ok: true, payload: { a: 1 } });
  expect(await decode("xa=1", gzip, "form")).toEqual({ ok: true, payload: { a: "1" } });
  expect(await decode("x", gzip)).toEqual({ ok: true, payload: {} });
});

test("decodeBody() does not decompress an empty body", () => {
  expect(decode("", { "content-encoding": "gzip" })).toEqual({ ok: true, payload: {} });
});

test.each(["br", "deflate, gzip"])("decodeBody() refuses bodies in %s with 415", async (coding) => {
  const headers = { "content-encoding": coding };
  expect(await decode("{}", headers)).toMatchObject(refusal(415, "unsupported_media_type"));
});

test.each(["application/xml", "text/xml; charset=utf-8", " application/soap+xml"])(
  "decodeBody() refuses XML with a sentence of its own, for %s",
  (type) => {
    expect(decode("<a/>", { "content-type": type })).toMatchObject({
      gate: { refusal: { status: 415, message: "XML is not accepted here; send JSON." } },
    });
    expect(decode('{"a":1}', { "content-type": type })).toMatchObject({ ok: true });
    expect(decode("<a/>", { "content-type": type }, "text")).toEqual({
      ok: true,
      payload: { text: "<a/>" },
    });
  },
);

test.each(["json", "ndjson"] as const)(
  "decodeBody() refuses a %s body in another charset than UTF-8 with 415",
  (format) => {
    const latin = { "content-type": "application/x-www-form-urlencoded; charset=iso-8859-1" };
    const body = Uint8Array.of(0x22, 0xe9, 0x22);
    expect(decode(body, latin, format)).toMatchObject(refusal(415, "unsupported_media_type"));
  },
);

test("decodeBody() makes a text of any content type an object with a text", () => {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  expect(decode("\ufeffa=1\n", type, "text")).toEqual({ ok: true, payload: { text: "a=1\n" } });
  expect(decode("", {}, "text")).toEqual({ ok: true, payload: { text: "" } });
  const latin = { "content-type": "text/plain; charset=iso-8859-1" };
  expect(decode(Uint8Array.of(0xe9), latin, "text")).toEqual({ ok: true, payload: { text: "é" } });
  expect(decode(Uint8Array.of(0xff), {}, "text")).toEqual({
    ok: true,
    payload: { text: "\ufffd" },
    detail: "Bytes that are not UTF-8 were replaced by U+FFFD.",
  });
});

test.each([
  ['{"a":1}\n[2]\r\n\n \r\n"é"', [{ a: 1 }, [2], "é"]],
  ["820982911946154508\n", ["820982911946154508"]],
  ["\ufeff1", [1]],
  ["\n", []],
  ["", []],
])("decodeBody() makes a list of the lines of %j", (body, payload) => {
  expect(decode(body, { "content-type": "application/x-ndjson" }, "ndjson")).toEqual({
    ok: true,
    payload,
  });
});

test.each([
  ["application/json", "[1,2]", [1, 2]],
  ["application/json", '[\n{"a":1}\n]', [{ a: 1 }]],
  ["application/json", '{"a":1}', [{ a: 1 }]],
  ["application/json", '{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
  ["application/json", "7", [7]],
  ["application/x-ndjson", "[1,2]", [[1, 2]]],
  ["application/json-seq", '\u001e{"a":1}\n\u001e{"a":2}\n', [{ a: 1 }, { a: 2 }]],
])("decodeBody() makes of the lines in %s %j a list", (type, body, payload) => {
  expect(decode(body, { "content-type": type }, "ndjson")).toEqual({ ok: true, payload });
});

const XML = '<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>';

test.each([
  ["text/xml", Uint8Array.from(XML, (char) => char.charCodeAt(0)), XML],
  ["text/xml; charset=utf-8", XML, XML],
  ["text/plain; charset=utf-16", Uint8Array.of(0xfe, 0xff, 0, 0x68), "h"],
  ["text/plain", Uint8Array.of(0xff, 0xfe, 0x68, 0), "h"],
  ["text/plain; charset=iso-8859-1", "\ufeff\u00e9", "\u00e9"],
  ["text/plain; charset=iso-8859-1", Uint8Array.of(0xfe, 0xff), "\u00fe\u00ff"],
  ["text/plain; charset='koi8-r'", Uint8Array.of(0xc1), "\u0430"],
])(
  "decodeBody() reads a text of type %s by what its bytes say of their charset",
  (type, body, text) => {
    expect(decode(body, { "content-type": type }, "text")).toEqual({ ok: true, payload: { text } });
  },
);

test.each([
  ["json", "application/json", '{"a":1}\n{"a":2}', /"body": "ndjson"/],
  ["json", "application/json", Uint8Array.of(0x1f, 0x8b, 8, 0xff), /are gzip/],
  ["ndjson", "application/x-ndjson", Uint8Array.of(0x1f, 0x8b, 8, 0xff), /are gzip/],
  ["multipart", MULTIPART["content-type"], "a=1", /No line of the body is the boundary/],
  ["multipart", "multipart/form-data", "--x--", /names no boundary/],
  ["multipart", MULTIPART["content-type"], "--x\r\nA: b\r\n\r\n1\r\n--x--", /with a name/],
  ["multipart", MULTIPART["content-type"], "--x\r\nA: b\r\n\r\n1", /may have been cut off/],
] as const)(
  "decodeBody() says what is wrong with a %s body of type %s %j",
  (format, type, body, detail) => {
    const refused = { gate: { refusal: { detail: expect.stringMatching(detail) } } };
    expect(decode(body, { "content-type": type }, format)).toMatchObject(refused);
  },
);

test("decodeBody() names the line that is not JSON, and the format that would read several", () => {
  expect(decode("1\n\n{", {}, "ndjson")).toMatchObject({
    gate: { refusal: { code: "invalid_json", message: "Line 3 of the body is not valid JSON." } },
  });
  expect(decode(Uint8Array.of(0xff), {}, "ndjson")).toMatchObject(refusal(400, "invalid_encoding"));
  expect(decode("1\n2", { "content-type": "application/x-ndjson" })).toMatchObject({
    gate: { refusal: { detail: expect.stringContaining('"body": "ndjson"') } },
  });
});

test("decodeBody() makes objects and lists of fields with brackets if the config says so", () => {
  const form = { isNested: true, files: new Map(), payloadFields: ["payload"] };
  const bytes = new TextEncoder().encode("data[email]=a&tags%5B%5D=b");
  const options = { headers: FORM, formats: ["form"] as const, form, ...rest() };
  const payload = { data: { email: "a" }, tags: ["b"] };
  expect(decodeBody({ kind: "bytes", bytes }, options)).toEqual({ ok: true, payload });
  for (const value of [{ "data[email]": "a", "tags[]": ["b"] }, payload]) {
    expect(decodeBody({ kind: "parsed", value }, options)).toEqual({ ok: true, payload });
  }
});

test("decodeBody() uses the JSON in the field that the vendor's row names as the payload", () => {
  const form = { isNested: false, files: new Map(), payloadFields: ["events", "payload"] };
  const options = { headers: FORM, formats: ["form"] as const, form, ...rest() };
  const decodeEvents = (body: string) =>
    decodeBody({ kind: "bytes", bytes: new TextEncoder().encode(body) }, options);
  expect(decodeEvents("payload={}&events=[1]")).toEqual({ ok: true, payload: [1] });
  expect(decodeEvents("payload={}")).toEqual({ ok: true, payload: {} });
  expect(decodeEvents("events=x")).toEqual({ ok: true, payload: { events: "x" } });
});

test("decodeBody() warns of the content of files that it drops", () => {
  const type = { "content-type": "multipart/form-data; boundary=x" };
  const part = (name: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\n\r\n1\r\n`;
  expect(decode(`${part("a")}${part("b")}--x--`, type, "multipart")).toMatchObject({
    ok: true,
    warning: expect.stringMatching(/^The content of a file was dropped: Field "a" and of 1 more\./),
  });
});

test("decodeBody() refuses a file that is not the JSON that the mapping says", () => {
  const form = { isNested: false, files: new Map([["a", "json" as const]]), payloadFields: [] };
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const body = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n{\r\n--x--';
  const bytes = new TextEncoder().encode(body);
  const options = { headers, formats: ["multipart"] as const, form, ...rest() };
  expect(decodeBody({ kind: "bytes", bytes }, options)).toMatchObject({
    gate: {
      refusal: { code: "invalid_json", message: 'Field "a" of the form is not valid JSON.' },
    },
  });
});

test("decodeBody() makes the fields of a form the payload", () => {
  expect(decode("a=1&b=%C3%A9+x&b=2", FORM, "form")).toEqual({
    ok: true,
    payload: { a: "1", b: ["é x", "2"] },
  });
  expect(decode("a=1", {}, "form")).toEqual({ ok: true, payload: { a: "1" } });
  expect(decode("a=1", FORM, "multipart")).toEqual({ ok: true, payload: { a: "1" } });
  expect(decode("", FORM, "form")).toEqual({ ok: true, payload: {} });
});

test("decodeBody() makes the fields of a multipart form the payload", () => {
  const type = { "content-type": "multipart/form-data; boundary=x" };
  const body = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n';
  expect(decode(body, type, "multipart")).toEqual({ ok: true, payload: { a: "1" } });
});

test.each([
  ["form", { "content-type": "application/json" }],
  ["form", MULTIPART],
  ["form", { "content-type": "text/xml" }],
  ["multipart", { "content-type": "application/json" }],
  ["multipart", {}],
] as const)("decodeBody() refuses for %s what comes with %j", (format, headers) => {
  expect(decode("{}", headers, format)).toMatchObject(refusal(415, "unsupported_media_type"));
  expect(parsed({}, headers, format)).toMatchObject(refusal(415, "unsupported_media_type"));
});

test("decodeBody() refuses what is not a form, and one with too many fields", () => {
  expect(decode("&".repeat(1_000), FORM, "form")).toMatchObject(refusal(400, "invalid_form"));
  expect(decode("--y--", MULTIPART, "multipart")).toMatchObject(refusal(400, "invalid_form"));
});

test("decodeBody() accepts the fields and texts that a framework has parsed", () => {
  expect(parsed({ a: "1" }, FORM, "form")).toEqual({ ok: true, payload: { a: "1" } });
  expect(parsed({ payload: "[1]" }, FORM, "form")).toEqual({ ok: true, payload: [1] });
  expect(parsed({ a: "1" }, MULTIPART, "multipart")).toEqual({ ok: true, payload: { a: "1" } });
  for (const value of ["a", null]) {
    expect(parsed(value, FORM, "form")).toEqual({ ok: true, payload: value });
  }
  expect(parsed("a", {}, "text")).toEqual({ ok: true, payload: { text: "a" } });
  expect(parsed("1\n2", {}, "ndjson")).toEqual({ ok: true, payload: [1, 2] });
  expect(parsed([1], {}, "ndjson")).toEqual({ ok: true, payload: [1] });
  expect(parsed({ a: 1 }, {}, "ndjson")).toEqual({ ok: true, payload: [{ a: 1 }] });
  expect(parsed(1, {}, "ndjson")).toMatchObject(refusal(500, "internal_error"));
  expect(parsed({ a: 1 }, {}, "text")).toMatchObject(refusal(500, "internal_error"));
  expect(parsed(undefined, FORM, "form")).toMatchObject(refusal(500, "internal_error"));
});

test("decodeBody() accepts a body that a framework has parsed, even if it was compressed", () => {
  expect(parsed({ a: 1 }, { "content-encoding": "gzip" })).toEqual({ ok: true, payload: { a: 1 } });
  expect(parsed(null)).toEqual({ ok: true, payload: null });
});

test("decodeBody() takes 100,000 levels and `__proto__` keys for plain data", () => {
  const levels = 100_000;
  expect(decode(`${"[".repeat(levels)}${"]".repeat(levels)}`)).toMatchObject({ ok: true });
  const decoding = decode('{"__proto__":{"polluted":true},"constructor":1}');
  if (!("ok" in decoding && decoding.ok)) throw new Error("must be decoded");
  expect(Object.keys(decoding.payload as object)).toEqual(["__proto__", "constructor"]);
  expect(decoding.payload).not.toHaveProperty("polluted");
});

test("decodeBody() selects the format by the content type if a vendor sends several", () => {
  const json = { "content-type": "application/json" };
  for (const formats of [["json", "form"] as const, ["form", "json"] as const]) {
    expect(decodeOneOf(formats, "a=1&b=2", FORM)).toEqual({
      ok: true,
      payload: { a: "1", b: "2" },
    });
    expect(decodeOneOf(formats, '{"a":1}', json)).toEqual({ ok: true, payload: { a: 1 } });
    expect(decodeOneOf(formats, '{"a":1}')).toEqual({ ok: true, payload: { a: 1 } });
    expect(decodeOneOf(formats, "--x--", MULTIPART)).toMatchObject(
      refusal(415, "unsupported_media_type"),
    );
    expect(decodeOneOf(formats, "<a/>", { "content-type": "text/xml" })).toMatchObject(
      refusal(415, "unsupported_media_type"),
    );
  }
  const several = ["multipart", "text"] as const;
  expect(decodeOneOf(several, "a=1", FORM)).toEqual({ ok: true, payload: { a: "1" } });
  expect(decodeOneOf(several, "<a/>", { "content-type": "text/xml" })).toEqual({
    ok: true,
    payload: { text: "<a/>" },
  });
  expect(decodeOneOf(several, "a,b", { "content-type": "text/csv" })).toEqual({
    ok: true,
    payload: { text: "a,b" },
  });
});

/** The least limit that the value passes. */
function lengthOf(value: unknown): number {
  let length = 0;
  while (isJsonLongerThan(value, length)) length += 1;
  return length;
}

test.each([
  ["null", 4],
  ["true", 4],
  ["false", 5],
  ["0", 1],
  ["-12.5", 4],
  ["1000000", 1],
  ["1e300", 1],
  ['""', 2],
  ['"abc"', 5],
  ['"é€😀"', 11],
  ['"a\\"\\\\\\n\\u0001"', 15],
  ["[]", 2],
  ["[1,2]", 5],
  ["{}", 2],
  ['{"a":1,"b":[]}', 14],
])("isJsonLongerThan() counts the shortest spelling of %s as %i bytes", (json, bytes) => {
  expect(lengthOf(JSON.parse(json))).toBe(bytes);
});

test("isJsonLongerThan() never refuses a value whose JSON text is within the limit", () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(isJsonLongerThan(JSON.parse(json), new TextEncoder().encode(json).length)).toBe(false);
    }),
  );
});

test("isJsonLongerThan() counts text exactly, apart from numbers", () => {
  const value = fc
    .jsonValue({ noUnicodeString: false })
    .filter((made) => !/\d/.test(JSON.stringify(made)));
  fc.assert(
    fc.property(value, (made) => {
      const bytes = new TextEncoder().encode(JSON.stringify(made)).length;
      expect(isJsonLongerThan(made, bytes)).toBe(false);
      expect(isJsonLongerThan(made, bytes - 1)).toBe(true);
    }),
  );
});

test("isJsonLongerThan() ends on cycles, and on lists that are mostly holes", () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  expect(isJsonLongerThan(cycle, 100_000)).toBe(true);
  expect(isJsonLongerThan(new Array(4_000_000_000), 100_000)).toBe(true);
});

test("isJsonLongerThan() reads values that are nested deeper than the call stack", () => {
  const deep = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
  expect(isJsonLongerThan(deep, 200_000)).toBe(false);
  expect(isJsonLongerThan(deep, 199_999)).toBe(true);
});

test("isJsonLongerThan() stops at the first key that is too much", () => {
  expect(isJsonLongerThan({ [`k${"x".repeat(1_000)}`]: 1 }, 100)).toBe(true);
});

test("isJsonLongerThan() counts the bytes of a part that a parser kept as bytes", () => {
  expect(lengthOf({ file: new Uint8Array(30) })).toBe(39);
});

const WARNING =
  "A body was parsed before the hooks got it and has a number beyond 2^53, whose last digits are lost: pass the body on as it was sent.";

const hooks = {
  mappings: [{ match: { path: "shop" }, messageTemplate: "Order {{order.id}}" }],
};

function send(harness: ReturnType<typeof createHarness>, json: string, isParsed: boolean) {
  const body = isParsed ? { kind: "parsed" as const, value: JSON.parse(json) as unknown } : json;
  return harness.send({ target: "/hooks/shop", body });
}

test("createPrecisionWarning() warns once of parsed bodies that lost digits", async () => {
  const harness = createHarness({ hooks });
  await send(harness, '{"order":{"id":9007199254740991,"price":0.1234567890123456789}}', true);
  expect(harness.warnings).toEqual([]);
  await send(harness, '{"order":{"id":820982911946154508}}', true);
  await send(harness, '{"order":{"id":-820982911946154508}}', true);
  expect(harness.warnings).toEqual([WARNING]);
});

test.each([
  ["application/x-www-form-urlencoded", "url-encoded"],
  ["application/xml", "xml"],
  ["application/xmlish", "other"],
])("readMediaKind() of %j is %s", (contentType, kind) => {
  expect(readMediaKind(contentType)).toBe(kind);
});

test("readParameter() reads tokens and quoted texts, in any case", () => {
  expect(readParameter("multipart/form-data; boundary=a-b", "boundary")).toBe("a-b");
  expect(readParameter('multipart/form-data;Boundary="a b;c"; x=y', "boundary")).toBe("a b;c");
  expect(readParameter("text/plain; x=boundary=y", "boundary")).toBeUndefined();
  expect(readParameter("text/plain", "charset")).toBeUndefined();
});

const ASCII = Uint8Array.of(0x61);
const HIGH = Uint8Array.of(0x61, 0xe9);

test.each(["", "; charset=utf-8"])("hasForeignCharset() takes %j for UTF-8", (parameter) => {
  expect(hasForeignCharset(`text/plain${parameter}`, HIGH)).toBe(false);
});

test.each(["iso-8859-1", "ISO-8859-15"])(
  "hasForeignCharset() takes ASCII in %s for UTF-8, and nothing else",
  (charset) => {
    expect(hasForeignCharset(`text/plain; charset=${charset}`, ASCII)).toBe(false);
    expect(hasForeignCharset(`text/plain; charset=${charset}`, HIGH)).toBe(true);
  },
);

test.each(["utf-16", "utf-7"])("hasForeignCharset() refuses %s, whatever the bytes", (charset) => {
  expect(hasForeignCharset(`text/plain; charset=${charset}`, ASCII)).toBe(true);
});

test("RowList keeps the order of an array that does the same", () => {
  const row = fc.nat({ max: 200 });
  const step = fc.record({ do: fc.constantFrom("moveToEnd" as const, "remove" as const), row });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const list = new RowList();
      let model: number[] = [];
      for (const { do: method, row: at } of steps) {
        list[method](at);
        model = model.filter((other) => other !== at);
        if (method === "moveToEnd") model.push(at);
        expect(list.first).toBe(model[0] ?? NOWHERE);
      }
      expect(Array.from(model, () => list.next()).sort()).toEqual([...model].sort());
    }),
  );
});

test("RowList.next() goes round, and over a row that was removed under it", () => {
  const list = new RowList();
  expect(list.next()).toBe(NOWHERE);
  for (const row of [5, 3, 70]) list.moveToEnd(row);
  expect([list.next(), list.next()]).toEqual([5, 3]);
  list.remove(3);
  expect([list.next(), list.next()]).toEqual([70, 5]);
  list.remove(5);
  expect(list.next()).toBe(70);
});

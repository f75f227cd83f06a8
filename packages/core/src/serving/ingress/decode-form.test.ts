import fc from "fast-check";
import { expect, test } from "vitest";
import { payloadFromFields, payloadFromForm } from "./decode-body.ts";
import { decodeForm, decodeMultipart, type FormField, nestFields } from "./decode-form.ts";

const URL_ENCODED = "application/x-www-form-urlencoded";

/** Each character is a byte. */
function decode(text: string, contentType = URL_ENCODED) {
  return decodeForm(
    Uint8Array.from(text, (char) => char.charCodeAt(0)),
    contentType,
  );
}

const read = (fields: object, flaws: readonly unknown[] = []) => ({
  ok: true,
  fields: Object.entries(fields),
  flaws,
  dropped: [],
});

test.each([
  ["UTF-8", URL_ENCODED, "a=%C3%A9&b=\xc3\xa9", { a: "é", b: "é" }],
  [
    "a charset of the content type",
    `${URL_ENCODED}; charset=iso-8859-1`,
    "a=%E9&b=\xe9",
    { a: "é", b: "é" },
  ],
  ["UTF-16, in which no form is", `${URL_ENCODED}; charset=utf-16`, "a=%C3%A9", { a: "é" }],
  ["_charset_", URL_ENCODED, "_charset_=windows-1251&a=%C6", { _charset_: "windows-1251", a: "Ж" }],
  [
    "PayPal's field",
    URL_ENCODED,
    "charset=windows-1252&a=%80%E9",
    { charset: "windows-1252", a: "€é" },
  ],
  [
    "PayPal's field beside UTF-8",
    URL_ENCODED,
    "charset=windows-1252&a=%C3%A9",
    { charset: "windows-1252", a: "é" },
  ],
  [
    "a byte order mark",
    URL_ENCODED,
    "\xef\xbb\xbfa=1&_charset_=utf-8",
    { a: "1", _charset_: "utf-8" },
  ],
])("decodeForm() reads %s", (_name, contentType, body, fields) => {
  expect(decode(body, contentType)).toEqual(read(fields));
});

test("decodeForm() keeps a form with invalid bytes, and says where they are", () => {
  expect(decode("a=1&b=%ff&c%20=%ff")).toEqual(
    read({ a: "1", b: "\ufffd", "c ": "\ufffd" }, [
      'Field "b": Bytes that are not UTF-8 were replaced by U+FFFD.',
      "A field: Bytes that are not UTF-8 were replaced by U+FFFD.",
    ]),
  );
  expect(decode("a=%ff", `${URL_ENCODED}; charset=x-secret`)).toMatchObject({
    flaws: ['Field "a": The charset "x-secret" is not known here, and the text was read as UTF-8.'],
  });
});

test("decodeForm() accepts 1,000 fields, and not one more", () => {
  expect(decode("a&".repeat(999))).toMatchObject({ ok: true });
  expect(decode("&".repeat(1_000))).toEqual({ ok: false, reason: "too many fields" });
});

const TYPE = "multipart/form-data; boundary=xx";

function part(disposition: string, content = "", headers = ""): string {
  return `--xx\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n`;
}

type Files = Readonly<Record<string, "json" | "text">>;

function decodeParts(parts: string | Uint8Array, type = TYPE, files: Files = {}) {
  const bytes = typeof parts === "string" ? new TextEncoder().encode(`${parts}--xx--\r\n`) : parts;
  return decodeMultipart(bytes, type, { files: new Map(Object.entries(files)) });
}

/** Each character is a byte. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

test("decodeMultipart() returns fields as text, and files by name, type and size", () => {
  const body = [
    part('name="a"', "1\r\n2"),
    part("name=b", "é"),
    part('name="f"; filename="a.png"', "\u0000\u0001\u00ff", "Content-Type: image/png\r\n"),
    part('name="g"; filename=""'),
    part('filename=b.bin ; name="h"', "xyz"),
    part('name="a"'),
  ].join("");
  expect(decodeParts(body)).toEqual({
    ok: true,
    fields: [
      ["a", "1\r\n2"],
      ["b", "é"],
      ["f", { filename: "a.png", type: "image/png", size: 4 }],
      ["g", { filename: "", type: "application/octet-stream", size: 0 }],
      ["h", { filename: "b.bin", type: "application/octet-stream", size: 3 }],
      ["a", ""],
    ],
    flaws: [],
    dropped: ["f", "h"],
  });
});

test("decodeMultipart() takes `filename` inside of another parameter for text", () => {
  expect(decodeParts(part('name="x; filename=y"', "1"))).toMatchObject({
    ok: true,
    fields: [["x; filename=y", "1"]],
  });
  expect(decodeParts(part('name="x"; filename="a\\"b\\\\c"'))).toMatchObject({
    fields: [["x", { filename: 'a"b\\c' }]],
  });
});

test("decodeMultipart() takes `filename*` for nothing", () => {
  const body = part(`name="x"; filename*=none''%ff; filename="a"`);
  expect(decodeParts(body)).toMatchObject({ fields: [["x", { filename: "a" }]] });
});

test.each([
  ["a line before the first boundary", `\r\n${part('name="a"', "1")}--xx--`],
  ["text before the first boundary", `see the parts\r\n${part('name="a"', "1")}--xx--\r\n`],
  ["text after the last boundary", `${part('name="a"', "1")}--xx--\r\nbye\r\n--xx\r\n`],
  ["blanks behind a boundary", `${part('name="a"', "1").replace("--xx", "--xx \t")}--xx-- `],
  ["line feeds alone", `${part('name="a"', "1")}--xx--`.replaceAll("\r", "")],
  ["a folded header", `${part('name="a"', "1").replace("form-data; ", "form-data;\r\n  ")}--xx--`],
])("decodeMultipart() takes %s", (_name, body) => {
  expect(decodeParts(bytesOf(body))).toMatchObject({ ok: true, fields: [["a", "1"]] });
});

test("decodeMultipart() reads a line that only begins like a boundary as content", () => {
  const body = part('name="a"', "--xxy\r\n --xx\r\n--xx--y");
  expect(decodeParts(body)).toMatchObject({
    fields: [["a", "--xxy\r\n --xx\r\n--xx--y"]],
  });
});

const LATIN = "Content-Type: text/plain; charset=iso-8859-1\r\n";

test.each([
  ["its own charset", part('name="a"', "\xe9", LATIN), "é"],
  [
    "its own charset rather than another",
    `${part('name="a"', "\xe9", LATIN)}${part('name="_charset_"', "koi8-r")}`,
    "é",
  ],
  [
    "a charset in `charsets`",
    part('name="a"', "\x1b$BF|K\\\x1b(B") + part('name="charsets"', '{"a":"iso-2022-jp"}'),
    "日本",
  ],
  [
    "`charsets` rather than `_charset_`",
    part('name="a"', "\xe9") +
      part('name="charsets"', '{"a":"latin1","b":7}') +
      part('name="_charset_"', "koi8-r"),
    "é",
  ],
  ["`_charset_`", part('name="_charset_"', "iso-8859-1") + part('name="a"', "\xe9"), "é"],
  [
    "a text in `charsets` that is none",
    part('name="a"', "\xc3\xa9") + part('name="charsets"', "[1"),
    "é",
  ],
])("decodeMultipart() reads a field by %s", (_name, body, text) => {
  const result = decodeParts(bytesOf(`${body}--xx--`));
  expect(result).toMatchObject({ ok: true, flaws: [] });
  expect(result.ok && new Map(result.fields).get("a")).toBe(text);
});

test("decodeMultipart() keeps a field with bytes that fit nothing, and says which one", () => {
  const body = `${part('name="a"', "x\xff")}--xx--`;
  expect(decodeParts(bytesOf(body))).toMatchObject({
    fields: [["a", "x\ufffd"]],
    flaws: ['Field "a": Bytes that are not UTF-8 were replaced by U+FFFD.'],
  });
});

test("decodeMultipart() reads binary content without a file name as a file", () => {
  const type = "Content-Type: application/octet-stream\r\n";
  const body = part('name="a"', "\xff\xfe", type) + part('name="b"', "text", type);
  expect(decodeParts(bytesOf(`${body}--xx--`))).toMatchObject({
    fields: [
      ["a", { filename: "", type: "application/octet-stream", size: 2 }],
      ["b", "text"],
    ],
    dropped: ["a"],
  });
});

test("decodeMultipart() reads the files that it is asked to read", () => {
  const files = { event: "json", note: "text" } as const;
  const body = [
    part('name="event"; filename="e.json"', '{"id":820982911946154508}'),
    part('name="note"; filename="n.txt"', "\xe9", LATIN),
    part('name="image"; filename="i.png"', "\x89PNG"),
  ].join("");
  expect(decodeParts(bytesOf(`${body}--xx--`), TYPE, files)).toMatchObject({
    fields: [
      ["event", { id: "820982911946154508" }],
      ["note", "é"],
      ["image", { filename: "i.png" }],
    ],
    dropped: ["image"],
  });
  expect(decodeParts(part('name="event"; filename="e"', "{"), TYPE, files)).toEqual({
    ok: false,
    reason: "not json",
    name: "event",
  });
});

test.each([
  ["another boundary", "--yy--\r\n", "no part"],
  ["no end", part('name="a"', "1").slice(0, -2), "not closed"],
  ["a part without a name", `${part('filename="a"')}--xx--`, "no name"],
  ["a part without headers", "--xx\r\n\r\n\r\n1\r\n--xx--", "no name"],
  ["text instead of headers", "--xx\r\nname\r\n\r\n1\r\n--xx--", "no name"],
  [
    "headers without an end",
    '--xx\r\nContent-Disposition: form-data; name="a"\r\n--xx--',
    "no name",
  ],
  ["many lines of headers", `${part('name="a"', "", "X: y\r\n".repeat(1_000))}--xx--`, "no name"],
  [
    "long headers of a part",
    `${part('name="a"', "", `X: ${"x".repeat(4_096)}\r\n`)}--xx--`,
    "no name",
  ],
])("decodeMultipart() refuses %s", (_name, body, reason) => {
  expect(decodeParts(new TextEncoder().encode(body))).toEqual({ ok: false, reason });
});

const TRANSFER = "Content-Transfer-Encoding: ";

test.each([
  ["base64", "aGVs\r\nbG8=", "hello"],
  [" BASE64 ", "aGVsbG8", "hello"],
  ["base64", "@@@", "@@@"],
  ["quoted-printable", "h=C3=A9=\r\n =3D=\n=3d =x=", "h\u00e9 == =x="],
  ["8bit", "aGVsbG8=", "aGVsbG8="],
])("decodeMultipart() undoes the transfer encoding %j of %j", (encoding, content, text) => {
  const sent = part('name="a"', content, `${TRANSFER}${encoding}\r\n`);
  expect(decodeParts(sent)).toMatchObject({ fields: [["a", text]] });
});

test("decodeMultipart() reads an empty file as no value, even if it should be JSON", () => {
  const sent = part('name="event"; filename=""', "", "Content-Type: application/octet-stream\r\n");
  expect(decodeParts(sent, TYPE, { event: "json" })).toMatchObject({ fields: [["event", null]] });
});

test.each([
  "multipart/form-data",
  `${TYPE}${"x".repeat(254)}`,
  'multipart/form-data; boundary="é"',
])("decodeMultipart() refuses the content type %j without looking at the body", (type) => {
  expect(decodeParts(part('name="a"'), type)).toEqual({ ok: false, reason: "no boundary" });
});

test("decodeMultipart() accepts 1,000 fields, and not one more", () => {
  const one = part('name="a"', "1");
  expect(decodeParts(one.repeat(1_000))).toMatchObject({ ok: true });
  expect(decodeParts(one.repeat(1_001))).toEqual({
    ok: false,
    reason: "too many fields",
  });
});

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("--xx", "--xx--", "\r\n", "\r\n\r\n", ": ", ";", '"', "\\", "name", "=", "*"),
  fc.constantFrom("Content-Disposition: form-data; name=", "filename=", "Content-Type: "),
);

test("decodeMultipart() never throws, and returns at most what was sent", () => {
  const types = fc.constantFrom(TYPE, "multipart/form-data");
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 30 }), types, (pieces, type) => {
      const body = `--xx\r\n${pieces.join("")}\r\n--xx--`;
      const result = decodeParts(new TextEncoder().encode(body), type);
      if (!result.ok) return;
      const values = result.fields.flatMap(([name, value]) => [
        name,
        typeof value === "string" ? value : (value as { filename: string }).filename,
      ]);
      expect(values.join("").length).toBeLessThan(body.length);
    }),
  );
});

test("payloadFromForm() makes a list of a name that comes several times", () => {
  const file = { filename: "a.png", type: "image/png", size: 3 };
  expect(
    payloadFromForm([
      ["a", "1"],
      ["b", "2"],
      ["a", file],
    ]),
  ).toEqual({ a: ["1", file], b: "2" });
  expect(payloadFromForm([])).toEqual({});
});

test("payloadFromForm() takes `__proto__` for the name of a field", () => {
  const payload = payloadFromForm([["__proto__", "x"]]) as object;
  expect(Object.keys(payload)).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
});

test.each(['{"a":1}', "[1]"])(
  "payloadFromForm() returns the JSON %s in the field payload",
  (json) => {
    expect(
      payloadFromForm([
        ["payload", json],
        ["token", "x"],
      ]),
    ).toEqual(JSON.parse(json));
  },
);

test.each(["hello", "12"])(
  "payloadFromForm() takes %j in the field payload for what it says",
  (value) => {
    expect(payloadFromForm([["payload", value]])).toEqual({ payload: value });
  },
);

test("payloadFromForm() takes two fields payload, and a file of that name, for fields", () => {
  expect(
    payloadFromForm([
      ["payload", "{}"],
      ["payload", "[]"],
    ]),
  ).toEqual({ payload: ["{}", "[]"] });
  const file = { filename: "a.json", type: "application/json", size: 2 };
  expect(payloadFromForm([["payload", file]])).toEqual({ payload: file });
});

test("payloadFromFields() returns the JSON in an own field payload, else the fields", () => {
  expect(payloadFromFields({ payload: '{"a":1}' })).toEqual({ a: 1 });
  for (const fields of [{ payload: "x" }, { a: "1" }, Object.create({ payload: "{}" })]) {
    expect(payloadFromFields(fields)).toBe(fields);
  }
});

function nest(query: string) {
  return nestFields(
    query.split("&").map((pair): FormField => {
      const at = pair.lastIndexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

test.each([
  ["a=1&b=2", { a: "1", b: "2" }],
  ["a=1&a=2", { a: ["1", "2"] }],
  ["tags[]=a&tags[]=b", { tags: ["a", "b"] }],
  ["a[b][]=1&a[b][]=2", { a: { b: ["1", "2"] } }],
  ["a[0]=x&a[1]=y", { a: ["x", "y"] }],
  ["a[1]=y&a[0]=x", { a: ["x", "y"] }],
  ["a[01]=x", { a: { "01": "x" } }],
  ["a[b.c]=1&a.b=2", { a: { "b.c": "1" }, "a.b": "2" }],
  // Rails writes lists of objects so, and qs reads two objects.
  ["a[][b]=1&a[][c]=2&a[][b]=3", { a: [{ b: "1", c: "2" }, { b: "3" }] }],
  ["a[]=1&a[b]=2", { a: ["1", { b: "2" }] }],
  // Brackets that do not fit are part of the name.
  ["a[b=1&a]b=2&a[b]c=3&[]=4", { "a[b": "1", "a]b": "2", "a[b]c": "3", "[]": "4" }],
  ["[a]=1&[b][c]=2", { a: "1", b: { c: "2" } }],
  [
    Array.from({ length: 40 }, (_, at) => `a[${at}][b]=${at}`).join("&"),
    { a: Array.from({ length: 40 }, (_, at) => ({ b: String(at) })) },
  ],
  ["a[0]=x&a[21]=y", { a: { "0": "x", "21": "y" } }],
])("nestFields() makes of %s an object", (query, payload) => {
  expect(nest(query)).toEqual(payload);
});

test("nestFields() treats names of prototype members as ordinary names", () => {
  const payload = nest("__proto__[polluted]=1&a[__proto__][x]=2&constructor[prototype][y]=3");
  expect(Object.keys(payload)).toEqual(["__proto__", "a", "constructor"]);
  expect(Object.keys(payload["a"] as object)).toEqual(["__proto__"]);
  expect({}).not.toHaveProperty("polluted");
  expect(payload).not.toHaveProperty("polluted");
});

test("nestFields() leaves a name with more than ten brackets as it is", () => {
  const ten = `a${"[x]".repeat(10)}`;
  expect(Object.keys(nest(`${ten}=1`))).toEqual(["a"]);
  expect(nest(`${ten}[x]=1`)).toEqual({ [`${ten}[x]`]: "1" });
});

test("nestFields() keeps values that are not texts", () => {
  const file = { filename: "a", type: "b", size: 1 };
  expect(nestFields([["a[b]", file]])).toEqual({ a: { b: file } });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeMultipart } from "./decode-form.ts";

const TYPE = "multipart/form-data; boundary=xx";

function part(disposition: string, content = "", headers = ""): string {
  return `--xx\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n`;
}

type Files = Readonly<Record<string, "json" | "text">>;

function decode(parts: string | Uint8Array, type = TYPE, files: Files = {}) {
  const bytes = typeof parts === "string" ? new TextEncoder().encode(`${parts}--xx--\r\n`) : parts;
  return decodeMultipart(bytes, type, { files: new Map(Object.entries(files)) });
}

/** Each character is a byte. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

test("decodeMultipart() gives fields as text, and files by name, type and size", () => {
  const body = [
    part('name="a"', "1\r\n2"),
    part("name=b", "é"),
    part('name="f"; filename="a.png"', "\u0000\u0001\u00ff", "Content-Type: image/png\r\n"),
    part('name="g"; filename=""'),
    part('filename=b.bin ; name="h"', "xyz"),
    part('name="a"'),
  ].join("");
  expect(decode(body)).toEqual({
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
  expect(decode(part('name="x; filename=y"', "1"))).toMatchObject({
    ok: true,
    fields: [["x; filename=y", "1"]],
  });
  expect(decode(part('name="x"; filename="a\\"b\\\\c"'))).toMatchObject({
    fields: [["x", { filename: 'a"b\\c' }]],
  });
});

test("decodeMultipart() takes `filename*` for nothing", () => {
  const body = part(`name="x"; filename*=none''%ff; filename="a"`);
  expect(decode(body)).toMatchObject({ fields: [["x", { filename: "a" }]] });
});

test.each([
  ["a line before the first boundary", `\r\n${part('name="a"', "1")}--xx--`],
  ["text before the first boundary", `see the parts\r\n${part('name="a"', "1")}--xx--\r\n`],
  ["text behind the last boundary", `${part('name="a"', "1")}--xx--\r\nbye\r\n--xx\r\n`],
  ["blanks behind a boundary", `${part('name="a"', "1").replace("--xx", "--xx \t")}--xx-- `],
  ["line feeds alone", `${part('name="a"', "1")}--xx--`.replaceAll("\r", "")],
  ["a folded header", `${part('name="a"', "1").replace("form-data; ", "form-data;\r\n  ")}--xx--`],
])("decodeMultipart() takes %s", (_name, body) => {
  expect(decode(bytesOf(body))).toMatchObject({ ok: true, fields: [["a", "1"]] });
});

test("decodeMultipart() takes a line that only begins as a boundary for content", () => {
  const body = part('name="a"', "--xxy\r\n --xx\r\n--xx--y");
  expect(decode(body)).toMatchObject({ fields: [["a", "--xxy\r\n --xx\r\n--xx--y"]] });
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
  const result = decode(bytesOf(`${body}--xx--`));
  expect(result).toMatchObject({ ok: true, flaws: [] });
  expect(result.ok && new Map(result.fields).get("a")).toBe(text);
});

test("decodeMultipart() keeps a field with bytes that fit nothing, and says which one", () => {
  const body = `${part('name="a"', "x\xff")}--xx--`;
  expect(decode(bytesOf(body))).toMatchObject({
    fields: [["a", "x\ufffd"]],
    flaws: ['Field "a": Bytes that are not UTF-8 were replaced by U+FFFD.'],
  });
});

test("decodeMultipart() takes binary content without a file name for a file", () => {
  const type = "Content-Type: application/octet-stream\r\n";
  const body = part('name="a"', "\xff\xfe", type) + part('name="b"', "text", type);
  expect(decode(bytesOf(`${body}--xx--`))).toMatchObject({
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
  expect(decode(bytesOf(`${body}--xx--`), TYPE, files)).toMatchObject({
    fields: [
      ["event", { id: "820982911946154508" }],
      ["note", "é"],
      ["image", { filename: "i.png" }],
    ],
    dropped: ["image"],
  });
  expect(decode(part('name="event"; filename="e"', "{"), TYPE, files)).toEqual({
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
  expect(decode(new TextEncoder().encode(body))).toEqual({ ok: false, reason });
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
  expect(decode(sent)).toMatchObject({ fields: [["a", text]] });
});

test("decodeMultipart() takes an empty file for no value, also where its JSON is to be read", () => {
  const sent = part('name="event"; filename=""', "", "Content-Type: application/octet-stream\r\n");
  expect(decode(sent, TYPE, { event: "json" })).toMatchObject({ fields: [["event", null]] });
});

test.each([
  "multipart/form-data",
  `${TYPE}${"x".repeat(254)}`,
  'multipart/form-data; boundary="é"',
])("decodeMultipart() refuses the content type %j without looking at the body", (type) => {
  expect(decode(part('name="a"'), type)).toEqual({ ok: false, reason: "no boundary" });
});

test("decodeMultipart() takes 1,000 fields, and not one more", () => {
  const one = part('name="a"', "1");
  expect(decode(one.repeat(1_000))).toMatchObject({ ok: true });
  expect(decode(one.repeat(1_001))).toEqual({ ok: false, reason: "too many fields" });
});

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("--xx", "--xx--", "\r\n", "\r\n\r\n", ": ", ";", '"', "\\", "name", "=", "*"),
  fc.constantFrom("Content-Disposition: form-data; name=", "filename=", "Content-Type: "),
);

test("decodeMultipart() never throws, and gives at most what was sent", () => {
  const types = fc.constantFrom(TYPE, "multipart/form-data");
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 30 }), types, (pieces, type) => {
      const body = `--xx\r\n${pieces.join("")}\r\n--xx--`;
      const result = decode(new TextEncoder().encode(body), type);
      if (!result.ok) return;
      const values = result.fields.flatMap(([name, value]) => [
        name,
        typeof value === "string" ? value : (value as { filename: string }).filename,
      ]);
      expect(values.join("").length).toBeLessThan(body.length);
    }),
  );
});

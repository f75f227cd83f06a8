import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { decodeMultipart } from "./decode-body.ts";

const TYPE = "multipart/form-data; boundary=xx";

function part(disposition: string, content = "", headers = ""): string {
  return `--xx\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n`;
}

function decode(parts: string | Uint8Array, type = TYPE) {
  const bytes = typeof parts === "string" ? new TextEncoder().encode(`${parts}--xx--\r\n`) : parts;
  return decodeMultipart(bytes, type);
}

const MALFORMED = { ok: false, reason: "malformed" };

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
  });
});

test("decodeMultipart() takes `filename` inside of another parameter for text", () => {
  expect(decode(part('name="x; filename=y"', "1"))).toEqual({
    ok: true,
    fields: [["x; filename=y", "1"]],
  });
  expect(decode(part('name="x"; filename="a\\"b\\\\c"'))).toMatchObject({
    fields: [["x", { filename: 'a"b\\c' }]],
  });
});

test("decodeMultipart() writes nothing to the console for a filename that cannot be decoded", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const body = part(`name="x"; filename*=none''%ff; filename="a"`);
  expect(decode(body)).toMatchObject({ fields: [["x", { filename: "a" }]] });
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

test.each([
  ["another boundary", "--yy--\r\n"],
  ["no end", part('name="a"', "1").slice(0, -2)],
  ["a part without a name", `${part('filename="a"')}--xx--`],
  ["a part without headers", "--xx\r\n\r\n\r\n1\r\n--xx--"],
  ["text before the first part", `text\r\n${part('name="a"')}--xx--`],
  ["long headers of a part", `${part('name="a"', "", `X: ${"x".repeat(4_096)}\r\n`)}--xx--`],
])("decodeMultipart() refuses %s", (_name, body) => {
  expect(decode(new TextEncoder().encode(body))).toEqual(MALFORMED);
});

test("decodeMultipart() refuses a field that is not UTF-8", () => {
  const [before, after] = part('name="a"', "|").split("|") as [string, string];
  const encoder = new TextEncoder();
  const bytes = [...encoder.encode(before), 0xff, ...encoder.encode(`${after}--xx--`)];
  expect(decode(new Uint8Array(bytes))).toEqual(MALFORMED);
});

test.each([
  "multipart/form-data",
  `${TYPE}${"x".repeat(254)}`,
  'multipart/form-data; boundary="é"',
])("decodeMultipart() refuses the content type %j without looking at the body", (type) => {
  expect(decode(part('name="a"'), type)).toEqual(MALFORMED);
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
        typeof value === "string" ? value : value.filename,
      ]);
      expect(values.join("").length).toBeLessThan(body.length);
    }),
  );
});

import { expect, test } from "vitest";
import { decodeForm } from "./decode-form.ts";

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

test("decodeForm() gives the fields in their order", () => {
  expect(decode("b=1&a=x+y&b=%41")).toMatchObject({
    fields: [
      ["b", "1"],
      ["a", "x y"],
      ["b", "A"],
    ],
  });
});

test.each([
  ["UTF-8", URL_ENCODED, "a=%C3%A9&b=\xc3\xa9", { a: "é", b: "é" }],
  [
    "a percent sign that begins no escape",
    URL_ENCODED,
    "a=50%+off&b=%zz",
    { a: "50% off", b: "%zz" },
  ],
  [
    "a charset of the content type",
    `${URL_ENCODED}; charset=iso-8859-1`,
    "a=%E9&b=\xe9",
    { a: "é", b: "é" },
  ],
  ["a quoted charset", `${URL_ENCODED};charset="Shift_JIS"`, "a=%93%FA%96%7B", { a: "日本" }],
  ["UTF-16, in which no form is", `${URL_ENCODED}; charset=utf-16`, "a=%C3%A9", { a: "é" }],
  ["ASCII that is UTF-8", `${URL_ENCODED}; charset=us-ascii`, "a=%C3%A9", { a: "é" }],
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
  ["an unknown charset field", URL_ENCODED, "_charset_=x&a=1", { _charset_: "x", a: "1" }],
  ["names in the charset", `${URL_ENCODED}; charset=latin1`, "%E9=1", { é: "1" }],
  [
    "a byte order mark",
    URL_ENCODED,
    "\xef\xbb\xbfa=1&_charset_=utf-8",
    { a: "1", _charset_: "utf-8" },
  ],
])("decodeForm() reads %s", (_name, contentType, body, fields) => {
  expect(decode(body, contentType)).toEqual(read(fields));
});

test("decodeForm() keeps a form with bytes that fit nothing, and says where they are", () => {
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

test("decodeForm() takes 1,000 fields, and not one more", () => {
  expect(decode("a&".repeat(999))).toMatchObject({ ok: true });
  expect(decode("&".repeat(1_000))).toEqual({ ok: false, reason: "too many fields" });
});

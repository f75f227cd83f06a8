import { afterEach, expect, test, vi } from "vitest";
import { decodeCharset, decodeText, isKnownCharset } from "./charset.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("decodeText() decodes UTF-8 without a byte order mark, and nothing else", () => {
  expect(decodeText(new TextEncoder().encode("\ufeffé"))).toBe("é");
  expect(decodeText(Uint8Array.of(0xe9))).toBeUndefined();
});

test.each([
  [undefined, [0xc3, 0xa9], "é"],
  ["UTF-8", [0xef, 0xbb, 0xbf, 0xc3, 0xa9], "é"],
  ["utf8mb4", [0xc3, 0xa9], "é"],
  ["us-ascii", [0xc3, 0xa9], "é"],
  ["ascii", [0xe9], "é"],
  ["iso-8859-1", [0x93, 0xe9, 0x80, 0x94], "“é€”"],
  [" Latin-1 ", [0xe9], "é"],
  ["cp-1252", [0x99], "™"],
  ["iso-ir-100", [0x99], "™"],
  ["windows1250", [0xb9], "ą"],
  ["iso-8859-15", [0xa4], "€"],
  ["koi8-r", [0xc1], "а"],
  ["gb18030", [0xc4, 0xe3], "你"],
  ["cp932", [0x93, 0xfa], "日"],
  ["big5", [0xa7, 0x41], "你"],
  ["utf-16le", [0xe9, 0x00], "é"],
])("decodeCharset() reads %j", (label, bytes, text) => {
  expect(decodeCharset(Uint8Array.from(bytes), label)).toEqual({ text });
});

test("decodeCharset() replaces what fits nothing, and says it without the text", () => {
  const flaw = expect.stringMatching(/^Bytes that are not [\w-]+ were replaced/);
  expect(decodeCharset(Uint8Array.of(0x61, 0xff), undefined)).toEqual({ text: "a\ufffd", flaw });
  expect(decodeCharset(Uint8Array.of(0x61, 0xff), "shift_jis")).toEqual({ text: "a\ufffd", flaw });
});

test("decodeCharset() shows an unknown charset only if it looks like one", () => {
  expect(decodeCharset(Uint8Array.of(0x61), "x-nothing").flaw).toMatch(/charset "x-nothing" is/);
  expect(decodeCharset(Uint8Array.of(0x61), "my secret").flaw).toMatch(/charset that it names is/);
});

test("decodeCharset() reads Windows-1252 on a runtime that decodes nothing but UTF-8", () => {
  const Real = TextDecoder;
  vi.stubGlobal(
    "TextDecoder",
    class extends Real {
      constructor(label?: string, options?: { readonly fatal?: boolean }) {
        if (label !== "utf-8") throw new RangeError("no such encoding");
        super(label, options);
      }
    },
  );
  expect(decodeCharset(Uint8Array.of(0x80, 0xe9), "iso-8859-1")).toEqual({ text: "€é" });
  expect(isKnownCharset("koi8-r")).toBe(false);
  expect(decodeCharset(Uint8Array.of(0xc1), "koi8-r")).toMatchObject({ text: "\ufffd" });
});

test("isKnownCharset() knows the labels of the web, and some others of senders", () => {
  for (const label of ["utf-8", "us-ascii", "latin1", "cp949"]) {
    expect(isKnownCharset(label)).toBe(true);
  }
  expect(isKnownCharset("")).toBe(false);
});

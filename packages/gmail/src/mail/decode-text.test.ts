import { expect, test } from "vitest";
import { decodeText } from "./mail-from-message.ts";

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  [
    "0.8: UTF-8 under an old charset is UTF-8",
    utf8("naïve “x” 日本"),
    "text/plain; charset=iso-8859-1",
    "naïve “x” 日本",
  ],
  [
    "0.8: windows-1252 with curly quotes",
    bytes(0x93, 0x41, 0x94, 0x80),
    "text/plain; charset=windows-1252",
    "“A”€",
  ],
  [
    "Latin 1 with a curly quote is windows-1252",
    bytes(0x93, 0xe9),
    'text/plain; charset="ISO-8859-1"',
    "“é",
  ],
  ["ASCII with a dash is windows-1252", bytes(0x41, 0x97), "text/plain; charset=us-ascii", "A—"],
  ["UTF-8 that is none is windows-1252", bytes(0xe9, 0x41), "text/plain; charset=utf-8", "éA"],
  ["no charset and not UTF-8 is windows-1252", bytes(0xfc), undefined, "ü"],
  ["a charset that nobody knows is windows-1252", bytes(0xfc), "text/plain; charset=x-nobody", "ü"],
  ["KOI8-R", bytes(0xf0, 0xd2, 0xc9), "text/plain; charset=koi8-r", "При"],
  ["Shift_JIS", bytes(0x93, 0xfa, 0x96, 0x7b), "text/plain; charset=Shift_JIS", "日本"],
  [
    "ISO-2022-JP with its escapes",
    bytes(0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42),
    "text/plain; charset=ISO-2022-JP",
    "日本",
  ],
  [
    "ISO-2022-JP that was turned into UTF-8",
    utf8("日本"),
    "text/plain; charset=iso-2022-jp",
    "日本",
  ],
  ["UTF-7", utf8("+ZeVnLA-!"), "text/plain; charset=utf-7", "日本!"],
  ["a byte order mark is dropped", bytes(0xef, 0xbb, 0xbf, 0x41), "text/plain", "A"],
])("decodeText(): %s", (_, input, type, expected) => {
  expect(decodeText(input, type)).toBe(expected);
});

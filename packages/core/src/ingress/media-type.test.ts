import { readParameter } from "@hookwright/base";
import { expect, test } from "vitest";
import { hasForeignCharset, readMediaKind } from "./media-type.ts";

test.each([
  ["application/x-www-form-urlencoded", "url-encoded"],
  [" Application/X-WWW-Form-Urlencoded;charset=utf-8", "url-encoded"],
  ["multipart/form-data; boundary=x", "multipart"],
  ["application/xml", "xml"],
  ["text/xml; charset=utf-8", "xml"],
  ["application/atom+xml", "xml"],
  ["application/xmlish", "other"],
  ["application/json", "other"],
  ["", "other"],
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

test.each(["", "; charset=utf-8", "; charset=UTF8", '; charset="utf-8"', "; charset=us-ascii"])(
  "hasForeignCharset() takes %j for UTF-8",
  (parameter) => {
    expect(hasForeignCharset(`text/plain${parameter}`, HIGH)).toBe(false);
  },
);

test.each(["iso-8859-1", "ISO-8859-15", "windows-1252", "cp1252", "latin1"])(
  "hasForeignCharset() takes ASCII in %s for UTF-8, and nothing else",
  (charset) => {
    expect(hasForeignCharset(`text/plain; charset=${charset}`, ASCII)).toBe(false);
    expect(hasForeignCharset(`text/plain; charset=${charset}`, HIGH)).toBe(true);
  },
);

test.each(["utf-16", "utf-7", "shift_jis", "x", "''"])(
  "hasForeignCharset() refuses %s, whatever the bytes",
  (charset) => {
    expect(hasForeignCharset(`text/plain; charset=${charset}`, ASCII)).toBe(true);
  },
);

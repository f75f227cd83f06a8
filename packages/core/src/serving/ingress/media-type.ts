// The value of a Content-Type → what the gates need of it.
import { readParameter } from "@hookwright/base";

const URL_ENCODED = /^\s*application\/x-www-form-urlencoded\b/i;

const MULTIPART = /^\s*multipart\/form-data\b/i;

const XML = /^\s*(?:application|text)\/(?:[\w.-]+\+)?xml\b/i;

/** `other` is also a body without a content type. */
export type MediaKind = "url-encoded" | "multipart" | "xml" | "other";

export function readMediaKind(contentType: string): MediaKind {
  if (URL_ENCODED.test(contentType)) return "url-encoded";
  if (MULTIPART.test(contentType)) return "multipart";
  return XML.test(contentType) ? "xml" : "other";
}

const UTF_8 = /^(?:utf-?8|(?:us-)?ascii)$/i;

/** In these, as in UTF-8, a byte below 128 is the character of ASCII. */
const ABOVE_ASCII = /^(?:iso-?8859-\d{1,2}|windows-125\d|cp125\d|latin-?\d)$/i;

/** Old clients name such a charset by themselves, and most of what they send is ASCII. */
export function hasForeignCharset(contentType: string, bytes: Uint8Array): boolean {
  const charset = readParameter(contentType, "charset")?.trim();
  if (charset === undefined || UTF_8.test(charset)) return false;
  return !ABOVE_ASCII.test(charset) || bytes.some((byte) => byte > 0x7f);
}

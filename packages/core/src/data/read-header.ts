// Headers → their text by lower-case name.
import type { HeaderRecord } from "../model/event.ts";

export function readHeader(headers: HeaderRecord, lowerCaseName: string): string | undefined {
  if (!Object.hasOwn(headers, lowerCaseName)) return undefined;
  return joinHeader(headers[lowerCaseName]) as string | undefined;
}

/** A header that came several times is one text, joined as HTTP would join it. */
export function joinHeader(value: unknown): unknown {
  return Array.isArray(value) ? value.join(", ") : value;
}

/** The same headers with lower-case names; the very same object where they are that already. */
export function lowerHeaderNames(headers: HeaderRecord): HeaderRecord {
  const names = Object.keys(headers);
  if (names.every((name) => name === name.toLowerCase())) return headers;
  return Object.fromEntries(names.map((name) => [name.toLowerCase(), headers[name]]));
}

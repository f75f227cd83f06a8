// Headers → their text by lower-case name.
import type { HeaderRecord } from "../model/event.ts";

/** Lists are joined as HTTP would join them. */
export function readHeader(headers: HeaderRecord, lowerCaseName: string): string | undefined {
  if (!Object.hasOwn(headers, lowerCaseName)) return undefined;
  const value = headers[lowerCaseName];
  return typeof value === "string" || value === undefined ? value : value.join(", ");
}

/** The same headers with lower-case names; the very same object where they are that already. */
export function lowerHeaderNames(headers: HeaderRecord): HeaderRecord {
  const names = Object.keys(headers);
  if (names.every((name) => name === name.toLowerCase())) return headers;
  return Object.fromEntries(names.map((name) => [name.toLowerCase(), headers[name]]));
}

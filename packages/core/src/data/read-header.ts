// Headers and a lower-case name → the header's text, whatever the case in which it was sent.
import type { HeaderRecord } from "../model/event.ts";

/** Lists are joined as HTTP would join them. The common case, a lower-case key, costs one lookup. */
export function readHeader(headers: HeaderRecord, lowerCaseName: string): string | undefined {
  if (Object.hasOwn(headers, lowerCaseName)) return textFromHeader(headers[lowerCaseName]);
  for (const name of Object.keys(headers)) {
    if (name.toLowerCase() === lowerCaseName) return textFromHeader(headers[name]);
  }
  return undefined;
}

function textFromHeader(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" || value === undefined ? value : value.join(", ");
}

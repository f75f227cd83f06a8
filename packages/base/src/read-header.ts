// Headers → their text by lower-case name; the value of a Content-Type → one of its parameters.
import type { HeaderRecord } from "./records.ts";

export function readHeader(headers: HeaderRecord, lowerCaseName: string): string | undefined {
  if (!Object.hasOwn(headers, lowerCaseName)) return undefined;
  const value = headers[lowerCaseName];
  // A header that came several times is one text, joined as HTTP would join it.
  return Array.isArray(value) ? value.join(", ") : (value as string | undefined);
}

/** Headers, with a way to one of them where the record of all is made when it is asked for. */
export interface HeaderSource {
  /** Lower-case names. */
  readonly headers: HeaderRecord;
  readonly header?: (lowerCaseName: string) => string | undefined;
}

export function readHeaderOf(source: HeaderSource, lowerCaseName: string): string | undefined {
  return source.header === undefined
    ? readHeader(source.headers, lowerCaseName)
    : source.header(lowerCaseName);
}

/** The same headers with lower-case names; the very same object where they are that already. */
export function lowerHeaderNames(headers: HeaderRecord): HeaderRecord {
  const names = Object.keys(headers);
  if (names.every((name) => name === name.toLowerCase())) return headers;
  return Object.fromEntries(names.map((name) => [name.toLowerCase(), headers[name]]));
}

type Parameter = "charset" | "boundary";

const PARAMETERS: Readonly<Record<Parameter, RegExp>> = {
  // Some senders write single quotes, which no charset has in its name.
  charset: /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i,
  boundary: /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i,
};

export function readParameter(contentType: string, name: Parameter): string | undefined {
  const [, ...found] = PARAMETERS[name].exec(contentType) ?? [];
  return found.find((value) => value !== undefined);
}

// Headers and their parameters: reading them, and checking those that a config sets.
import type { HeaderRecord } from "./values.ts";

export function readHeader(headers: HeaderRecord, lowerCaseName: string): string | undefined {
  if (!Object.hasOwn(headers, lowerCaseName)) return undefined;
  const value = headers[lowerCaseName];
  // A repeated header is joined as in HTTP.
  return Array.isArray(value) ? value.join(", ") : (value as string | undefined);
}

/** Headers, and optionally a faster way to read one, if the record of all headers is created late. */
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

/** The headers with lower-case names; the same object if they already have them. */
export function lowerHeaderNames(headers: HeaderRecord): HeaderRecord {
  const names = Object.keys(headers);
  if (names.every((name) => name === name.toLowerCase())) return headers;
  return Object.fromEntries(names.map((name) => [name.toLowerCase(), headers[name]]));
}

type Parameter = "charset" | "boundary";

const PARAMETERS: Readonly<Record<Parameter, RegExp>> = {
  // Some senders write single quotes, which no charset name contains.
  charset: /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i,
  boundary: /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i,
};

export function readParameter(contentType: string, name: Parameter): string | undefined {
  const [, ...found] = PARAMETERS[name].exec(contentType) ?? [];
  return found.find((value) => value !== undefined);
}

/** RFC 9110, 5.1. */
const NAME = /^[\w!#$%&'*+.^`|~-]{1,128}$/;

/** A line break would end the header. */
const VALUE = /^[\x20-\x7e\t]{0,4096}$/;

/**
 * Headers of the connection and the body belong to the server; the others make a browser trust or store
 * something.
 */
const REFUSED =
  /^(?:content-(?:length|encoding|range)|transfer-encoding|set-cookie2?|connection|keep-alive|upgrade|trailer|te|date|access-control-.*)$/i;

interface AnswerHeader {
  readonly name: string;
  readonly value: string;
}

export function findHeaderMistake({ name, value }: AnswerHeader): string | undefined {
  if (!NAME.test(name)) return "is not the name of a header";
  if (REFUSED.test(name)) return "is a header that no mapping may set";
  return VALUE.test(value) ? undefined : "has characters that no header can have";
}

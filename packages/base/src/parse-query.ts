// Queries and forms as sent → their parameters.
import type { QueryRecord } from "./records.ts";

const EMPTY: QueryRecord = Object.freeze({});

export function parseQuery(query: string): QueryRecord {
  if (query === "") return EMPTY;
  const parameters: [string, string][] = [];
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const equalsAt = pair.indexOf("=");
    const name = equalsAt === -1 ? pair : pair.slice(0, equalsAt);
    const value = equalsAt === -1 ? "" : pair.slice(equalsAt + 1);
    parameters.push([decode(name), decode(value)]);
  }
  return Object.fromEntries(parameters);
}

/** A broken escape stays as it was sent; refusing the request for it would help nobody. */
function decode(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

export function queryOf(target: string): string {
  const at = target.indexOf("?");
  return at === -1 ? "" : target.slice(at + 1);
}

declare class TextDecoder {
  constructor(label: "utf-8", options: { fatal: true });
  decode(bytes: Uint8Array): string;
}

/** In the order in which they were sent. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/** The bytes of a form → its fields, or undefined where it is none. */
export function parseForm(body: Uint8Array): FormFields | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    if (text === "") return [];
    return text.split("&").flatMap((pair) => (pair === "" ? [] : [parseField(pair)]));
  } catch {
    return undefined;
  }
}

function parseField(pair: string): readonly [string, string] {
  const equals = pair.indexOf("=");
  if (equals === -1) return [decodeStrictly(pair), ""];
  return [decodeStrictly(pair.slice(0, equals)), decodeStrictly(pair.slice(equals + 1))];
}

function decodeStrictly(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

// The place of a token and the right ones → the check of one request: equal or not, nothing is signed.
import {
  type Key,
  keysFromPath,
  parseJson,
  parsePath,
  parseQuery,
  queryOf,
  readHeader,
  readPath,
  tokenMatches,
} from "@hookwright/base";
import type { AuthRequest, AuthResult, TokenLocation } from "../model.ts";
import { decodeUtf8, readFormFields } from "./build-signed.ts";
import { decodeBytes } from "./bytes.ts";

/** Where the token is, with its path parsed. */
export type CompiledTokenLocation =
  | { readonly kind: "header"; readonly name: string; readonly prefix: string }
  | { readonly kind: "query"; readonly name: string }
  | { readonly kind: "basic" }
  /** The first of the places at which there is a text counts. */
  | { readonly kind: "body"; readonly places: readonly BodyLocation[] };

/** `list` is the way to a list whose every element must have the token at `path`. */
interface BodyLocation {
  readonly list: readonly Key[] | undefined;
  readonly path: readonly Key[];
}

interface CompiledToken {
  readonly place: CompiledTokenLocation;
  /** Newest first. */
  readonly tokens: readonly string[];
}

/** Undefined without a location, and for an invalid path. */
export function compileTokenLocation(place: TokenLocation): CompiledTokenLocation | undefined {
  const { header, prefix = "", query, body, basic } = place;
  if (header !== undefined) return { kind: "header", name: header, prefix };
  if (query !== undefined) return { kind: "query", name: query };
  if (basic === true) return { kind: "basic" };
  const places = [body ?? ""].flat().map(compileBodyLocation);
  return places.includes(undefined)
    ? undefined
    : { kind: "body", places: places as readonly BodyLocation[] };
}

function compileBodyLocation(text: string): BodyLocation | undefined {
  const [list, ...rest] = text.split("[].");
  const path = keysOf(rest.length === 0 ? list : rest.join("[]."));
  return path && { list: rest.length === 0 ? undefined : keysOf(list), path };
}

function keysOf(path: string | undefined): readonly Key[] | undefined {
  const steps = path === undefined || path === "" ? undefined : parsePath(path);
  return steps && keysFromPath(steps);
}

export function verifyToken({ place, tokens }: CompiledToken, request: AuthRequest): AuthResult {
  const sent = readTokens(place, request);
  if (sent.length === 0) return { ok: false, code: "token_missing" };
  // One index for all: a batch in which two elements have different tokens is from two senders.
  const index = tokens.reduce((found, token, at) => {
    const isRight = sent.reduce((right, text) => tokenMatches(text, token) && right, true);
    return isRight && found === -1 ? at : found;
  }, -1);
  return index === -1 ? { ok: false, code: "token_wrong" } : { ok: true, keyIndex: index };
}

/** Every value that must be the token; a missing one is an empty text. */
export function readTokens(place: CompiledTokenLocation, request: AuthRequest): readonly string[] {
  switch (place.kind) {
    case "header":
      return withoutPrefix(readHeader(request.headers, place.name), place.prefix);
    case "query":
      return present(parseQuery(queryOf(request.target))[place.name]);
    case "basic":
      return readBasic(readHeader(request.headers, "authorization"));
    case "body":
      return readBody(place, request);
  }
}

function present(text: string | undefined): readonly string[] {
  return text === undefined || text === "" ? [] : [text];
}

/** Schemes such as `Bearer` are written in any case. */
function withoutPrefix(value: string | undefined, prefix: string): readonly string[] {
  if (value === undefined) return [];
  const hasPrefix = value.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase();
  return hasPrefix ? present(value.slice(prefix.length).trim()) : [];
}

function readBasic(value: string | undefined): readonly string[] {
  const [encoded] = withoutPrefix(value, "Basic ");
  const bytes = encoded === undefined ? undefined : decodeBytes(encoded, "base64");
  return bytes === undefined ? [] : present(decodeUtf8(bytes));
}

function readBody(
  { places }: Extract<CompiledTokenLocation, { kind: "body" }>,
  { headers, body }: AuthRequest,
): readonly string[] {
  const value = readFormFields(headers, body) ?? readJson(body);
  for (const place of places) {
    const found = readPlace(value, place);
    if (found.length > 0) return found;
  }
  return [];
}

function readPlace(value: unknown, { list, path }: BodyLocation): readonly string[] {
  if (list === undefined) return present(textOf(readPath(value, path)));
  const elements = readPath(value, list);
  if (!Array.isArray(elements)) return [];
  return elements.map((element) => textOf(readPath(element, path)) ?? "");
}

function readJson(body: Uint8Array): unknown {
  const text = decodeUtf8(body);
  const parsed = text === undefined ? undefined : parseJson(text, body);
  return parsed?.ok ? parsed.value : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

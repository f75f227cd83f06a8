// What a vendor signs: its notation, and a request → the parts that are signed.
import {
  type FormFields,
  type HeaderRecord,
  keysFromPath,
  mapPromise,
  type PromiseOrValue,
  parseForm,
  parseJson,
  parsePath,
  parseQuery,
  queryOf,
  readHeader,
  readOwn,
  readParameter,
  readPath,
  splitMultipart,
} from "@hookwright/base";
import type { AuthRequest, CryptoPort } from "../model.ts";
import { encodeBytes } from "./bytes.ts";

interface SignedContext {
  readonly request: AuthRequest;
  /** As sent: what counts is the text, not the moment. */
  readonly time: string | undefined;
  readonly id: string | undefined;
  readonly publicUrl: string | undefined;
  /** Of `hashBody`. */
  readonly bodyHash: string | undefined;
}

/** The body stays bytes: it is signed before any charset, compression or JSON. */
export function buildSigned(
  parts: readonly SignedPart[],
  context: SignedContext,
): readonly (string | Uint8Array)[] | undefined {
  const built: (string | Uint8Array)[] = [];
  for (const part of parts) {
    const value = partOf(part, context);
    if (value === undefined) return undefined;
    built.push(value);
  }
  return built;
}

function partOf(part: SignedPart, context: SignedContext): string | Uint8Array | undefined {
  const { request, time, id, publicUrl, bodyHash } = context;
  switch (part.kind) {
    case "literal":
      return part.text;
    case "body":
      return request.body;
    case "bodyHash":
      return bodyHash;
    case "timestamp":
      return time;
    case "id":
      return id;
    case "method":
      return request.method;
    case "url":
      return publicUrl === undefined ? undefined : fullUrl(publicUrl, request.target);
    case "form":
      return formText(request);
    case "header":
      return readHeader(request.headers, part.name);
    case "query":
      return queryText(request.target, part);
    case "field":
      return fieldText(request, part.name);
    case "json":
      return jsonText(request.body, part.path);
  }
}

/** The SHA-256 of the body in hexadecimal, where it is signed. */
export function hashBody(
  parts: readonly SignedPart[],
  { body }: Pick<AuthRequest, "body">,
  { sha256 }: Pick<CryptoPort, "sha256">,
): PromiseOrValue<string | undefined> {
  if (!parts.some(({ kind }) => kind === "bodyHash")) return undefined;
  return mapPromise(sha256([body]), (hash) => encodeBytes(hash, "hex"));
}

/** Of a repeated parameter the last, which the event has, too. */
function queryText(
  target: string,
  { name, isLower }: Extract<SignedPart, { readonly kind: "query" }>,
): string | undefined {
  const value = readOwn(parseQuery(queryOf(target)), name);
  if (typeof value !== "string") return undefined;
  return isLower ? value.toLowerCase() : value;
}

/** Undefined for a field that came twice: readers differ in which of them they take. */
export function fieldText(
  { headers, body }: Pick<AuthRequest, "headers" | "body">,
  name: string,
): string | undefined {
  if (!isForm(headers)) return undefined;
  const values = (parseForm(body) ?? []).filter(([field]) => field === name);
  return values.length === 1 ? values[0]?.[1] : undefined;
}

function fullUrl(publicUrl: string, target: string): string {
  const query = queryOf(signedTarget(publicUrl, target));
  const at = publicUrl.indexOf("?");
  if (at === -1) return query === "" ? publicUrl : `${publicUrl}?${query}`;
  return `${publicUrl.slice(0, at)}?${query}`;
}

/**
 * The target of a request with the query that its sender has signed in the URL. That is the query as it
 * arrived, because some vendors add parameters of their own, as Twilio does. Where it lacks what the config
 * has in its URL, a proxy has replaced it: then the query of the config is what was signed, and nothing else
 * of the query may be read.
 */
export function signedTarget(publicUrl: string, target: string): string {
  const own = ownQuery(publicUrl);
  if (own === undefined) return target;
  const sent = queryOf(target).split("&");
  return own.split("&").every((pair) => sent.includes(pair)) ? target : withQuery(target, own);
}

/** If a sender does not sign the URL, a captured request can be replayed with any query. */
export function unsignedTarget(publicUrl: string, target: string): string {
  const own = ownQuery(publicUrl);
  return own === undefined ? target : withQuery(target, own);
}

function ownQuery(publicUrl: string): string | undefined {
  const at = publicUrl.indexOf("?");
  return at === -1 ? undefined : publicUrl.slice(at + 1);
}

function withQuery(target: string, query: string): string {
  const end = target.indexOf("?");
  return `${end === -1 ? target : target.slice(0, end)}?${query}`;
}

function formText({ headers, body }: AuthRequest): string | undefined {
  if (!isForm(headers)) return "";
  const fields = parseForm(body);
  return fields === undefined ? undefined : sortedForm(fields);
}

const FORM = /^\s*application\/x-www-form-urlencoded\b/i;

export function isForm(headers: HeaderRecord): boolean {
  return FORM.test(readHeader(headers, "content-type") ?? "");
}

/** Far above what senders post. */
const MAX_FIELDS = 1_000;

/** The fields of a form of either kind by name, without its files; undefined for what is not a form. */
export function readFormFields(headers: HeaderRecord, body: Uint8Array): object | undefined {
  if (isForm(headers)) return Object.fromEntries(parseForm(body) ?? []);
  const type = readHeader(headers, "content-type") ?? "";
  if (!/^\s*multipart\/form-data\b/i.test(type)) return undefined;
  const boundary = readParameter(type, "boundary") ?? "";
  const split = splitMultipart(body, boundary, { maxParts: MAX_FIELDS });
  const fields = split.ok ? split.parts.filter(({ filename }) => filename === undefined) : [];
  return Object.fromEntries(fields.map(({ name, bytes }) => [name, decodeUtf8(bytes)]));
}

function jsonText(body: Uint8Array, path: string): string | undefined {
  const text = decodeUtf8(body);
  const parsed = text === undefined ? undefined : parseJson(text, body);
  const steps = parsePath(path);
  if (!parsed?.ok || steps === undefined) return undefined;
  const value = readPath(parsed.value, keysFromPath(steps));
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

declare class TextDecoder {
  constructor(label: "utf-8", options: { fatal: true });
  decode(bytes: Uint8Array): string;
}

/** Undefined for bytes that are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export type SignedPart =
  | { readonly kind: "literal"; readonly text: string }
  /** `isDecoded`: without its compression. */
  | { readonly kind: "body"; readonly isDecoded?: true }
  | { readonly kind: "bodyHash" | "timestamp" | "id" | "method" | "url" | "form" }
  | { readonly kind: "header" | "field"; readonly name: string }
  | { readonly kind: "query"; readonly name: string; readonly isLower?: true }
  | { readonly kind: "json"; readonly path: string };

type SignedPartsResult =
  | { readonly ok: true; readonly parts: readonly SignedPart[] }
  /** The first part that is not known. */
  | { readonly ok: false; readonly unknown: string };

const PLAIN = new Set(["body", "timestamp", "id", "method", "url"]);

/** The text of what is signed, such as `{timestamp}.{body}` → its parts in order, or what is wrong with it. */
export function parseSigned(text: string): SignedPartsResult {
  const parts: SignedPart[] = [];
  // Every second piece is between braces.
  for (const [index, piece] of text.split(/\{([^{}]*)\}/).entries()) {
    if (index % 2 === 0) {
      if (piece !== "") parts.push({ kind: "literal", text: piece });
      continue;
    }
    const part = parsePart(piece);
    if (part === undefined) return { ok: false, unknown: piece };
    parts.push(part);
  }
  return { ok: true, parts };
}

function parsePart(piece: string): SignedPart | undefined {
  if (PLAIN.has(piece)) return { kind: piece } as SignedPart;
  if (piece === "body:decoded") return { kind: "body", isDecoded: true };
  if (piece === "body:sha256") return { kind: "bodyHash" };
  if (piece === "form:sorted") return { kind: "form" };
  const [, kind, rest = ""] = /^(header|query:lower|query|form|json):(.+)$/.exec(piece) ?? [];
  switch (kind) {
    case "header":
      return { kind, name: rest.toLowerCase() };
    case "query":
      return { kind, name: rest };
    case "query:lower":
      return { kind: "query", name: rest, isLower: true };
    case "form":
      return { kind: "field", name: rest };
    case "json":
      return { kind, path: rest };
  }
  return undefined;
}

/** Names in the order of their code units, each before its value; equal values of one name count once. */
export function sortedForm(fields: FormFields): string {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of fields) {
    const known = values.get(name);
    if (known === undefined) values.set(name, new Set([value]));
    else known.add(value);
  }
  // `<` and `sort` without a comparison both order by code units.
  const sorted = [...values].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.flatMap(([name, set]) => [...set].sort().map((value) => name + value)).join("");
}

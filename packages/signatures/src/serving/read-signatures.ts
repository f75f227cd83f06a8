// A request and a signature's place → the texts that may be the signature, and the pairs beside them.

import { readHeader } from "@hookwright/base";
import type { AuthFailureCode, AuthRequest, SignatureLocation } from "../model.ts";
import { fieldText } from "./build-signed.ts";

interface SentSignatures {
  readonly candidates: readonly string[];
  /** The other pairs of the header, such as `t=…`, each of which came once; the items of a list by their position. */
  readonly pairs: ReadonlyMap<string, string>;
}

type SentSignaturesResult =
  | ({ readonly ok: true } & SentSignatures)
  | { readonly ok: false; readonly code: AuthFailureCode };

/** More than any vendor sends; each costs a comparison with every secret. */
const MAX_CANDIDATES = 16;

const NO_PAIRS: ReadonlyMap<string, string> = new Map();

/** Lower-case names of the headers that may have signatures of this scheme. */
export function signatureHeaders({ header, numbered }: SignatureLocation): readonly string[] {
  const names = typeof header === "string" ? [header] : header;
  if (numbered === undefined) return names;
  return names.flatMap((name) => Array.from({ length: numbered }, (_, i) => `${name}${i + 1}`));
}

/** What may have a signature. */
type SignedRequest = Pick<AuthRequest, "headers" | "body">;

/** Whether a signature of this place came. */
export function isSentAt(place: SignatureLocation, request: SignedRequest): boolean {
  if (place.form !== undefined) return fieldText(request, place.form) !== undefined;
  return signatureHeaders(place).some((name) => readHeader(request.headers, name) !== undefined);
}

export function readSignatures(
  request: SignedRequest,
  place: SignatureLocation,
): SentSignaturesResult {
  const { headers } = request;
  if (place.form !== undefined) {
    const field = fieldText(request, place.form);
    if (field === undefined) return { ok: false, code: "signature_missing" };
    return checkNumber(splitValue(field, place));
  }
  const names = signatureHeaders(place).filter((name) => readHeader(headers, name) !== undefined);
  if (names.length === 0) return { ok: false, code: "signature_missing" };
  const takesAll = place.numbered !== undefined || place.all === true;
  const taken = takesAll ? names : names.slice(0, 1);
  const candidates: string[] = [];
  let pairs = NO_PAIRS;
  for (const name of taken) {
    const values = headers[name];
    if (Array.isArray(values) && values.length > 1)
      return { ok: false, code: "signature_repeated" };
    const split = splitValue(readHeader(headers, name) as string, place);
    if (split === undefined) return { ok: false, code: "signature_malformed" };
    candidates.push(...split.candidates);
    pairs = split.pairs;
  }
  return checkNumber({ candidates, pairs });
}

function checkNumber(split: SentSignatures | undefined): SentSignaturesResult {
  const { length } = split?.candidates ?? [];
  if (split === undefined || length === 0 || length > MAX_CANDIDATES) {
    return { ok: false, code: "signature_malformed" };
  }
  return { ok: true, ...split };
}

function splitValue(value: string, place: SignatureLocation): SentSignatures | undefined {
  const split =
    place.pairs === undefined ? splitPieces(value, place) : splitPairs(value, place.pairs);
  return split && { ...split, candidates: withPrefix(split.candidates, place.prefix) };
}

function splitPieces(value: string, { tagged, list }: SignatureLocation): SentSignatures {
  if (tagged !== undefined) {
    const tag = `${tagged},`;
    const candidates = value
      .split(" ")
      .flatMap((item) => (item.startsWith(tag) ? [item.slice(tag.length)] : []));
    return { candidates, pairs: NO_PAIRS };
  }
  if (!list) return { candidates: [value], pairs: NO_PAIRS };
  const items = value.split(",").map((item) => item.trim());
  return { candidates: items, pairs: new Map(items.map((item, at) => [`${at + 1}`, item])) };
}

function withPrefix(candidates: readonly string[], prefix = ""): readonly string[] {
  return candidates
    .filter((text) => text.startsWith(prefix))
    .map((text) => text.slice(prefix.length));
}

/**
 * Libraries take the last of two time stamps: which of them was signed is not for us to guess. So all groups
 * of a header have the same time.
 */
function splitPairs(
  value: string,
  place: NonNullable<SignatureLocation["pairs"]>,
): SentSignatures | undefined {
  const { groups } = place;
  const candidates: string[] = [];
  const pairs = new Map<string, string>();
  for (const group of groups === undefined ? [value] : value.trim().split(groups)) {
    const split = splitGroup(group, place);
    if (split === undefined) return undefined;
    candidates.push(...split.candidates);
    for (const [name, text] of split.pairs) {
      if ((pairs.get(name) ?? text) !== text) return undefined;
      pairs.set(name, text);
    }
  }
  return { candidates, pairs };
}

function splitGroup(
  group: string,
  { separator, equals: sign = "=", key }: NonNullable<SignatureLocation["pairs"]>,
): SentSignatures | undefined {
  const candidates: string[] = [];
  const pairs = new Map<string, string>();
  for (const item of group.split(separator)) {
    const equals = item.indexOf(sign);
    if (equals === -1) return undefined;
    const name = item.slice(0, equals).trim();
    const text = item.slice(equals + sign.length).trim();
    if (key === "*" || name === key) candidates.push(text);
    else if (pairs.has(name)) return undefined;
    else pairs.set(name, text);
  }
  return { candidates, pairs };
}

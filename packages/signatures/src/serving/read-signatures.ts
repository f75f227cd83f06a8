// Headers and a signature's place → the texts that may be the signature, and the pairs beside them.

import type { HeaderRecord } from "@hookwright/base";
import { readHeader } from "@hookwright/base";
import type { AuthFailureCode, SignatureLocation } from "../model.ts";

interface SentSignatures {
  readonly candidates: readonly string[];
  /** The other pairs of the header, such as `t=…`, each of which came once. */
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

export function readSignatures(
  headers: HeaderRecord,
  place: SignatureLocation,
): SentSignaturesResult {
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
  if (candidates.length === 0 || candidates.length > MAX_CANDIDATES) {
    return { ok: false, code: "signature_malformed" };
  }
  return { ok: true, candidates, pairs };
}

function splitValue(value: string, place: SignatureLocation): SentSignatures | undefined {
  const split =
    place.pairs === undefined
      ? { candidates: pieces(value, place), pairs: NO_PAIRS }
      : splitPairs(value, place.pairs);
  return split && { ...split, candidates: withPrefix(split.candidates, place.prefix) };
}

function pieces(value: string, { tagged, list }: SignatureLocation): readonly string[] {
  if (tagged !== undefined) {
    const tag = `${tagged},`;
    return value
      .split(" ")
      .flatMap((item) => (item.startsWith(tag) ? [item.slice(tag.length)] : []));
  }
  return list ? value.split(",").map((item) => item.trim()) : [value];
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
  { separator, key, groups }: NonNullable<SignatureLocation["pairs"]>,
): SentSignatures | undefined {
  const candidates: string[] = [];
  const pairs = new Map<string, string>();
  for (const group of groups === undefined ? [value] : value.trim().split(groups)) {
    const split = splitGroup(group, separator, key);
    if (split === undefined) return undefined;
    candidates.push(...split.candidates);
    for (const [name, text] of split.pairs) {
      if ((pairs.get(name) ?? text) !== text) return undefined;
      pairs.set(name, text);
    }
  }
  return { candidates, pairs };
}

function splitGroup(group: string, separator: string, key: string): SentSignatures | undefined {
  const candidates: string[] = [];
  const pairs = new Map<string, string>();
  for (const item of group.split(separator)) {
    const equals = item.indexOf("=");
    if (equals === -1) return undefined;
    const name = item.slice(0, equals).trim();
    const text = item.slice(equals + 1).trim();
    if (name === key) candidates.push(text);
    else if (pairs.has(name)) return undefined;
    else pairs.set(name, text);
  }
  return { candidates, pairs };
}

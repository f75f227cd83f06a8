// A match as written → its clauses, with one spelling each.
import { stripOuterSlashes } from "../data/strip-outer-slashes.ts";
import type { MatchInput, MatchValues } from "../model/config.ts";
import type { MatchClauses, ValueClause } from "../model/mapping.ts";
import { textOrNothing } from "./text-or-nothing.ts";

export function normalizeMatch(input: MatchInput = {}): MatchClauses {
  const clauses: Writable<MatchClauses> = {
    headers: normalizeValues(input.headers ?? {}, HEADER),
    query: normalizeValues(input.query ?? {}, PARAMETER),
  };
  // Added, not spread: a spread on a condition gives every object a hidden class of its own, 200 bytes.
  const path = textOrNothing(input.path, stripOuterSlashes);
  if (path !== undefined) clauses.path = path;
  const source = textOrNothing(input.source);
  if (source !== undefined) clauses.source = source;
  if (input.when !== undefined) clauses.when = input.when;
  if (input.not !== undefined) clauses.not = normalizeMatch(input.not);
  return clauses;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** How names and values are compared. */
interface Spelling {
  readonly name: (name: string) => string;
  readonly value: (value: string) => string;
}

/** No header has white space around its value. */
const HEADER: Spelling = { name: (name) => name.toLowerCase(), value: (value) => value.trim() };
const PARAMETER: Spelling = { name: (name) => name, value: (value) => value };

function normalizeValues(values: MatchValues, spell: Spelling): readonly ValueClause[] {
  const entries = Object.entries(values);
  // One list for all: most mappings ask for none.
  if (entries.length === 0) return NONE;
  return entries.map(([name, wanted]) => ({
    name: spell.name(name.trim()),
    values: [wanted].flat().map(spell.value),
  }));
}

const NONE: readonly never[] = [];

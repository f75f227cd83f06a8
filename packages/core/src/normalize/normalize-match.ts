// A match as written → its clauses, with one spelling each.
import { stripOuterSlashes } from "../data/strip-outer-slashes.ts";
import type { MatchInput, MatchValues } from "../model/config.ts";
import type { MatchClauses, ValueClause } from "../model/mapping.ts";
import { textOrNothing } from "./text-or-nothing.ts";

export function normalizeMatch(input: MatchInput = {}): MatchClauses {
  const path = textOrNothing(input.path, stripOuterSlashes);
  const source = textOrNothing(input.source);
  return {
    ...(path !== undefined && { path }),
    ...(source !== undefined && { source }),
    headers: normalizeValues(input.headers ?? {}, (name) => name.toLowerCase()),
    query: normalizeValues(input.query ?? {}, (name) => name),
    ...(input.when !== undefined && { when: input.when }),
    ...(input.not !== undefined && { not: normalizeMatch(input.not) }),
  };
}

function normalizeValues(
  values: MatchValues,
  nameOf: (name: string) => string,
): readonly ValueClause[] {
  const entries = Object.entries(values);
  // One list for all: most mappings ask for none.
  if (entries.length === 0) return NONE;
  return entries.map(([name, wanted]) => ({
    name: nameOf(name.trim()),
    values: [wanted].flat(),
  }));
}

const NONE: readonly never[] = [];

// The mappings before one → those of them that can take events away from it.
import type { MatchClauses } from "../../config/index.ts";
import type { Formula } from "./formula.ts";

export interface Candidate<Item> {
  readonly mapping: Item;
  readonly formula: Formula;
}

export interface Compatible<Item> {
  readonly candidates: readonly Candidate<Item>[];
  /** Whether no mapping was left out that could matter. */
  readonly isComplete: boolean;
}

/** Configs of people are compared as a whole; a generated one of thousands is looked up by key. */
const MAX_COMPARED_MAPPINGS = 60;

type KeyParts = readonly [path: string | null, source: string | null, header: string | null];

/**
 * A mapping that asks for a path, a source or a header which the later one does not mention leaves it
 * the events without; those only another mapping without that clause can take. So it may be left out
 * as long as nobody asks for the absence of something, which conditions and `not` can do.
 */
export class CandidateTable<Item extends { readonly match: MatchClauses }> {
  readonly #all: Candidate<Item>[] = [];
  readonly #byKey = new Map<string, Candidate<Item>[]>();
  #isPositive = true;

  add(candidate: Candidate<Item>): void {
    const { match } = candidate.mapping;
    this.#all.push(candidate);
    this.#isPositive &&= isPositive(match);
    for (const header of headerKeys(match.headers.slice(0, 1))) {
      const key = JSON.stringify([match.path ?? null, match.source ?? null, header]);
      const list = this.#byKey.get(key);
      if (list === undefined) this.#byKey.set(key, [candidate]);
      else list.push(candidate);
    }
  }

  compatibleWith({ match }: Item): Compatible<Item> {
    if (this.#all.length <= MAX_COMPARED_MAPPINGS)
      return { candidates: this.#all, isComplete: true };
    const found = new Set<Candidate<Item>>();
    for (const key of keysOf(match)) {
      // One more than are compared says that something is left out: thousands may have the same key.
      const some = this.#byKey.get(JSON.stringify(key)) ?? [];
      for (const candidate of some.slice(0, MAX_COMPARED_MAPPINGS + 1)) found.add(candidate);
    }
    // Conditions of the later one can ask for what its keys do not tell.
    const isComplete = this.#isPositive && isPositive(match) && found.size <= MAX_COMPARED_MAPPINGS;
    return { candidates: [...found].slice(0, MAX_COMPARED_MAPPINGS), isComplete };
  }
}

function isPositive({ when, not }: MatchClauses): boolean {
  return when === undefined && not === undefined;
}

/** Under which keys a mapping may stand that takes events of this match. */
function keysOf(match: MatchClauses): readonly KeyParts[] {
  const paths = new Set([match.path ?? null, null]);
  const sources = new Set([match.source ?? null, null]);
  const headers = new Set([...headerKeys(match.headers), null]);
  return [...paths].flatMap((path) =>
    [...sources].flatMap((source) =>
      [...headers].map((header): KeyParts => [path, source, header]),
    ),
  );
}

function headerKeys(headers: MatchClauses["headers"]): readonly (string | null)[] {
  if (headers.length === 0) return [null];
  return headers.flatMap(({ name, values }) => values.map((value) => `${name}: ${value}`));
}

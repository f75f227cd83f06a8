// The rules of a config → for each, the header by which it is found.
import type { ValueClause } from "../model/mapping.ts";
import type { MatchRule } from "./match-rule.ts";

/** Of several headers, the one that tells most: an event's type is shared by many rules, a tenant by few. */
export function findRarestHeader(
  { headers }: MatchRule,
  frequencies: Frequencies,
): ValueClause | undefined {
  let rarest = headers[0];
  if (headers.length < 2) return rarest;
  let least = Number.POSITIVE_INFINITY;
  for (const clause of headers) {
    const counts = clause.values.map((value) => frequencies.get(frequencyKey(clause.name, value)));
    const most = Math.max(...(counts as readonly number[]));
    if (most < least) {
      least = most;
      rarest = clause;
    }
  }
  return rarest;
}

/** How many rules ask for a value of a header. */
export type Frequencies = ReadonlyMap<string, number>;

export function countHeaderValues(items: readonly { readonly rule: MatchRule }[]): Frequencies {
  const counts = new Map<string, number>();
  for (const { rule } of items) {
    for (const { name, values } of rule.headers) {
      for (const value of values) {
        const key = frequencyKey(name, value);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  return counts;
}

/** Names of headers contain no colon. */
function frequencyKey(name: string, value: string): string {
  return `${name}:${value}`;
}

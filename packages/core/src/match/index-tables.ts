// One mapping → its place in the tables of the index.
import type { ValueClause } from "../config/index.ts";
import type { MatchRule } from "./match-rule.ts";

export interface Entry<Item> {
  readonly order: number;
  readonly item: Item;
  readonly rule: MatchRule;
  /** Whether the way through the tables has checked the rule already. */
  readonly isPlain: boolean;
}

/** Entries in config order. */
export type EntryList<Item> = Entry<Item>[];

/**
 * The rules of one path: by source, and within it by the value of one header. Tables that stay empty
 * are not made: most paths have one rule, and an empty map takes as much as ten fields.
 */
export interface SourceTable<Item> {
  /** Rules that ask for no source. */
  any: HeaderTable<Item> | undefined;
  bySource: Map<string, HeaderTable<Item>> | undefined;
}

export interface HeaderTable<Item> {
  /** Rules that ask for no header. */
  plain: EntryList<Item>;
  byHeader: Map<string, Map<string, EntryList<Item>>> | undefined;
}

export function addEntry<Item>(
  byPath: Map<string | undefined, SourceTable<Item>>,
  entry: Entry<Item>,
  header: ValueClause | undefined,
): void {
  const { path, source } = entry.rule;
  const bySource = getOrAdd(byPath, path, () => ({ any: undefined, bySource: undefined }));
  const table = findTable(bySource, source);
  if (header === undefined) {
    table.plain = addToList(table.plain, entry);
    return;
  }
  table.byHeader ??= new Map();
  const byValue = getOrAdd(table.byHeader, header.name, () => new Map<string, EntryList<Item>>());
  for (const value of header.values) byValue.set(value, addToList(byValue.get(value) ?? [], entry));
}

function findTable<Item>(table: SourceTable<Item>, source: string | undefined): HeaderTable<Item> {
  const create = () => ({ plain: [], byHeader: undefined });
  if (source === undefined) {
    table.any ??= create();
    return table.any;
  }
  table.bySource ??= new Map();
  return getOrAdd(table.bySource, source, create);
}

/** What stands after a rule that asks for no more than the list does can never win. */
function addToList<Item>(list: EntryList<Item>, entry: Entry<Item>): EntryList<Item> {
  if (list.at(-1)?.isPlain === true) return list;
  if (list.length === 0) return [entry];
  list.push(entry);
  return list;
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}

/** Of several headers, the one that tells most: an event's type is shared by many rules, a tenant by few. */
export function findRarestHeader(
  { headers }: MatchRule,
  frequencies: Frequencies,
): ValueClause | undefined {
  let rarest = headers[0];
  if (headers.length < 2) return rarest;
  let least = Number.POSITIVE_INFINITY;
  for (const clause of headers) {
    // A list of values may be longer than the arguments of one call can be.
    const most = clause.values.reduce(
      (most, value) => Math.max(most, frequencies.get(frequencyKey(clause.name, value)) as number),
      0,
    );
    if (most < least) {
      least = most;
      rarest = clause;
    }
  }
  return rarest;
}

/** How many rules ask for a value of a header. */
type Frequencies = ReadonlyMap<string, number>;

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

/** Whether path and source are all that the rule asks for. */
export function isPlainRule(rule: MatchRule): boolean {
  const { headers, query, when, not } = rule;
  return headers.length === 0 && query.length === 0 && when === undefined && not === undefined;
}

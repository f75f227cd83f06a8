// Mappings → an index that finds the first match in time that does not grow with their number.
import { readHeaderOf } from "@hookwright/base";
import type { Budget } from "@hookwright/template/runtime";
import { TOKEN_PROOF, type ValueClause } from "../../model/index.ts";
import {
  findFailedClause,
  type MatchRule,
  type MatchSubject,
  type RequiredProof,
} from "./match-rule.ts";

export interface MatchIndex<Item> {
  /** Throws a `WorkLimitError` when the budget is spent. */
  readonly find: (subject: MatchSubject, budget: Budget) => Item | undefined;
  /** Whether some rule could match an event of this name, whatever else it asks for. */
  readonly hasPath: (path: string) => boolean;
  /** The first rules, in order, that events of this name are compared with; up to a hundred. */
  readonly listForPath: (path: string) => readonly Item[];
}

/** For reports: more tell nobody anything, and whoever knows a name could make the server work for it. */
const MAX_LISTED = 100;

/** An index that finds the first mapping of an event in a time that does not grow with their number. */
export function indexMappings<Item extends { readonly rule: MatchRule }>(
  items: readonly Item[],
): MatchIndex<Item> {
  const byPath = new Map<string | undefined, SourceTable<Item>>();
  const frequencies = countHeaderValues(items);
  for (const [order, item] of items.entries()) {
    const { rule } = item;
    const header = findRarestHeader(rule, frequencies);
    addEntry(byPath, { order, item, rule, isPlain: isPlainRule(rule) }, header);
  }
  const anyPath = byPath.get(undefined);
  const listed = listByPath(items);
  return {
    find(subject, budget) {
      const lists: EntryList<Item>[] = [];
      collectLists(byPath.get(subject.path), subject, lists);
      collectLists(anyPath, subject, lists);
      return findFirst(lists, subject, budget);
    },
    hasPath: (path) => anyPath !== undefined || byPath.has(path),
    listForPath: (path) => mergeLists(listed, path),
  };
}

/** For each name, and under no name for those of any, the items with their place. */
type PlacedItems<Item> = ReadonlyMap<string | undefined, readonly (readonly [number, Item])[]>;

function listByPath<Item extends { readonly rule: MatchRule }>(
  items: readonly Item[],
): PlacedItems<Item> {
  const lists = new Map<string | undefined, (readonly [number, Item])[]>();
  for (const [order, item] of items.entries()) {
    const { path } = item.rule;
    const list = lists.get(path) ?? [];
    if (list.length < MAX_LISTED) list.push([order, item]);
    lists.set(path, list);
  }
  return lists;
}

function mergeLists<Item>(lists: PlacedItems<Item>, path: string): readonly Item[] {
  const placed = [...(lists.get(path) ?? []), ...(lists.get(undefined) ?? [])];
  placed.sort(([left], [right]) => left - right);
  return placed.slice(0, MAX_LISTED).map(([, item]) => item);
}

function collectLists<Item>(
  table: SourceTable<Item> | undefined,
  subject: MatchSubject,
  lists: EntryList<Item>[],
): void {
  if (table === undefined) return;
  // The payload is only asked for its source where some rule of this path does.
  const source = table.bySource && subject.source;
  if (source !== undefined) collectFromTable(table.bySource?.get(source), subject, lists);
  collectFromTable(table.any, subject, lists);
}

function collectFromTable<Item>(
  table: HeaderTable<Item> | undefined,
  subject: MatchSubject,
  lists: EntryList<Item>[],
): void {
  if (table === undefined) return;
  if (table.plain.length > 0) lists.push(table.plain);
  if (table.byHeader === undefined) return;
  for (const [name, byValue] of table.byHeader) {
    const value = readHeaderOf(subject, name);
    const list = value === undefined ? undefined : byValue.get(value);
    if (list !== undefined) lists.push(list);
  }
}

/** The earliest of the first matches. What stands after one that is known is not looked at. */
function findFirst<Item>(
  lists: readonly EntryList<Item>[],
  subject: MatchSubject,
  budget: Budget,
): Item | undefined {
  let first: Entry<Item> | undefined;
  for (const list of lists) {
    for (const entry of list) {
      if (first !== undefined && entry.order > first.order) break;
      if (!acceptsProof(entry.rule.auth, subject.proof)) continue;
      if (entry.isPlain || findFailedClause(entry.rule, subject, budget) === undefined) {
        first = entry;
        break;
      }
    }
  }
  return first?.item;
}

/**
 * Never authenticated by one and resolved by another: the event of a signed hook is not for a catch-all,
 * and who has the hook token does not get past a signature. Without a proof, the caller vouches for it.
 */
export function acceptsProof(auth: RequiredProof | undefined, proof: string | undefined): boolean {
  if (proof === undefined) return true;
  if (proof === TOKEN_PROOF) return auth === undefined || auth.orToken;
  return auth !== undefined && auth.id === proof;
}

interface Entry<Item> {
  readonly order: number;
  readonly item: Item;
  readonly rule: MatchRule;
  /** Whether the way through the tables has checked the rule already. */
  readonly isPlain: boolean;
}

/** Entries in config order. */
type EntryList<Item> = Entry<Item>[];

/**
 * The rules of one path: by source, and within it by the value of one header. Tables that stay empty
 * are not made: most paths have one rule, and an empty map takes as much as ten fields.
 */
interface SourceTable<Item> {
  /** Rules that ask for no source. */
  any: HeaderTable<Item> | undefined;
  bySource: Map<string, HeaderTable<Item>> | undefined;
}

interface HeaderTable<Item> {
  /** Rules that ask for no header. */
  plain: EntryList<Item>;
  byHeader: Map<string, Map<string, EntryList<Item>>> | undefined;
}

/** One mapping → its place in the tables of the index. */
function addEntry<Item>(
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

// Mappings → an index that finds the first match in time that does not grow with their number.
import { readHeader } from "../data/read-header.ts";
import type { ValueClause } from "../model/mapping.ts";
import { findFailedClause } from "./failed-clause.ts";
import { isPlainRule, type MatchRule, type MatchSubject } from "./match-rule.ts";
import { countHeaderValues, findRarestHeader } from "./rarest-header.ts";

export interface MatchIndex<Item> {
  readonly find: (subject: MatchSubject) => Item | undefined;
  /** Whether some rule could match an event of this name, whatever else it asks for. */
  readonly knows: (path: string) => boolean;
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

/** The rules of one path: by source, and within it by the value of one header. */
type SourceTable<Item> = Map<string | undefined, HeaderTable<Item>>;

interface HeaderTable<Item> {
  /** Rules that ask for no header. */
  readonly plain: EntryList<Item>;
  readonly byHeader: Map<string, Map<string, EntryList<Item>>>;
}

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
  return {
    find(subject) {
      const lists: EntryList<Item>[] = [];
      collectLists(byPath.get(subject.path), subject, lists);
      collectLists(anyPath, subject, lists);
      return findFirst(lists, subject);
    },
    knows: (path) => anyPath !== undefined || byPath.has(path),
  };
}

function addEntry<Item>(
  byPath: Map<string | undefined, SourceTable<Item>>,
  entry: Entry<Item>,
  header: ValueClause | undefined,
): void {
  const { path, source } = entry.rule;
  const bySource = getOrAdd(byPath, path, () => new Map());
  const table = getOrAdd(bySource, source, () => ({ plain: [], byHeader: new Map() }));
  if (header === undefined) {
    addToList(table.plain, entry);
    return;
  }
  const byValue = getOrAdd(table.byHeader, header.name, () => new Map<string, EntryList<Item>>());
  for (const value of header.values)
    addToList(
      getOrAdd(byValue, value, () => []),
      entry,
    );
}

/** What stands after a rule that asks for no more than the list does can never win. */
function addToList<Item>(list: EntryList<Item>, entry: Entry<Item>): void {
  if (list.at(-1)?.isPlain !== true) list.push(entry);
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}

function collectLists<Item>(
  bySource: SourceTable<Item> | undefined,
  subject: MatchSubject,
  lists: EntryList<Item>[],
): void {
  if (bySource === undefined) return;
  const anySource = bySource.get(undefined);
  // The payload is only asked for its source where some rule of this path does.
  if (anySource === undefined || bySource.size > 1) {
    const { source } = subject;
    if (source !== undefined) collectFromTable(bySource.get(source), subject, lists);
  }
  collectFromTable(anySource, subject, lists);
}

function collectFromTable<Item>(
  table: HeaderTable<Item> | undefined,
  subject: MatchSubject,
  lists: EntryList<Item>[],
): void {
  if (table === undefined) return;
  if (table.plain.length > 0) lists.push(table.plain);
  if (table.byHeader.size === 0) return;
  for (const [name, byValue] of table.byHeader) {
    const value = readHeader(subject.headers, name);
    const list = value === undefined ? undefined : byValue.get(value);
    if (list !== undefined) lists.push(list);
  }
}

/** The earliest of the first matches; no condition is evaluated after the match in its list. */
function findFirst<Item>(
  lists: readonly EntryList<Item>[],
  subject: MatchSubject,
): Item | undefined {
  let first: Entry<Item> | undefined;
  for (const list of lists) {
    const match = firstMatch(list, subject);
    if (match !== undefined && (first === undefined || match.order < first.order)) first = match;
  }
  return first?.item;
}

function firstMatch<Item>(list: EntryList<Item>, subject: MatchSubject): Entry<Item> | undefined {
  for (const entry of list) {
    if (entry.isPlain || findFailedClause(entry.rule, subject) === undefined) return entry;
  }
  return undefined;
}

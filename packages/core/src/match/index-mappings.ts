// Mappings → an index that finds the first match in time that does not grow with their number.

import { readHeaderOf } from "@hookwright/base";
import type { Budget } from "@hookwright/template/internal";
import { TOKEN_PROOF } from "../base/index.ts";
import { findFailedClause } from "./failed-clause.ts";
import {
  addEntry,
  countHeaderValues,
  type Entry,
  type EntryList,
  findRarestHeader,
  type HeaderTable,
  isPlainRule,
  type SourceTable,
} from "./index-tables.ts";
import type { MatchRule, MatchSubject, RequiredProof } from "./match-rule.ts";

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

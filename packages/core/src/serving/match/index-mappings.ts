// The rules of mappings → whether an event matches one, and an index that finds the first match and those after it.
import { type HeaderSource, type QueryRecord, readHeader, readHeaderOf } from "@hookwright/base";
import { type Budget, COST } from "@hookwright/template/runtime";
import { TOKEN_PROOF, type ValueClause } from "../../model/index.ts";

/** The values that a condition is evaluated on. */
interface MatchData extends HeaderSource {
  readonly payload: unknown;
  readonly query: QueryRecord;
  readonly path: string;
  /** When the event was received, in ISO 8601 and UTC. */
  readonly now: () => string;
}

export interface MatchSubject extends MatchData {
  /** The payload's own `source`, if it is a string. */
  readonly source: string | undefined;
  /** As in `HookEvent`. */
  readonly proof?: string | undefined;
}

/** The proof that a mapping requires. */
interface RequiredProof {
  readonly id: string;
  /** Whether the hook token is also accepted. */
  readonly orToken: boolean;
}

export interface MatchRule {
  /** Undefined if the hook token is the proof, and within `not`. */
  readonly auth?: RequiredProof | undefined;
  readonly path: string | undefined;
  readonly source: string | undefined;
  readonly headers: readonly ValueClause[];
  readonly query: readonly ValueClause[];
  /** Returns undefined if the condition cannot be evaluated for this event. */
  readonly when:
    | { readonly holds: (data: MatchData, budget: Budget) => boolean | undefined }
    | undefined;
  readonly not: MatchRule | undefined;
}

/** A failed clause, with the wanted and the seen value. */
export interface FailedClause {
  /** `path`, `source`, `headers.x-github-event`, `query.kind`, `when` or `not`. */
  readonly clause: string;
  /** The values that would have matched; empty for `when` and `not`. */
  readonly wanted: readonly string[];
  /** The value of the event, if any. */
  readonly seen: string | undefined;
  /** The condition could not be evaluated, so it neither holds nor fails. */
  readonly isUndecided?: true;
}

/** Throws a `WorkLimitError` when the budget is spent: the result is then unknown. */
export function findFailedClause(
  rule: MatchRule,
  subject: MatchSubject,
  budget: Budget,
): FailedClause | undefined {
  budget.spend(COST.rules);
  return (
    failedText("path", rule.path, subject.path) ??
    failedText("source", rule.source, subject.source) ??
    failedValue("headers", rule.headers, subject) ??
    failedValue("query", rule.query, subject) ??
    failedCondition(rule, subject, budget) ??
    failedNot(rule, subject, budget)
  );
}

/** All failed clauses that compare a value. Conditions are not evaluated. */
export function findFailedValues(
  { path, source, headers, query }: MatchRule,
  subject: MatchSubject,
  budget: Budget,
): readonly FailedClause[] {
  budget.spend((1 + headers.length + query.length) * COST.rules);
  const failed: FailedClause[] = [];
  const add = (clause: FailedClause | undefined): void => {
    if (clause !== undefined) failed.push(clause);
  };
  add(failedText("path", path, subject.path) ?? failedText("source", source, subject.source));
  for (const clause of headers) add(failedOne("headers", clause, subject));
  for (const clause of query) add(failedOne("query", clause, subject));
  return failed;
}

type ValueKind = "headers" | "query";

function failedText(
  clause: string,
  wanted: string | undefined,
  seen: string | undefined,
): FailedClause | undefined {
  if (wanted === undefined || wanted === seen) return undefined;
  return { clause, wanted: [wanted], seen };
}

function failedValue(
  kind: ValueKind,
  clauses: readonly ValueClause[],
  subject: MatchSubject,
): FailedClause | undefined {
  for (const clause of clauses) {
    const failed = failedOne(kind, clause, subject);
    if (failed !== undefined) return failed;
  }
  return undefined;
}

function failedOne(
  kind: ValueKind,
  { name, values }: ValueClause,
  subject: MatchSubject,
): FailedClause | undefined {
  const seen = kind === "headers" ? readHeaderOf(subject, name) : readHeader(subject.query, name);
  if (seen !== undefined && values.includes(seen)) return undefined;
  return { clause: `${kind}.${name}`, wanted: values, seen };
}

function failedCondition(
  { when }: MatchRule,
  subject: MatchSubject,
  budget: Budget,
): FailedClause | undefined {
  const holds = when === undefined || when.holds(subject, budget);
  if (holds === true) return undefined;
  const failed = { clause: "when", wanted: [], seen: undefined };
  return holds === undefined ? { ...failed, isUndecided: true } : failed;
}

/** A `not` whose condition cannot be evaluated fails: otherwise a sender could bypass it with an odd payload. */
function failedNot(
  { not }: MatchRule,
  subject: MatchSubject,
  budget: Budget,
): FailedClause | undefined {
  if (not === undefined) return undefined;
  const unwanted = findFailedClause(not, subject, budget);
  const failed = { clause: "not", wanted: [], seen: undefined };
  if (unwanted === undefined) return failed;
  return unwanted.isUndecided && { ...failed, isUndecided: true };
}

export interface MatchIndex<Item> {
  /** Throws a `WorkLimitError` when the budget is spent. */
  readonly find: (subject: MatchSubject, budget: Budget) => Item | undefined;
  /**
   * The matches after one that has `continue`, in order, up to the first that does not have it. Throws like
   * `find`.
   */
  readonly findAfter: (first: Item, subject: MatchSubject, budget: Budget) => readonly Item[];
  /** Whether some rule could match an event of this name. */
  readonly hasPath: (path: string) => boolean;
  /** The first rules, up to a hundred, that events of this name are compared with, in order. */
  readonly listForPath: (path: string) => readonly Item[];
}

/** For reports: more would not help, and anybody who knows a name could cause the work. */
const MAX_LISTED = 100;

interface IndexedItem {
  readonly rule: MatchRule;
  /** Whether the next match gets the event, too. */
  readonly continue?: boolean;
}

/**
 * Builds an index that finds the first matching mapping in a time that does not grow with the number of
 * mappings.
 */
export function indexMappings<Item extends IndexedItem>(items: readonly Item[]): MatchIndex<Item> {
  const byPath = new Map<string | undefined, SourceTable<Item>>();
  const frequencies = countHeaderValues(items);
  for (const [order, item] of items.entries()) {
    const { rule } = item;
    const header = findRarestHeader(rule, frequencies);
    addEntry(byPath, { order, item, rule, isPlain: isPlainRule(rule) }, header);
  }
  const anyPath = byPath.get(undefined);
  const listed = listByPath(items);
  const listsOf = (subject: MatchSubject): readonly EntryList<Item>[] => {
    const lists: EntryList<Item>[] = [];
    collectLists(byPath.get(subject.path), subject, lists);
    collectLists(anyPath, subject, lists);
    return lists;
  };
  return {
    find: (subject, budget) => findFirst(listsOf(subject), subject, budget),
    findAfter: (first, subject, budget) => findRest(first, listsOf(subject), { subject, budget }),
    hasPath: (path) => anyPath !== undefined || byPath.has(path),
    listForPath: (path) => mergeLists(listed, path),
  };
}

/** The items with their positions, by name; `undefined` has those without a name. */
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
  // The payload is searched for its source only if a rule of this path needs it.
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

/** The earliest match. Entries after a known match are skipped. */
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

/** The matches after `first`. Each rule is evaluated once. */
function findRest<Item extends IndexedItem>(
  first: Item,
  lists: readonly EntryList<Item>[],
  { subject, budget }: { readonly subject: MatchSubject; readonly budget: Budget },
): readonly Item[] {
  const entries = lists.flat().sort((one, other) => one.order - other.order);
  const start = entries.findIndex(({ item }) => item === first) + 1;
  const found: Item[] = [];
  for (const { item, rule, isPlain } of entries.slice(start)) {
    if (!acceptsProof(rule.auth, subject.proof)) continue;
    if (!isPlain && findFailedClause(rule, subject, budget) !== undefined) continue;
    found.push(item);
    if (item.continue !== true) break;
  }
  return found;
}

/**
 * An event that one proof has authenticated is never resolved by a mapping that requires another: a catch-all
 * does not get events of a signed hook, and the hook token does not replace a signature. Without a proof, the
 * caller vouches for the event.
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
  /** Whether the tables have already checked the whole rule. */
  readonly isPlain: boolean;
}

/** Entries in config order. */
type EntryList<Item> = Entry<Item>[];

/**
 * The rules of one path, by source, then by the value of one header. Tables are created late: most paths have
 * one rule, and an empty map takes as much memory as ten fields.
 */
interface SourceTable<Item> {
  /** Rules without a source. */
  any: HeaderTable<Item> | undefined;
  bySource: Map<string, HeaderTable<Item>> | undefined;
}

interface HeaderTable<Item> {
  /** Rules without a header. */
  plain: EntryList<Item>;
  byHeader: Map<string, Map<string, EntryList<Item>>> | undefined;
}

/** Adds one mapping to the tables of the index. */
function addEntry<Item extends IndexedItem>(
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
  // A value that is written twice adds one entry.
  for (const value of new Set(header.values))
    byValue.set(value, addToList(byValue.get(value) ?? [], entry));
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

/** An entry after a rule that requires nothing more than the list, and lets no other have its events, can never win. */
function addToList<Item extends IndexedItem>(
  list: EntryList<Item>,
  entry: Entry<Item>,
): EntryList<Item> {
  const last = list.at(-1);
  if (last?.isPlain === true && last.item.continue !== true) return list;
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

/** Of several headers, the most selective one: many rules share an event type, few a tenant. */
export function findRarestHeader(
  { headers }: MatchRule,
  frequencies: Frequencies,
): ValueClause | undefined {
  let rarest = headers[0];
  if (headers.length < 2) return rarest;
  let least = Number.POSITIVE_INFINITY;
  for (const clause of headers) {
    // Not spread into `Math.max`: a list of values may be longer than the arguments of one call.
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

/** How many rules require a value of a header. */
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

/** Header names contain no colon, so keys are unique. */
function frequencyKey(name: string, value: string): string {
  return `${name}:${value}`;
}

/** Whether the rule requires only a path and a source. */
export function isPlainRule(rule: MatchRule): boolean {
  const { headers, query, when, not } = rule;
  return headers.length === 0 && query.length === 0 && when === undefined && not === undefined;
}

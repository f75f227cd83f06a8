// Mappings → an index that finds the first match in time that does not grow with their number.

/** What the index needs to know of a mapping. */
export interface MatchRule {
  readonly match: { readonly path?: string; readonly source?: string };
}

/** What a mapping is matched against. */
export interface MatchSubject {
  readonly path: string;
  /** The payload's own `source`, where it is a string. */
  readonly source: string | undefined;
}

export interface MatchIndex<Rule> {
  readonly find: (subject: MatchSubject) => Rule | undefined;
  /** Whether some rule could match an event of this name, whatever its source. */
  readonly knows: (path: string) => boolean;
}

interface Entry<Rule> {
  readonly order: number;
  readonly rule: Rule;
}

/** First rule per source, and the first that asks for none. */
interface Bucket<Rule> {
  readonly bySource: Map<string, Entry<Rule>>;
  anySource: Entry<Rule> | undefined;
}

export function indexMappings<Rule extends MatchRule>(rules: readonly Rule[]): MatchIndex<Rule> {
  const byPath = new Map<string, Bucket<Rule>>();
  const anyPath: Bucket<Rule> = createBucket();
  for (const [order, rule] of rules.entries()) {
    addToBucket(bucketOf(byPath, anyPath, rule.match.path), { order, rule });
  }
  const nameless = anyPath.anySource !== undefined || anyPath.bySource.size > 0;
  return {
    find({ path, source }) {
      const named = byPath.get(path);
      const first = named === undefined ? undefined : firstOf(named, source);
      return earlier(first, nameless ? firstOf(anyPath, source) : undefined)?.rule;
    },
    knows: (path) => nameless || byPath.has(path),
  };
}

function createBucket<Rule>(): Bucket<Rule> {
  return { bySource: new Map(), anySource: undefined };
}

function bucketOf<Rule>(
  byPath: Map<string, Bucket<Rule>>,
  anyPath: Bucket<Rule>,
  path: string | undefined,
): Bucket<Rule> {
  if (path === undefined) return anyPath;
  const known = byPath.get(path) ?? createBucket<Rule>();
  byPath.set(path, known);
  return known;
}

/** Only the first rule of each kind can ever win. */
function addToBucket<Rule extends MatchRule>(bucket: Bucket<Rule>, entry: Entry<Rule>): void {
  const { source } = entry.rule.match;
  if (source === undefined) bucket.anySource ??= entry;
  else if (!bucket.bySource.has(source)) bucket.bySource.set(source, entry);
}

function firstOf<Rule>(bucket: Bucket<Rule>, source: string | undefined): Entry<Rule> | undefined {
  if (source === undefined) return bucket.anySource;
  return earlier(bucket.bySource.get(source), bucket.anySource);
}

function earlier<Rule>(
  a: Entry<Rule> | undefined,
  b: Entry<Rule> | undefined,
): Entry<Rule> | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.order < b.order ? a : b;
}

// The mappings of two configs → which are the same mapping, and which were added, removed or moved.
import { isRecord } from "@hookwright/base";
import type { Hooks, MappingSummary } from "@hookwright/core";
import type { SettingChange, StaticChanges } from "./model.ts";

/** The differences of the mappings themselves, which `pairs` says are the same. */
export function compareMappings(
  before: Hooks,
  after: Hooks,
  pairs: MappingPairs = pairMappings(before, after),
): StaticChanges {
  const kept = new Set(pairs.values());
  const wasReachable = new Set(
    before
      .reachability()
      .filter(({ verdict }) => isReachable(verdict))
      .map(({ mappingId }) => pairs.get(mappingId)),
  );
  const names = { before: namesOf(before), after: namesOf(after) };
  /** A new mapping that nothing reaches is also reported. */
  const wasOr = (id: string): boolean => wasReachable.has(id) || !kept.has(id);
  return {
    added: after.mappings.map(({ id }) => id).filter((id) => !kept.has(id)),
    removed: before.mappings.map(({ id }) => id).filter((id) => !pairs.has(id)),
    moved: findMoved(
      before.mappings.flatMap(({ id }) => pairs.get(id) ?? []),
      after.mappings,
    ),
    unreachable: after
      .reachability()
      .filter(({ mappingId, verdict }) => !isReachable(verdict) && wasOr(mappingId))
      .map(({ mappingId }) => mappingId),
    appearedNames: names.after.filter((name) => !names.before.includes(name)),
    vanishedNames: names.before.filter((name) => !names.after.includes(name)),
    settings: [...pairs].flatMap(([old, next]) =>
      compareSettings(settingsOf(before, old), settingsOf(after, next)).map((change) => {
        return { mapping: next, ...change };
      }),
    ),
  };
}

type Settings = Readonly<Record<string, unknown>>;

function settingsOf(hooks: Hooks, id: string): Settings {
  const { maxConcurrent, onCompletion, coalesce } = hooks.mapping(id) ?? {};
  return { maxConcurrent, onCompletion, coalesce };
}

function compareSettings(
  before: Settings,
  after: Settings,
  under = "",
): readonly Omit<SettingChange, "mapping">[] {
  return Object.keys(before).flatMap((key) => {
    const [old, next] = [before[key], after[key]];
    const setting = `${under}${key}`;
    if (isRecord(old) && isRecord(next)) return compareSettings(old, next, `${setting}.`);
    if (old === next) return [];
    return [
      {
        setting,
        ...(old !== undefined && { before: old }),
        ...(next !== undefined && { after: next }),
      },
    ];
  });
}

function isReachable(verdict: string): boolean {
  return verdict === "reachable" || verdict === "unknown";
}

/** The hook names that a mapping takes by name. */
function namesOf({ mappings }: Hooks): readonly string[] {
  return [...new Set(mappings.flatMap(({ match }) => match.path ?? []))];
}

/** The generated id of a mapping without one. */
const POSITION = /^mapping-\d+$/;

/** The id of a mapping of `before` → that of the same mapping in `after`. */
type MappingPairs = ReadonlyMap<string, string>;

/**
 * By their ids. An id that was made of a position names another mapping after an insertion, so these
 * mappings are paired by what they match, and only then by their ids.
 */
export function pairMappings(
  { mappings: before }: Pick<Hooks, "mappings">,
  { mappings: after }: Pick<Hooks, "mappings">,
): MappingPairs {
  const pairs = new Map<string, string>();
  const taken = new Set<string>();
  const pairBy = (nameOf: (mapping: MappingSummary) => string | undefined): void => {
    for (const one of before) {
      const name = pairs.has(one.id) ? undefined : nameOf(one);
      if (name === undefined) continue;
      const same = after.find((other) => !taken.has(other.id) && nameOf(other) === name);
      if (same === undefined) continue;
      pairs.set(one.id, same.id);
      taken.add(same.id);
    }
  };
  pairBy(({ id }) => (POSITION.test(id) ? undefined : id));
  pairBy(({ id, match, action }) =>
    POSITION.test(id) ? JSON.stringify([match, action]) : undefined,
  );
  pairBy(({ id }) => id);
  return pairs;
}

/** The fewest mappings that have to move to get from one order to the other. */
function findMoved(order: readonly string[], after: readonly MappingSummary[]): readonly string[] {
  const places = new Map(after.map(({ id }, index) => [id, index]));
  const kept = new Set(longestRise(order.map((id) => places.get(id) as number)));
  return order.filter((_, index) => !kept.has(index));
}

/** The indexes of a longest increasing subsequence. */
function longestRise(numbers: readonly number[]): readonly number[] {
  /** By length: the index at which the best subsequence of this length ends. */
  const ends: number[] = [];
  const previous = numbers.map((number, index) => {
    const found = ends.findIndex((end) => (numbers[end] as number) >= number);
    const length = found === -1 ? ends.length : found;
    ends[length] = index;
    return ends[length - 1];
  });
  const rise: number[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) rise.push(at);
  return rise;
}

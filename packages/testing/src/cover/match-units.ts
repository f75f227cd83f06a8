// The mappings of a config → the units of matching that cases must cover.
import type { ConfigPath } from "@hookwright/core";
import type { CoveredConfig, CoveredMapping } from "./covered-config.ts";
import type { Leaf } from "./match-leaves.ts";
import type { CoverageKind } from "./model.ts";
import type { Observation, ObservedAnswer } from "./observe-event.ts";

/** What an event, or all events together, must show. */
type Goal =
  | { readonly kind: "taken" }
  | { readonly kind: "unmatched"; readonly name: string }
  | { readonly kind: "value"; readonly leaf: number; readonly value: string }
  /** `isElement`: of `forEach.when`. */
  | {
      readonly kind: "result";
      readonly leaf: number;
      readonly holds: boolean;
      readonly isElement: boolean;
    }
  | { readonly kind: "decisive"; readonly leaf: number; readonly isElement: boolean }
  | { readonly kind: "elements"; readonly count: "none" | "one" | "many" };

export interface MatchUnit {
  readonly kind: CoverageKind;
  readonly path: ConfigPath;
  readonly label: string;
  readonly goal: Goal;
  /** The index of its mapping; for an unmatched event, of the first mapping of that name. */
  readonly place: number;
}

export function listMatchUnits({ mappings }: CoveredConfig): readonly MatchUnit[] {
  const names = new Set<string>();
  return mappings.flatMap((one, place) => {
    const { mapping } = one;
    // Mappings that presets make are not the author's.
    if (mapping.preset !== undefined) return [];
    const units = unitsOfMapping(one, place);
    const name = mapping.match.path;
    if (name === undefined || names.has(name)) return units;
    names.add(name);
    // The same for all mappings of the name.
    const isSigned = mapping.auth !== undefined;
    if (mappings.some((other) => takesAll(other, name, isSigned))) return units;
    const path = [...mapping.configPath, "match", "path"];
    const label = `an event of "${name}" that no mapping takes`;
    return [...units, { kind: "clauses", path, label, place, goal: { kind: "unmatched", name } }];
  });
}

/** Whether a mapping takes every event of a name. A mapping without a name takes no signed events. */
function takesAll(
  { mapping: { match } }: CoveredMapping,
  name: string,
  isSigned: boolean,
): boolean {
  if (match.path === undefined ? isSigned : match.path !== name) return false;
  const { source, headers, query, when, not } = match;
  const hasClause = source !== undefined || when !== undefined || not !== undefined;
  return !hasClause && headers.length === 0 && query.length === 0;
}

function unitsOfMapping(
  { mapping, leaves, elementLeaves }: CoveredMapping,
  place: number,
): readonly MatchUnit[] {
  const { id, configPath, forEach } = mapping;
  const taken: MatchUnit = {
    kind: "mappings",
    path: configPath,
    label: `${id} takes an event`,
    goal: { kind: "taken" },
    place,
  };
  const ofLeaves = leaves.flatMap((leaf, index) => unitsOfLeaf(leaf, index, false));
  const ofElements = elementLeaves.flatMap((leaf, index) => unitsOfLeaf(leaf, index, true));
  const path = [...configPath, "forEach"];
  const counts = forEach === undefined ? [] : (["none", "one", "many"] as const);
  const ofCounts = counts.map((count) => ({
    kind: "branches" as const,
    path,
    label: `forEach with ${COUNT_WORDS[count]}`,
    goal: { kind: "elements" as const, count },
  }));
  return [taken, ...[...ofLeaves, ...ofElements, ...ofCounts].map((unit) => ({ ...unit, place }))];
}

const COUNT_WORDS = { none: "no element", one: "one element", many: "several elements" } as const;

type UnplacedUnit = Omit<MatchUnit, "place">;

function unitsOfLeaf(leaf: Leaf, index: number, isElement: boolean): readonly UnplacedUnit[] {
  const { path, label } = leaf;
  const decisive: UnplacedUnit = {
    kind: leaf.kind === "atom" ? "conditions" : "clauses",
    path,
    label: `${label} decides`,
    goal: { kind: "decisive", leaf: index, isElement },
  };
  if (leaf.kind !== "atom") {
    const values = leaf.values.length > 1 ? leaf.values : [];
    const ofValues = values.map((value) => ({
      kind: "clauses" as const,
      path,
      label: `${label} is "${value}"`,
      goal: { kind: "value" as const, leaf: index, value },
    }));
    return [decisive, ...ofValues];
  }
  const ofResults = [true, false].map((holds) => ({
    kind: "conditions" as const,
    path,
    label: `${label} is ${holds}`,
    goal: { kind: "result" as const, leaf: index, holds, isElement },
  }));
  return [...ofResults, decisive];
}

/** The units that the events together meet. */
export function findMet(
  units: readonly MatchUnit[],
  observations: readonly Observation[],
): ReadonlySet<MatchUnit> {
  const decisive = new Map<string, ReadonlySet<number>>();
  const isDecisive = (place: number, { leaf, isElement }: Goal & { kind: "decisive" }) => {
    const key = `${place} ${isElement}`;
    const found = decisive.get(key) ?? findDecisive(answersOf(place, isElement, observations));
    decisive.set(key, found);
    return found.has(leaf);
  };
  const met = units.filter(({ goal, place }) =>
    goal.kind === "decisive"
      ? isDecisive(place, goal)
      : observations.some((one) => isMetBy(goal, place, one)),
  );
  return new Set(met);
}

/** Whether the events together do what one unit asks for. */
export function isMet(unit: MatchUnit, observations: readonly Observation[]): boolean {
  return findMet([unit], observations).size > 0;
}

function answersOf(
  place: number,
  isElement: boolean,
  observations: readonly Observation[],
): readonly ObservedAnswer[] {
  if (isElement) {
    return observations.flatMap(({ takers }) => takers.get(place)?.elements ?? []);
  }
  return observations.flatMap(({ tried }) => tried.get(place) ?? []);
}

function isMetBy(
  goal: Exclude<Goal, { kind: "decisive" }>,
  place: number,
  observation: Observation,
): boolean {
  const { takers, tried, view, resolution } = observation;
  const count = takers.get(place)?.count;
  switch (goal.kind) {
    case "taken":
      return takers.has(place);
    case "unmatched":
      return view.path === goal.name && resolution.outcome === "unmatched";
    case "value":
      return tried.get(place)?.values[goal.leaf] === goal.value;
    case "result":
      return answersOf(place, goal.isElement, [observation]).some(
        ({ vector }) => vector[goal.leaf] === goal.holds,
      );
    default:
      return count !== undefined && COUNTS[Math.min(count, 2)] === goal.count;
  }
}

const COUNTS = ["none", "one", "many"] as const;

/**
 * A leaf is decisive if two events differ only in it, and the mapping takes only one of them. For each match, each leaf is
 * flipped and looked up among the others: the time grows with events times leaves, not with pairs of events.
 */
function findDecisive(answers: readonly ObservedAnswer[]): ReadonlySet<number> {
  const others = new Set<string>();
  for (const { vector, isMatch } of answers) if (!isMatch) others.add(keyOf(vector));
  const decisive = new Set<number>();
  for (const { vector, isMatch } of answers) {
    if (!isMatch) continue;
    for (const [index, holds] of vector.entries()) {
      if (holds === undefined || decisive.has(index)) continue;
      if (others.has(keyOf(vector.with(index, !holds)))) decisive.add(index);
    }
  }
  return decisive;
}

function keyOf(vector: ObservedAnswer["vector"]): string {
  return vector.map((holds) => (holds === undefined ? "?" : Number(holds))).join("");
}

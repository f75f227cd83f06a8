// A missing unit and the known events → the smallest change of an event that covers the unit, as a trial shows.
import type { HookEvent, Resolution } from "@hookwright/core";
import { findNearestChange, readRule, splitRule } from "@hookwright/core/plan";
import { conditionFromTree, type RuleNode, viewEvent } from "@hookwright/core/runtime";
import { Budget } from "@hookwright/template/runtime";
import { listOutcomes } from "../check-expectation.ts";
import type { EventChanges } from "../model.ts";
import { patchEvent } from "../patch-event.ts";
import type { CoveredConfig, CoveredMapping } from "./covered-config.ts";
import { type AtomLeaf, askLeaves, type Leaf } from "./match-leaves.ts";
import { isMet, type MatchUnit } from "./match-units.ts";
import type { CoverageRun, Suggestion } from "./model.ts";
import { type Observation, type ObservedRun, observeEvent } from "./observe-event.ts";
import {
  changesForLeaf,
  changesForMatch,
  changesForRendering,
  pathOfValue,
} from "./propose-changes.ts";
import type { SeenValues } from "./seen-values.ts";
import type { RenderUnit } from "./template-recorder.ts";

export type WantedUnit = { readonly match: MatchUnit } | { readonly rendering: RenderUnit };

/** Per unit: each try resolves an event, which takes about 0.1 ms. */
const MAX_TRIES = 150;

/** Only the nearest events are changed. */
const MAX_EVENTS = 5;

/** An event to change, and how. */
type Proposal = readonly [run: CoverageRun, changes: EventChanges];

interface EventsAtHand {
  readonly runs: readonly ObservedRun[];
  /** Values of other events, which are tried first. */
  readonly seenAt: SeenValues;
}

export async function suggestCase(
  wanted: WantedUnit,
  config: CoveredConfig,
  { runs, seenAt }: EventsAtHand,
): Promise<Suggestion | undefined> {
  const counted = runs.flatMap(({ run, observation }) =>
    run.asserted?.matching === true ? [observation] : [],
  );
  const proposals = propose(wanted, config, { runs, seenAt }).slice(0, MAX_TRIES);
  for (const [run, changes] of proposals) {
    const patched = patchEvent(run.event, changes);
    if (!patched.ok) continue;
    const observation = await observeEvent(patched.event, config);
    if (!exercises(wanted, observation, counted)) continue;
    const { takers, resolution } = observation;
    const ids = [...takers.keys()].flatMap((place) => config.mappings[place]?.mapping.id ?? []);
    const mapping = ids.length > 1 ? ids : ids[0];
    return {
      from: run.name,
      ...changes,
      event: patched.event,
      becomes: outcomeOf(resolution),
      ...(mapping !== undefined && { mapping }),
    };
  }
  return undefined;
}

function exercises(
  wanted: WantedUnit,
  observation: Observation,
  counted: readonly Observation[],
): boolean {
  if ("rendering" in wanted) return observation.exercised.has(wanted.rendering);
  return isMet(wanted.match, [...counted, observation]);
}

function propose(
  wanted: WantedUnit,
  config: CoveredConfig,
  { runs, seenAt }: EventsAtHand,
): readonly Proposal[] {
  if ("rendering" in wanted) {
    return runs
      .filter(({ observation }) => observation.reached.has(wanted.rendering))
      .slice(0, MAX_EVENTS)
      .flatMap((one) => proposalsOf(one, changesForRendering(wanted.rendering, one.observation)));
  }
  const { match } = wanted;
  const { goal, place } = match;
  const nearest = sortByNearness(runs, place).slice(0, MAX_EVENTS);
  if (goal.kind !== "taken") {
    const changes = changesForMatch(goal, { place, config, seenAt });
    return nearest.flatMap((one) => proposalsOf(one, changes));
  }
  const own = config.mappings[place] as CoveredMapping;
  return nearest.flatMap((one) => proposalsOf(one, [changeToMatch(one.run.event, own, config)]));
}

function proposalsOf({ run }: ObservedRun, changes: readonly EventChanges[]): readonly Proposal[] {
  return changes.map((one) => [run, one] as const);
}

/** Events that the mapping takes, then those it was tried with, then all others. */
function sortByNearness(runs: readonly ObservedRun[], place: number): readonly ObservedRun[] {
  const distanceOf = ({ observation: { takers, tried } }: ObservedRun): number => {
    if (takers.has(place)) return 0;
    return tried.has(place) ? 1 : 2;
  };
  return runs.toSorted((a, b) => distanceOf(a) - distanceOf(b));
}

/** In the words of an expectation. A list is refused only if every element is. */
export function outcomeOf(resolution: Resolution): string {
  return listOutcomes(resolution).find((outcome) => outcome !== "refused") ?? "refused";
}

/** The smallest changes of an event with which every clause of a mapping holds. */
function changeToMatch(
  event: HookEvent,
  { mapping, leaves }: CoveredMapping,
  config: CoveredConfig,
): EventChanges {
  const { path, when } = mapping.match;
  let changes: EventChanges = {};
  const asks = (leaf: Leaf, changed: EventChanges): boolean | undefined => {
    const patched = patchEvent(event, changed);
    if (!patched.ok) return undefined;
    const view = viewEvent(patched.event, config.compiled);
    return askLeaves([leaf], view, config.compiled.environment.limits)[0];
  };
  const settle = (leaf: Leaf, wanted: boolean): void => {
    if (asks(leaf, changes) === wanted) return;
    const tries = changesForLeaf(leaf, () => []).map((change) => joinChanges(changes, change));
    changes = tries.find((one) => asks(leaf, one) === wanted) ?? changes;
  };

  if (path !== undefined && path !== event.path) changes = { patch: { path } };
  for (const leaf of leaves) {
    if (leaf.kind === "atom") continue;
    if (!leaf.isUnwanted) changes = joinChanges(changes, setTo(leaf, asks(leaf, changes) === true));
    else settle(leaf, false);
  }
  const atoms = leaves.filter((leaf): leaf is AtomLeaf => leaf.kind === "atom");
  const wanted = atoms.filter(({ isUnwanted }) => !isUnwanted);
  const leafOf = (atom: RuleNode) => wanted.find((leaf) => leaf.atom.at.join() === atom.at.join());
  const view = viewEvent(event, config.compiled);
  const budget = new Budget(config.compiled.environment.limits);
  const nearest = findNearestChange(splitRule(readRule(when ?? true)), true, (atom) => {
    const leaf = leafOf(atom);
    // An atom that reads nothing is not a leaf.
    if (leaf === undefined)
      return { holds: conditionFromTree(atom).holds(view, budget), isFixed: true };
    return { holds: asks(leaf, changes), isFixed: false };
  });
  for (const change of nearest ?? []) settle(leafOf(change.atom) as AtomLeaf, change.wanted);
  for (const leaf of atoms) if (leaf.isUnwanted) settle(leaf, false);
  return changes;
}

function setTo(leaf: Exclude<Leaf, AtomLeaf>, holds: boolean): EventChanges {
  return holds ? {} : { patch: { [pathOfValue(leaf)]: leaf.values[0] } };
}

function joinChanges(a: EventChanges, b: EventChanges): EventChanges {
  const patch = { ...a.patch, ...b.patch };
  const remove = [...(a.remove ?? []), ...(b.remove ?? [])];
  return {
    ...(Object.keys(patch).length > 0 && { patch }),
    ...(remove.length > 0 && { remove }),
  };
}

// An event and a mapping that does not take it → the nearest changes with which every clause holds.

import type { HookEvent } from "@hookwright/core";
import {
  compileCondition,
  createProblemList,
  findNearestChange,
  splitRule,
  viewEvent,
} from "@hookwright/core/internal";
import { Budget } from "@hookwright/template/internal";
import type { EventChanges } from "../model.ts";
import { patchEvent } from "../patch-event.ts";
import type { CoveredConfig, CoveredMapping } from "./covered-config.ts";
import { type AtomLeaf, askLeaves, type Leaf } from "./match-leaves.ts";
import { changesForLeaf, pathOfValue } from "./propose-changes.ts";

export function changeToMatch(
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
  const leafOf = (atom: { readonly rule: object }) =>
    wanted.find((leaf) => leaf.atom.rule === atom.rule);
  const compileFixed = (rule: object) => compileCondition(rule, [], createProblemList().report);
  const view = viewEvent(event, config.compiled);
  const budget = new Budget(config.compiled.environment.limits);
  const nearest = findNearestChange(splitRule(when ?? true), true, (atom) => {
    const leaf = leafOf(atom);
    // One that reads nothing is no leaf.
    if (leaf === undefined)
      return { holds: compileFixed(atom.rule).holds(view, budget), isFixed: true };
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

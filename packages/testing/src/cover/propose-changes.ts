// A missing unit and an observed event → changes of the event that may cover the unit.

import { type ProposedValue, REMOVED, readOrigin, valuesForAtom } from "@hookwright/core/plan";
import type { RootPath } from "@hookwright/template/runtime";
import type { EventChanges } from "../model.ts";
import type { CoveredConfig, CoveredMapping } from "./covered-config.ts";
import type { Leaf, ValueLeaf } from "./match-leaves.ts";
import type { MatchUnit } from "./match-units.ts";
import type { Observation } from "./observe-event.ts";
import type { SeenValues } from "./seen-values.ts";
import type { RenderUnit } from "./template-recorder.ts";

interface MatchContext {
  readonly place: number;
  readonly config: CoveredConfig;
  readonly seenAt: SeenValues;
}

/** One clause changed at a time, the nearest value first. */
export function changesForMatch(
  goal: Exclude<MatchUnit["goal"], { kind: "taken" }>,
  { place, config: { mappings }, seenAt }: MatchContext,
): readonly EventChanges[] {
  const own = mappings[place] as CoveredMapping;
  const { elementLeaves, mapping } = own;
  const listPath = `payload.${mapping.forEach?.path.replace(/^payload\./, "")}`;
  const seenHere = (path: string) => seenAt(path, own.leaves);
  switch (goal.kind) {
    case "unmatched":
      return mappings
        .filter(({ mapping: { match } }) => match.path === goal.name)
        .flatMap(({ leaves }) =>
          leaves.flatMap((leaf) => changesForLeaf(leaf, (path) => seenAt(path, leaves))),
        );
    case "elements":
      return LISTS[goal.count].map((list) => ({ patch: { [listPath]: list } }));
    case "value": {
      const leaf = own.leaves[goal.leaf] as ValueLeaf;
      return [{ patch: { [pathOfValue(leaf)]: goal.value } }];
    }
    default: {
      if (!goal.isElement) return changesForLeaf(own.leaves[goal.leaf] as Leaf, seenHere);
      return changesForLeaf(elementLeaves[goal.leaf] as Leaf, seenHere, (path) =>
        path.replace(/^item(?=\.|$)/, `${listPath}.0`),
      );
    }
  }
}

const LISTS = {
  none: [[]],
  one: [[{}], ["text"]],
  many: [
    [{}, {}],
    ["text", "text"],
  ],
} as const;

export function changesForLeaf(
  leaf: Leaf,
  seenAt: (path: string) => readonly unknown[],
  rename: (path: string) => string = asItIs,
): readonly EventChanges[] {
  if (leaf.kind === "atom") {
    return valuesForAtom(leaf.atom, (path) => seenAt(rename(path))).map(({ path, value }) =>
      toChange({ path: rename(path), value }),
    );
  }
  const path = pathOfValue(leaf);
  const [first] = leaf.values;
  const values = [first, ...seenAt(path).map(String), `${first}~`];
  return [{ remove: [path] }, ...values.map((value) => ({ patch: { [path]: value } }))];
}

function asItIs(path: string): string {
  return path;
}

export function pathOfValue({ kind, name }: ValueLeaf): string {
  return kind === "source" ? "payload.source" : `${kind}.${name}`;
}

export function toChange({ path, value }: ProposedValue): EventChanges {
  return value === REMOVED ? { remove: [path] } : { patch: { [path]: value } };
}

/** Removes what a rendered unit read, or sets it to the literals of its tag or to values of each type. */
export function changesForRendering(
  unit: RenderUnit,
  { reached, view }: Observation,
): readonly EventChanges[] {
  const paths = (reached.get(unit) as readonly RootPath[]).filter(
    ({ root, steps }) => steps.length > 0 && root !== "now",
  );
  const named = [...unit.label.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, a, b]) => a ?? b);
  const literals = named.flatMap((text) => [text, `${text}~`]);
  const single = paths.flatMap((origin) => {
    const path = changePathToText([origin.root, ...origin.steps]);
    const seen = readOrigin(origin, view);
    const doubled = Array.isArray(seen) && seen.length > 0 ? [[seen[0], seen[0]]] : [];
    return [...VALUES, ...literals, ...doubled, ...OTHER_VALUES].map((value) =>
      toChange({ path, value }),
    );
  });
  const all = paths.map(({ root, steps }) => changePathToText([root, ...steps]));
  const removed = all.map((_, index) => ({ remove: all.slice(0, index + 1) }));
  // An argument of `default` is used if those before it are missing.
  const used = all.slice(1).map((path, index) => ({
    remove: all.slice(0, index + 1),
    patch: { [path]: "text" },
  }));
  return [...single, ...removed, ...used];
}

const VALUES: readonly unknown[] = [REMOVED, "text", true, false];

const OTHER_VALUES: readonly unknown[] = [
  [],
  null,
  1,
  0,
  "2026-01-02T03:04:05Z",
  ["text"],
  ["text", "text"],
  [{}, {}],
  { text: "text" },
];

/** A key with a dot or a bracket is in brackets. */
export function changePathToText(steps: readonly string[]): string {
  return steps
    .map((step, index) => {
      if (/[.[\]]/.test(step)) return `[${step}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}

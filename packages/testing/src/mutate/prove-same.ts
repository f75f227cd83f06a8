// A config and a mutant of it → whether they are proved equivalent for all events.

import type { CompileOptions, HookwrightConfig, MappingInput } from "@hookwright/core";
import {
  BUILT_IN_EVENTS,
  createEffort,
  createProblemList,
  type Effort,
  type Formula,
  findEvent,
  formulaFromMatch,
  listAtoms,
  type Mapping,
  normalizeMapping,
  normalizeMappings,
  OPAQUE,
  parseConfig,
} from "@hookwright/core/plan";
import type { Mutant } from "./model.ts";

interface ProvableMapping {
  readonly mapping: Mapping;
  readonly formula: Formula;
}

/**
 * Three proofs: the mapping is the same with all defaults written out; it skips its events and takes the same ones; or
 * all values of its clauses, and one value for all others, were tried without a difference. Opaque rules and too many
 * values prove nothing.
 */
export function createProver(
  config: unknown,
  { presets }: CompileOptions = {},
): (mutant: Mutant) => boolean {
  const { report } = createProblemList();
  const { hooks = {} } = parseConfig(config, report) as HookwrightConfig;
  const all: readonly ProvableMapping[] = normalizeMappings(hooks, { presets, report }).map(
    (mapping) => ({
      mapping,
      formula: formulaFromMatch(mapping.match),
    }),
  );
  const effort = createEffort();
  return (mutant) => {
    // A changed partial changes the text of every template that uses it.
    if (mutant.partial !== undefined) return false;
    const { place, edit } = mutant;
    const own = all[place] as ProvableMapping;
    const before = all.slice(0, place);
    if (edit.kind === "remove") return isNeverAsked(own, before, { all, effort });
    if (edit.kind === "swap") {
      return isSameOrder(all.slice(place, edit.with + 1), before, effort);
    }
    return isSameMapping(own, provableFromInput(edit.mapping, own.mapping), { before, effort });
  };
}

function provableFromInput(input: MappingInput, { id, configPath }: Mapping): ProvableMapping {
  const mapping = normalizeMapping(input, { id, configPath });
  return { mapping, formula: formulaFromMatch(mapping.match) };
}

/** A body that is not an object is refused only if some mapping has the name, so another mapping must have it. */
function isNeverAsked(
  own: ProvableMapping,
  before: readonly ProvableMapping[],
  { all, effort }: { readonly all: readonly ProvableMapping[]; readonly effort: Effort },
): boolean {
  const { path } = own.mapping.match;
  const hasOther = all.some(
    (one) =>
      one !== own &&
      path !== undefined &&
      (one.mapping.match.path ?? path) === path &&
      hasProofOf(one, own),
  );
  return hasOther && isNever(own.formula, [], earlierOf(before, [own]), effort);
}

/**
 * No two of them take the same event, so their order does not matter. If the clauses before the conditions show it, only
 * one of the conditions is evaluated for an event, so opaque rules and their cost do not matter.
 */
function isSameOrder(
  among: readonly ProvableMapping[],
  before: readonly ProvableMapping[],
  effort: Effort,
): boolean {
  const [first, last] = [among[0], among.at(-1)] as [ProvableMapping, ProvableMapping];
  const pairs = among.flatMap((one) => [
    ...(one === first ? [] : [[first, one] as const]),
    ...(one === first || one === last ? [] : [[one, last] as const]),
  ]);
  return pairs.every(([a, b]) =>
    [
      [a.formula, b.formula],
      [clausesOf(a), clausesOf(b)],
    ].some((of) => isNever({ kind: "all", of }, [], earlierOf(before, [a, b]), effort)),
  );
}

/** The clauses that are checked before any condition. */
function clausesOf({ mapping: { match } }: ProvableMapping): Formula {
  const { when: _, not: __, ...clauses } = match;
  return formulaFromMatch(clauses);
}

function isSameMapping(
  own: ProvableMapping,
  mutant: ProvableMapping,
  { before, effort }: { readonly before: readonly ProvableMapping[]; readonly effort: Effort },
): boolean {
  const isSkipped = own.mapping.skip && mutant.mapping.skip;
  const rest = (mapping: Mapping) => JSON.stringify({ ...mapping, match: undefined });
  if (!isSkipped && rest(own.mapping) !== rest(mutant.mapping)) return false;
  if (JSON.stringify(own.mapping.match) === JSON.stringify(mutant.mapping.match)) return true;
  const earlier = earlierOf(before, [own]);
  return (
    isNever(own.formula, [mutant.formula], earlier, effort) &&
    isNever(mutant.formula, [own.formula], earlier, effort)
  );
}

/** A mapping can take the events of another one only with the same authentication, and without `continue`. */
function earlierOf(
  before: readonly ProvableMapping[],
  among: readonly ProvableMapping[],
): readonly ProvableMapping[] {
  return before.filter(
    (one) => one.mapping.continue !== true && among.every((other) => hasProofOf(one, other)),
  );
}

function hasProofOf(one: ProvableMapping, other: ProvableMapping): boolean {
  return one.mapping.auth?.id === other.mapping.auth?.id;
}

/** Whether no event satisfies this and passes the earlier mappings. Opaque rules prove nothing. */
function isNever(
  holds: Formula,
  fail: readonly Formula[],
  earlier: readonly ProvableMapping[],
  effort: Effort,
): boolean {
  if ([holds, ...fail].flatMap(listAtoms).some(({ variable }) => variable.startsWith(OPAQUE))) {
    return false;
  }
  const taken = earlier.map(({ formula }) => formula);
  return findEvent({ holds, fail: [BUILT_IN_EVENTS, ...fail, ...taken] }, effort) === "none";
}

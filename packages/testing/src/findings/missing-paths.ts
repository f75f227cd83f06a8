// What a mapping asked of the events → warnings of paths outside of templates that name nothing in any of them.
import type { ConfigPath, Problem } from "@hookwright/core";
import {
  createProblem,
  findUnlikeValues,
  hintMissingList,
  listFieldReads,
} from "@hookwright/core/plan";
import type { RuleNode } from "@hookwright/core/runtime";
import { DEFAULT_RENDER_LIMITS } from "@hookwright/template/runtime";
import type { CoveredMapping } from "../cover/covered-config.ts";
import type { Observation } from "../cover/observe-event.ts";

/** A list that every event lacks, or has as something else; an empty one is there. `taken` are the events that the mapping takes. */
export function findMissingList(
  { mapping, compiled: { forEach } }: CoveredMapping,
  taken: readonly Observation[],
): readonly Problem[] {
  const isMissing = ({ resolution }: Observation): boolean =>
    resolution.outcome === "handled" && resolution.list === "missing";
  const isOther = ({ resolution }: Observation): boolean =>
    resolution.outcome === "refused" &&
    resolution.refusal.code === "invalid_payload" &&
    resolution.mappingId === mapping.id;
  if (forEach === undefined || taken.length === 0) return [];
  const areOther = taken.every(isOther);
  if (!areOther && !taken.every(isMissing)) return [];
  const message = areOther
    ? `What every event has as "${forEach.path}" is not a list: every event is refused with a 400.`
    : `No event has the list "${forEach.path}": every event is dropped with a 204.`;
  const hints = taken.flatMap(({ view }) => hintMissingList(view.payload, forEach) ?? []);
  const hint = hints[0] ?? "Look for the list in an event, or add an event that has it.";
  const path = [...mapping.configPath, "forEach"];
  return [createProblem("for_each_list_missing", path, message, { severity: "warning", hint })];
}

/** Fields that no event has, where something like them is there; and comparisons of values of two kinds. */
export function findMissingFields(
  { mapping, compiled: { rule, forEach } }: CoveredMapping,
  place: number,
  observations: readonly Observation[],
): readonly Problem[] {
  const { configPath } = mapping;
  const { when, not } = rule;
  const asked = observations.filter(({ tried }) => tried.has(place));
  const views = asked.map(({ view }) => view);
  const taken = observations.filter(({ taker }) => taker === place);
  const elements = taken.flatMap(({ subjects }) => subjects);
  return [
    ...(when === undefined ? [] : check(when.tree, [...configPath, "match", "when"], views)),
    ...(not?.when === undefined
      ? []
      : check(not.when.tree, [...configPath, "match", "not", "when"], views)),
    ...(forEach?.when === undefined
      ? []
      : check(forEach.when.tree, [...configPath, "forEach", "when"], elements)),
  ];
}

function check(
  tree: RuleNode,
  rulePath: ConfigPath,
  subjects: Parameters<typeof listFieldReads>[1],
): readonly Problem[] {
  const sights = listFieldReads(tree, subjects, DEFAULT_RENDER_LIMITS);
  const words = new Map(
    subjects
      .flatMap((subject) => findUnlikeValues(tree, subject, DEFAULT_RENDER_LIMITS))
      .map((word) => [JSON.stringify(word), word] as const),
  );
  const compared = [...words.values()].map((word) => {
    const { message, hint, at } = word;
    const path = [...rulePath, ...at];
    return createProblem("condition_compares_text", path, message, { severity: "warning", hint });
  });
  const missing = sights.flatMap(({ field, isThere, isOptional, hint, meant }) => {
    if (isThere || hint === undefined || (isOptional && meant === "near name")) return [];
    const message = `No event has ${field.name}, which the condition reads.`;
    const path = [...rulePath, ...field.at];
    return [createProblem("condition_field_missing", path, message, { severity: "warning", hint })];
  });
  return [...missing, ...compared];
}

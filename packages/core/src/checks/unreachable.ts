// A mapping that can never be reached, because a built-in route or an earlier mapping takes its events.
import type { Mapping, MatchClauses } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";

const BUILT_IN_ROUTES = new Set(["wake", "agent"]);

export function checkUnreachable(mappings: readonly Mapping[]): readonly Problem[] {
  const first = new Map<string, Mapping>();
  return mappings.flatMap((mapping) => {
    const { path, source } = mapping.match;
    if (path !== undefined && BUILT_IN_ROUTES.has(path)) return [shadowedByRoute(mapping, path)];
    const earlier = findEarlier(first, path, source);
    if (earlier === undefined && asksNoMore(mapping.match)) first.set(keyOf(path, source), mapping);
    // That an operator's mapping takes over the events of a preset is what presets come last for.
    if (earlier === undefined || mapping.preset !== undefined) return [];
    return [shadowedByMapping(mapping, earlier)];
  });
}

/** Only a mapping that asks for nothing but path and source is sure to take every event of both. */
function asksNoMore({ headers, query, when, not }: MatchClauses): boolean {
  return headers.length === 0 && query.length === 0 && when === undefined && not === undefined;
}

/** An earlier mapping takes every event of this one if it asks for the same or for less. */
function findEarlier(
  first: ReadonlyMap<string, Mapping>,
  path: string | undefined,
  source: string | undefined,
): Mapping | undefined {
  const wider = [keyOf(path, source), keyOf(path), keyOf(undefined, source), keyOf()];
  return wider.map((key) => first.get(key)).find((mapping) => mapping !== undefined);
}

function keyOf(path?: string, source?: string): string {
  return JSON.stringify([path ?? null, source ?? null]);
}

function shadowedByRoute(mapping: Mapping, path: string): Problem {
  return createProblem(
    "mapping_unreachable",
    [...mapping.configPath, "match", "path"],
    `Mapping "${mapping.id}" is never reached: "${path}" is a built-in route.`,
    {
      severity: "warning",
      hint: "Choose another name and change it in the sender's URL.",
    },
  );
}

function shadowedByMapping(mapping: Mapping, earlier: Mapping): Problem {
  return createProblem(
    "mapping_unreachable",
    mapping.configPath,
    `Mapping "${mapping.id}" is never reached: "${earlier.id}" takes all of its events.`,
    {
      severity: "warning",
      hint: `Move it before "${earlier.id}", or narrow that one.`,
    },
  );
}

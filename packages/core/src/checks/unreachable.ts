// A mapping that can never be reached: a built-in route or earlier mappings take its events, or
// nothing can match it.
import type { Mapping } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";
import { analyzeReachability, type Reachability } from "./reachability/analyze-reachability.ts";

export function checkUnreachable(mappings: readonly Mapping[]): readonly Problem[] {
  return analyzeReachability(mappings).flatMap(problemsOf);
}

function problemsOf({
  mapping,
  verdict,
  shadowedBy,
  overlaps,
}: Reachability<Mapping>): readonly Problem[] {
  if (verdict === "contradictory") return [contradictory(mapping)];
  if (verdict !== "shadowed") return [];
  if (overlaps.length === 0) return [shadowedByRoute(mapping)];
  // That an operator's mapping takes over the events of a preset is what presets come last for.
  if (mapping.preset !== undefined) return [];
  const takers = shadowedBy === undefined ? overlaps : [shadowedBy];
  const names = takers.map(({ id }) => `"${id}"`).join(" and ");
  const verb = takers.length === 1 ? "takes" : "together take";
  return [
    createProblem(
      "mapping_unreachable",
      mapping.configPath,
      `Mapping "${mapping.id}" is never reached: ${names} ${verb} all of its events.`,
      { severity: "warning", hint: `Move it before ${names}, or narrow what they match.` },
    ),
  ];
}

function shadowedByRoute({ id, match, configPath }: Mapping): Problem {
  const { path } = match;
  const why =
    path === undefined ? "built-in routes take all of its events" : `"${path}" is a built-in route`;
  return createProblem(
    "mapping_unreachable",
    [...configPath, "match", ...(path === undefined ? [] : ["path"])],
    `Mapping "${id}" is never reached: ${why}.`,
    {
      severity: "warning",
      hint: "Remove it, as that route needs no mapping, or choose another name, also in the sender's URL.",
    },
  );
}

function contradictory({ id, configPath }: Mapping): Problem {
  return createProblem(
    "mapping_unreachable",
    [...configPath, "match"],
    `Mapping "${id}" is never reached: its match contradicts itself.`,
    { severity: "warning", hint: "Remove one of the clauses that exclude each other." },
  );
}

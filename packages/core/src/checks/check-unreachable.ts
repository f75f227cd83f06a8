// All mappings, in order → a warning of each that no event can reach.
import { BUILT_IN_ROUTES } from "../data/built-in-routes.ts";
import type { Mapping, MatchClauses } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem, type Report } from "../problem/problem.ts";
import { analyzeReachability, type Reachability } from "./reachability/analyze-reachability.ts";

export function checkUnreachable(mappings: readonly Mapping[], report: Report): void {
  if (haveOwnPaths(mappings)) return;
  for (const reachability of analyzeReachability(mappings)) {
    const problem = problemFromReachability(reachability);
    if (problem !== undefined) report(problem);
  }
}

/** Mappings that ask for a path each, every one for another, cannot take events from each other. */
function haveOwnPaths(mappings: readonly Mapping[]): boolean {
  const paths = new Set(BUILT_IN_ROUTES);
  return mappings.every(({ match }) => {
    if (match.path === undefined || paths.has(match.path) || canContradictItself(match)) {
      return false;
    }
    paths.add(match.path);
    return true;
  });
}

/** Without conditions, only two clauses for one header or parameter can exclude each other. */
function canContradictItself({ headers, query, when, not }: MatchClauses): boolean {
  return when !== undefined || not !== undefined || headers.length > 1 || query.length > 1;
}

function problemFromReachability({
  mapping,
  verdict,
  shadowedBy,
  overlaps,
}: Reachability<Mapping>): Problem | undefined {
  if (verdict === "contradictory") return contradictory(mapping);
  if (verdict !== "shadowed") return undefined;
  if (overlaps.length === 0) return shadowedByRoute(mapping);
  // An operator names a preset and takes over some of its events on purpose.
  if (mapping.preset !== undefined) return undefined;
  const takers = shadowedBy === undefined ? overlaps : [shadowedBy];
  const names = takers.map(({ id }) => `"${id}"`).join(" and ");
  const verb = takers.length === 1 ? "takes" : "together take";
  return createProblem(
    "mapping_unreachable",
    mapping.configPath,
    `Mapping "${mapping.id}" is never reached: ${names} ${verb} all of its events.`,
    { severity: "warning", hint: `Move it before ${names}, or narrow what they match.` },
  );
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

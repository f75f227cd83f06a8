// The clauses of a match that an event fails → the nearest change of the event with which it would match.
import type { CompiledMatch } from "../compiled.ts";
import type { FailedClause } from "../match/failed-clause.ts";
import type { ValueClause } from "../model/mapping.ts";
import { findNearestName } from "../problem/nearest-name.ts";

export function describeChange(failed: readonly FailedClause[], rule: CompiledMatch): string {
  return failed.map((clause) => describeClause(clause, rule)).join(" and ");
}

function describeClause(failed: FailedClause, { not }: CompiledMatch): string {
  const { clause, wanted, seen, isUndecided } = failed;
  if (isUndecided) return "the condition could be evaluated for this payload";
  if (clause === "when") return "the condition held";
  if (clause === "not") return describeEscape(not as CompiledMatch);
  const nearest = (seen === undefined ? undefined : findNearestName(seen, wanted)) ?? wanted[0];
  const [kind = "", ...name] = clause.split(".");
  const subject = name.length === 0 ? `the ${kind}` : describeName(kind, name.join("."));
  return `${subject} were "${nearest}"`;
}

function describeName(kind: string, name: string): string {
  return `${kind === "headers" ? "header" : "query parameter"} "${name}"`;
}

/** All clauses under `match.not` hold: any one that did not would do. */
function describeEscape({ path, source, headers, query, when, not }: CompiledMatch): string {
  const ways = [
    ...(path === undefined ? [] : [`the path were not "${path}"`]),
    ...(source === undefined ? [] : [`the source were not "${source}"`]),
    ...headers.map((clause) => describeOther("headers", clause)),
    ...query.map((clause) => describeOther("query", clause)),
    ...(when === undefined ? [] : ["the condition under match.not did not hold"]),
    ...(not === undefined ? [] : ["the clauses under match.not.not all held"]),
  ];
  return ways.length === 0 ? "match.not had a clause" : ways.join(" or ");
}

function describeOther(kind: string, { name, values }: ValueClause): string {
  const list = values.map((value) => `"${value}"`).join(" or ");
  return `${describeName(kind, name)} were not ${list}`;
}

// The clauses of a match that failed → the nearest changes of the event that satisfy them all, in words.

import { findNearestName } from "@hookwright/base";
import type { RenderLimits } from "@hookwright/template";
import type { EventView } from "../base/index.ts";
import type { MatchClauses, ValueClause } from "../config/index.ts";
import type { FailedClause } from "../match/index.ts";
import { explainCondition } from "./condition/explain-condition.ts";

/** A clause that failed, or whose condition alone is more work than an event may take. */
export interface ReportedClause extends FailedClause {
  readonly isOverspent?: true;
}

export interface ReportedEvent {
  readonly view: EventView;
  readonly limits: RenderLimits;
}

/** `match` as written. */
export function describeChange(
  failed: readonly ReportedClause[],
  match: MatchClauses,
  event: ReportedEvent,
): string {
  return failed.map((clause) => describeClause(clause, match, event)).join(" and ");
}

function describeClause(
  failed: ReportedClause,
  { when, not }: MatchClauses,
  event: ReportedEvent,
): string {
  const { clause, wanted, seen, isUndecided, isOverspent } = failed;
  if (isOverspent) return "the condition took less work for this payload";
  if (isUndecided) return "the condition could be evaluated for this payload";
  if (clause === "when") return describeCondition(when, true, event) ?? "the condition held";
  if (clause === "not") return describeEscape(not as MatchClauses, event);
  const nearest = (seen === undefined ? undefined : findNearestName(seen, wanted)) ?? wanted[0];
  const [kind = "", ...name] = clause.split(".");
  const subject = name.length === 0 ? `the ${kind}` : describeName(kind, name.join("."));
  return `${subject} were "${nearest}"`;
}

const NOT_HELD = "the condition under match.not did not hold";

function describeCondition(
  when: unknown,
  wanted: boolean,
  { view, limits }: ReportedEvent,
): string | undefined {
  return explainCondition(when, { subject: view, limits, wanted }).change;
}

function describeName(kind: string, name: string): string {
  return `${kind === "headers" ? "header" : "query parameter"} "${name}"`;
}

/** All clauses under `match.not` hold: any one that did not would do. */
function describeEscape(
  { path, source, headers, query, when, not }: MatchClauses,
  event: ReportedEvent,
): string {
  const ways = [
    ...(path === undefined ? [] : [`the path were not "${path}"`]),
    ...(source === undefined ? [] : [`the source were not "${source}"`]),
    ...headers.map((clause) => describeOther("headers", clause)),
    ...query.map((clause) => describeOther("query", clause)),
    ...(when === undefined ? [] : [describeCondition(when, false, event) ?? NOT_HELD]),
    ...(not === undefined ? [] : ["the clauses under match.not.not all held"]),
  ];
  return ways.length === 0 ? "match.not had a clause" : ways.join(" or ");
}

function describeOther(kind: string, { name, values }: ValueClause): string {
  const list = values.map((value) => `"${value}"`).join(" or ");
  return `${describeName(kind, name)} were not ${list}`;
}

// An event and all mappings, in order → which matched, and which clauses of the others failed.

import { findNearestName } from "@hookwright/base";
import type { RenderLimits } from "@hookwright/template";
import { Budget, WorkLimitError } from "@hookwright/template/runtime";
import type { EventView, MatchReport, Resolution, ValueClause } from "../../model/index.ts";
import {
  acceptsProof,
  type Condition,
  type FailedClause,
  findFailedClause,
} from "../../serving/match/index.ts";
import type { CompiledConfig, CompiledMatch } from "../../serving/resolve/index.ts";
import { explainCondition } from "./condition/explain-condition.ts";

interface MatchedEvent {
  readonly view: EventView;
  readonly resolution: Resolution;
}

export function reportMatches(
  { view, resolution }: MatchedEvent,
  config: CompiledConfig,
): readonly MatchReport[] {
  const { limits } = config.environment;
  // What matching may cost for one event: `resolve` spends it in the same order.
  const budget = new Budget(limits);
  let isDecided = isDecidedBefore(resolution);
  return config.mappings.map(({ id: mappingId, rule }): MatchReport => {
    if (isDecided) return { mappingId, result: "not tried" };
    if (!acceptsProof(rule.auth, view.proof)) return reportProof(mappingId);
    const isSpent = spendsAll(rule, view, budget);
    const failed = findFailedClauses(rule, view, limits);
    const [first] = failed;
    isDecided = isSpent || first === undefined;
    if (isSpent && !failed.some(({ isOverspent }) => isOverspent)) {
      return reportSpent(mappingId, rule);
    }
    return first === undefined
      ? { mappingId, result: "matched", ...reportCondition(rule, { view, limits }) }
      : reportFailure(mappingId, { first, failed, rule }, { view, limits });
  });
}

function reportProof(mappingId: string): MatchReport {
  const wouldMatchIf = "the request were authenticated as this mapping asks";
  return { mappingId, result: "not matched", clause: "auth", wouldMatchIf };
}

/** The built-in routes come before all mappings, and a body that is neither object nor list gets to none. */
function isDecidedBefore(resolution: Resolution): boolean {
  if (resolution.outcome === "unmatched" || resolution.mappingId !== undefined) return false;
  return resolution.outcome !== "refused" || resolution.refusal.code !== "work_limit";
}

/** Whether the clauses, asked as `resolve` asks them, take more than is left. */
function spendsAll(rule: CompiledMatch, view: EventView, budget: Budget): boolean {
  // The index leaves out the mappings of other names.
  if (rule.path !== undefined && rule.path !== view.path) return false;
  return askWithin(rule, { view, budget }) === "overspent";
}

/** The clause that fails, or undefined; or "overspent" if the budget is too small to find it. */
function askWithin(
  rule: CompiledMatch,
  { view, budget }: { readonly view: EventView; readonly budget: Budget },
): FailedClause | "overspent" | undefined {
  try {
    return findFailedClause(rule, view, budget);
  } catch (error) {
    if (!(error instanceof WorkLimitError)) throw error;
    return "overspent";
  }
}

/** No condition is too much work by itself, but all of them up to here are. */
function reportSpent(mappingId: string, { not }: CompiledMatch): MatchReport {
  const clause = not === undefined ? "when" : "not";
  const wouldMatchIf = "the conditions up to this one took less work for this payload";
  return { mappingId, result: "not matched", clause, wouldMatchIf };
}

/** The clauses one by one, so that the change which is named satisfies them all. */
function findFailedClauses(
  rule: CompiledMatch,
  view: EventView,
  limits: RenderLimits,
): readonly ReportedClause[] {
  const { path, source, headers, query, when, not } = rule;
  const clauses: readonly CompiledMatch[] = [
    { ...NO_CLAUSES, path },
    { ...NO_CLAUSES, source },
    ...headers.map((clause) => ({ ...NO_CLAUSES, headers: [clause] })),
    ...query.map((clause) => ({ ...NO_CLAUSES, query: [clause] })),
    { ...NO_CLAUSES, when },
    { ...NO_CLAUSES, not },
  ];
  return clauses.flatMap((clause) => findOne(clause, view, limits) ?? []);
}

/** Each has a budget of its own: an explanation also asks clauses behind one that failed. */
function findOne(
  clause: CompiledMatch,
  view: EventView,
  limits: RenderLimits,
): ReportedClause | undefined {
  const failed = askWithin(clause, { view, budget: new Budget(limits) });
  if (failed !== "overspent") return failed;
  const name = clause.when === undefined ? "not" : "when";
  return { clause: name, wanted: [], seen: undefined, isOverspent: true };
}

const NO_CLAUSES: CompiledMatch = {
  path: undefined,
  source: undefined,
  headers: [],
  query: [],
  when: undefined,
  not: undefined,
};

interface Failure {
  readonly first: ReportedClause;
  readonly failed: readonly ReportedClause[];
  readonly rule: CompiledMatch;
}

function reportFailure(
  mappingId: string,
  { first: { clause, seen, isOverspent }, failed, rule }: Failure,
  event: ReportedEvent,
): MatchReport {
  // Where an earlier clause fails, no condition was asked.
  const asked = { when: rule, not: rule.not }[clause];
  return {
    mappingId,
    result: "not matched",
    clause,
    ...(seen !== undefined && { seen }),
    wouldMatchIf: describeChange(failed, rule, event),
    ...(asked && !isOverspent && reportCondition(asked, { ...event, wanted: clause === "when" })),
  };
}

function reportCondition(
  { when }: CompiledMatch,
  { view, limits, wanted = true }: ReportedEvent & { readonly wanted?: boolean },
): Pick<MatchReport, "atoms"> {
  if (when === undefined) return {};
  const { atoms } = explainCondition(when.tree, { subject: view, limits, wanted });
  return atoms.length > 0 ? { atoms } : {};
}

/** A clause that failed, or whose condition alone is more work than an event may take. */
interface ReportedClause extends FailedClause {
  readonly isOverspent?: true;
}

interface ReportedEvent {
  readonly view: EventView;
  readonly limits: RenderLimits;
}

function describeChange(
  failed: readonly ReportedClause[],
  rule: CompiledMatch,
  event: ReportedEvent,
): string {
  return failed.map((clause) => describeClause(clause, rule, event)).join(" and ");
}

function describeClause(
  failed: ReportedClause,
  { when, not }: CompiledMatch,
  event: ReportedEvent,
): string {
  const { clause, wanted, seen, isUndecided, isOverspent } = failed;
  if (isOverspent) return "the condition took less work for this payload";
  if (isUndecided) return "the condition could be evaluated for this payload";
  if (clause === "when")
    return describeCondition(when as Condition, true, event) ?? "the condition held";
  if (clause === "not") return describeEscape(not as CompiledMatch, event);
  const nearest = (seen === undefined ? undefined : findNearestName(seen, wanted)) ?? wanted[0];
  const [kind = "", ...name] = clause.split(".");
  const subject = name.length === 0 ? `the ${kind}` : describeName(kind, name.join("."));
  return `${subject} were "${nearest}"`;
}

const NOT_HELD = "the condition under match.not did not hold";

function describeCondition(
  { tree }: Condition,
  wanted: boolean,
  { view, limits }: ReportedEvent,
): string | undefined {
  return explainCondition(tree, { subject: view, limits, wanted }).change;
}

function describeName(kind: string, name: string): string {
  return `${kind === "headers" ? "header" : "query parameter"} "${name}"`;
}

/** All clauses under `match.not` hold: any one that did not would do. */
function describeEscape(
  { path, source, headers, query, when, not }: CompiledMatch,
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

// An event and all mappings, in order → which matched, and which clauses of the others failed.
import type { CompiledConfig, CompiledMatch } from "../compiled.ts";
import { Budget, type RenderLimits, WorkLimitError } from "../data/budget.ts";
import type { EventView } from "../data/event-view.ts";
import { type FailedClause, findFailedClause } from "../match/failed-clause.ts";
import { acceptsProof } from "../match/index-mappings.ts";
import type { ConditionReport, MatchReport } from "../model/explanation.ts";
import type { ValueClause } from "../model/mapping.ts";
import type { Resolution } from "../model/resolution.ts";
import { findNearestName } from "../problem/nearest-name.ts";

export interface MatchedEvent {
  readonly view: EventView;
  readonly resolution: Resolution;
}

export function reportMatches(
  { view, resolution }: MatchedEvent,
  config: CompiledConfig,
): readonly MatchReport[] {
  const { limits } = config.environment;
  let isDecided = isDecidedBefore(resolution);
  return config.mappings.map(({ id: mappingId, rule }): MatchReport => {
    if (isDecided) return { mappingId, result: "not tried" };
    if (!acceptsProof(rule.auth, view.proof)) return reportProof(mappingId);
    const failed = findFailedClauses(rule, view, limits);
    const [first] = failed;
    isDecided = first === undefined || failed.some(({ isOverspent }) => isOverspent);
    return first === undefined
      ? { mappingId, result: "matched", ...traceCondition(rule, view, limits) }
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

/** A clause that failed, or whose condition alone is more work than an event may take. */
interface ReportedClause extends FailedClause {
  readonly isOverspent?: true;
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

/** Each has a budget of its own: an explanation asks more than the event did. */
function findOne(
  clause: CompiledMatch,
  view: EventView,
  limits: RenderLimits,
): ReportedClause | undefined {
  try {
    return findFailedClause(clause, view, new Budget(limits));
  } catch (error) {
    if (!(error instanceof WorkLimitError)) throw error;
    const name = clause.when === undefined ? "not" : "when";
    return { clause: name, wanted: [], seen: undefined, isOverspent: true };
  }
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

interface ReportedEvent {
  readonly view: EventView;
  readonly limits: RenderLimits;
}

function reportFailure(
  mappingId: string,
  { first: { clause, seen, isOverspent }, failed, rule }: Failure,
  { view, limits }: ReportedEvent,
): MatchReport {
  // Where an earlier clause fails, no condition was asked.
  const asked = { when: rule, not: rule.not }[clause];
  return {
    mappingId,
    result: "not matched",
    clause,
    ...(seen !== undefined && { seen }),
    wouldMatchIf: describeChange(failed, rule),
    ...(asked && !isOverspent && traceCondition(asked, view, limits)),
  };
}

function traceCondition(
  { when }: CompiledMatch,
  view: EventView,
  limits: RenderLimits,
): Pick<MatchReport, "condition"> {
  const condition: ConditionReport[] = [];
  when?.holds(view, new Budget(limits), (step) => {
    condition.push(step);
  });
  return condition.length > 0 ? { condition } : {};
}

export function describeChange(failed: readonly ReportedClause[], rule: CompiledMatch): string {
  return failed.map((clause) => describeClause(clause, rule)).join(" and ");
}

function describeClause(failed: ReportedClause, { not }: CompiledMatch): string {
  const { clause, wanted, seen, isUndecided, isOverspent } = failed;
  if (isOverspent) return "the condition took less work for this payload";
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

// An event and all mappings, in order → which matched, and which clauses of the others failed.

import { findNearestName, readHeader, readHeaderOf } from "@hookwright/base";
import type { RenderLimits } from "@hookwright/template";
import { Budget, WorkLimitError } from "@hookwright/template/runtime";
import type {
  ClauseReport,
  EventChange,
  EventView,
  MatchReport,
  Resolution,
  ValueClause,
} from "../../model/index.ts";
import {
  acceptsProof,
  type Condition,
  type FailedClause,
  findFailedClause,
  type RuleNode,
} from "../../serving/match/index.ts";
import type {
  CompiledConfig,
  CompiledMapping,
  CompiledMatch,
} from "../../serving/resolve/index.ts";
import { changeFromValues } from "./change-event.ts";
import { type ConditionExplanation, explainCondition } from "./condition/explain-condition.ts";
import { findChange, flipAtom, type TriedEvent } from "./find-change.ts";
import type { LocateClause } from "./locate-mapping.ts";

interface MatchedEvent {
  readonly view: EventView;
  readonly resolution: Resolution;
}

/** What is reported beside the results. */
interface MatchQuestion {
  readonly locate: LocateClause;
  /** Whether each clause is reported, and changes of the event are tried. */
  readonly clauses: boolean;
}

export function reportMatches(
  { view, resolution }: MatchedEvent,
  config: CompiledConfig,
  question: MatchQuestion,
): readonly MatchReport[] {
  const { limits } = config.environment;
  // What matching may cost for one event: `resolve` spends it in the same order.
  const budget = new Budget(limits);
  const asked = { view, limits, ...question };
  let isDecided = isDecidedBefore(resolution);
  return config.mappings.map((mapping): MatchReport => {
    const { id: mappingId, rule } = mapping;
    if (isDecided) return { mappingId, result: "not tried" };
    const event = new ReportedEvent(mapping, asked);
    if (!acceptsProof(rule.auth, view.proof)) {
      return { ...reportProof(mappingId), ...(question.clauses && reportProofClause(event)) };
    }
    const isSpent = spendsAll(rule, view, budget);
    const parts = askClauses(rule, view, limits);
    const failed = parts.flatMap(({ failed: one }) => one ?? []);
    const [first] = failed;
    isDecided = isSpent || (first === undefined && mapping.continue !== true);
    if (isSpent && !failed.some(({ isOverspent }) => isOverspent)) {
      return reportSpent(mappingId, rule);
    }
    const clauses = question.clauses ? reportClauses(parts, rule, event) : {};
    return first === undefined
      ? { mappingId, result: "matched", ...atomsAlone(rule.when && event.when), ...clauses }
      : { ...reportFailure(mappingId, { first, failed, rule }, event), ...clauses };
  });
}

/** The event and one mapping. A class, because a list of mappings would make many closures. */
class ReportedEvent {
  readonly view: EventView;
  readonly limits: RenderLimits;
  readonly #mapping: CompiledMapping;
  readonly #locate: LocateClause;
  readonly #isTried: boolean;
  #ofWhen: ConditionExplanation | undefined;
  #ofNot: ConditionExplanation | undefined;

  constructor(
    mapping: CompiledMapping,
    { view, limits, locate, clauses }: MatchQuestion & Pick<ReportedEvent, "view" | "limits">,
  ) {
    const { path } = mapping.rule;
    this.view = view;
    this.limits = limits;
    this.#mapping = mapping;
    this.#locate = locate;
    // The name of another hook is not a near miss.
    this.#isTried = clauses && (path === undefined || path === view.path);
  }

  /** The condition of the mapping, explained once, when it is first read. */
  get when(): ConditionExplanation | undefined {
    this.#ofWhen ??= this.#explain(this.#mapping.rule.when, true, "when");
    return this.#ofWhen;
  }

  /** The one under `not`. */
  get not(): ConditionExplanation | undefined {
    this.#ofNot ??= this.#explain(this.#mapping.rule.not?.when, false, "not.when");
    return this.#ofNot;
  }

  locate(clause: string): Pick<ClauseReport, "at"> {
    const at = this.#locate(this.#mapping, clause);
    return at === undefined ? {} : { at: { path: at } };
  }

  changeFor(rule: CompiledMatch, wanted: boolean): Pick<ClauseReport, "change"> {
    const values = this.#isTried ? findChange(rule, wanted, this.#tried) : undefined;
    return values === undefined ? {} : { change: changeFromValues(values) };
  }

  get #tried(): TriedEvent {
    const { path, payload, headers, query, receivedAt } = this.view;
    return { event: { path, payload, headers, query, receivedAt }, limits: this.limits };
  }

  #explain(
    when: Condition | undefined,
    wanted: boolean,
    clause: string,
  ): ConditionExplanation | undefined {
    if (when === undefined) return undefined;
    const { view: subject, limits } = this;
    const flip = (atom: RuleNode, result: boolean): EventChange | undefined => {
      const value = flipAtom(atom, result, this.#tried);
      return value && changeFromValues([value]);
    };
    return explainCondition(when.tree, {
      subject,
      limits,
      wanted,
      path: this.#locate(this.#mapping, clause),
      flip: this.#isTried ? flip : undefined,
    });
  }
}

function reportProof(mappingId: string): MatchReport {
  const wouldMatchIf = "the request were authenticated as this mapping asks";
  return { mappingId, result: "not matched", clause: "auth", wouldMatchIf };
}

function reportProofClause(event: ReportedEvent): Pick<MatchReport, "clauses"> {
  return { clauses: [{ clause: "auth", result: "failed", ...event.locate("auth") }] };
}

/** For an event of the hook of the mapping. */
function reportClauses(
  asked: readonly AskedClause[],
  { auth, path }: CompiledMatch,
  event: ReportedEvent,
): Pick<MatchReport, "clauses"> {
  const { view } = event;
  if (path !== undefined && path !== view.path) return {};
  const proof: ClauseReport[] =
    auth === undefined || view.proof === undefined
      ? []
      : [{ clause: "auth", result: "passed", ...event.locate("auth") }];
  const clauses = asked.map(({ name, rule, wanted, seen, failed }): ClauseReport => {
    const atoms = conditionOf(name, event)?.atoms;
    return {
      clause: name,
      result: resultOf(failed),
      ...(wanted !== undefined && { wanted }),
      ...(seen !== undefined && { seen }),
      ...(atoms !== undefined && atoms.length > 0 && { atoms }),
      ...event.locate(name),
      ...(name !== "path" && event.changeFor(rule, failed !== undefined)),
    };
  });
  return { clauses: [...proof, ...clauses] };
}

/** Explained only if it is asked for. */
function conditionOf(clause: string, event: ReportedEvent): ConditionExplanation | undefined {
  if (clause === "when") return event.when;
  return clause === "not" ? event.not : undefined;
}

function resultOf(failed: ReportedClause | undefined): ClauseReport["result"] {
  if (failed === undefined) return "passed";
  return failed.isUndecided || failed.isOverspent ? "undecided" : "failed";
}

function atomsAlone(explained: ConditionExplanation | undefined): Pick<MatchReport, "atoms"> {
  const atoms = explained?.atoms ?? [];
  return atoms.length > 0 ? { atoms } : {};
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

/** A clause that was asked alone. */
interface AskedClause {
  /** As in `FailedClause`. */
  readonly name: string;
  readonly rule: CompiledMatch;
  /** The values that pass, and the event's; undefined for conditions. */
  readonly wanted: readonly string[] | undefined;
  readonly seen: string | undefined;
  readonly failed: ReportedClause | undefined;
}

/** The clauses one by one, so that the change which is named satisfies them all. */
function askClauses(
  rule: CompiledMatch,
  view: EventView,
  limits: RenderLimits,
): readonly AskedClause[] {
  const { path, source, headers, query, when, not } = rule;
  const clauses: AskedClause[] = [];
  const ask = (
    name: string,
    clause: Partial<CompiledMatch>,
    wanted?: readonly string[],
    seen?: string | undefined,
  ): void => {
    const own = { ...NO_CLAUSES, ...clause };
    clauses.push({ name, rule: own, wanted, seen, failed: findOne(own, view, limits) });
  };
  if (path !== undefined) ask("path", { path }, [path], view.path);
  if (source !== undefined) ask("source", { source }, [source], view.source);
  for (const one of headers) {
    ask(`headers.${one.name}`, { headers: [one] }, one.values, readHeaderOf(view, one.name));
  }
  for (const one of query) {
    ask(`query.${one.name}`, { query: [one] }, one.values, readHeader(view.query, one.name));
  }
  if (when !== undefined) ask("when", { when });
  if (not !== undefined) ask("not", { not });
  return clauses;
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
  const asked = conditionOf(clause, event);
  return {
    mappingId,
    result: "not matched",
    clause,
    ...(seen !== undefined && { seen }),
    wouldMatchIf: describeChange(failed, rule, event),
    ...(!isOverspent && atomsAlone(asked)),
    ...event.changeFor(rule, true),
  };
}

/** A clause that failed, or whose condition alone is more work than an event may take. */
interface ReportedClause extends FailedClause {
  readonly isOverspent?: true;
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
  { not }: CompiledMatch,
  event: ReportedEvent,
): string {
  const { clause, wanted, seen, isUndecided, isOverspent } = failed;
  if (isOverspent) return "the condition took less work for this payload";
  if (isUndecided) return "the condition could be evaluated for this payload";
  if (clause === "when") return event.when?.change ?? "the condition held";
  if (clause === "not") return describeEscape(not as CompiledMatch, event);
  const nearest = (seen === undefined ? undefined : findNearestName(seen, wanted)) ?? wanted[0];
  const [kind = "", ...name] = clause.split(".");
  const subject = name.length === 0 ? `the ${kind}` : describeName(kind, name.join("."));
  return `${subject} were "${nearest}"`;
}

const NOT_HELD = "the condition under match.not did not hold";

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
    ...(when === undefined ? [] : [event.not?.change ?? NOT_HELD]),
    ...(not === undefined ? [] : ["the clauses under match.not.not all held"]),
  ];
  return ways.length === 0 ? "match.not had a clause" : ways.join(" or ");
}

function describeOther(kind: string, { name, values }: ValueClause): string {
  const list = values.map((value) => `"${value}"`).join(" or ");
  return `${describeName(kind, name)} were not ${list}`;
}

// A clause or an atom and an event → values for the event that give the clause another result. Each was tried.

import { findNearestName } from "@hookwright/base";
import type { RenderLimits } from "@hookwright/template";
import { Budget, WorkLimitError } from "@hookwright/template/runtime";
import { EventView, type HookEvent, type ValueClause } from "../../model/index.ts";
import {
  type ConditionSubject,
  conditionFromTree,
  findFailedClause,
  type MatchRule,
  type RuleNode,
} from "../../serving/match/index.ts";
import type { CompiledMatch } from "../../serving/resolve/index.ts";
import { changeEvent } from "./change-event.ts";
import { type ProposedValue, REMOVED, valuesForAtom } from "./condition/atom-values.ts";
import { findNearestChange } from "./condition/nearest-change.ts";
import { splitRule } from "./condition/split-rule.ts";

/** An event that is changed step by step. */
export interface TriedEvent {
  readonly event: HookEvent;
  readonly limits: RenderLimits;
}

/** Values in the order in which they were tried; undefined if none of the tried ones gives the result. */
type Found = readonly ProposedValue[] | undefined;

/** Values that make a rule match the event, or that make it fail. The rule as a whole was tried with them. */
export function findChange(rule: CompiledMatch, wanted: boolean, tried: TriedEvent): Found {
  const values = wanted ? makeHold(rule, tried) : makeFail(rule, tried);
  const changed = values && applyAll(tried.event, values);
  return changed && holds(rule, changed, tried.limits) === wanted ? values : undefined;
}

/** The likely values of what an atom reads; more of them are rarely worth the work. */
const MAX_TRIES = 40;

/** A value that gives an atom another result. */
export function flipAtom(
  atom: RuleNode,
  wanted: boolean,
  { event, limits }: TriedEvent,
): ProposedValue | undefined {
  const condition = conditionFromTree(atom);
  const candidates = valuesForAtom(atom, () => []).slice(0, MAX_TRIES);
  return candidates.find((candidate) => {
    const changed = changeEvent(event, candidate);
    if (changed === undefined) return false;
    return within(() => condition.holds(viewOf(changed), new Budget(limits))) === wanted;
  });
}

/** The clauses one by one, each on the event that the earlier ones changed. */
function makeHold(rule: CompiledMatch, { event, limits }: TriedEvent): Found {
  const { path, source, headers, query, when, not } = rule;
  const values: ProposedValue[] = [
    ...(path === undefined || path === event.path ? [] : [{ path: "path", value: path }]),
    ...(source === undefined || source === viewOf(event).source
      ? []
      : [{ path: "payload.source", value: source }]),
    ...headers.flatMap((clause) => valueForClause("headers", clause, event)),
    ...query.flatMap((clause) => valueForClause("query", clause, event)),
  ];
  const conditions = [
    when && ((now: TriedEvent) => changeCondition(when.tree, true, now)),
    not && ((now: TriedEvent) => (holds(not, now.event, limits) ? makeFail(not, now) : [])),
  ];
  for (const find of conditions) {
    if (find === undefined) continue;
    const changed = applyAll(event, values);
    const more = changed && find({ event: changed, limits });
    if (more === undefined) return undefined;
    values.push(...more);
  }
  return values;
}

/** One clause that fails is enough: the first that can be changed. The name of the hook stays. */
function makeFail({ source, headers, query, when }: CompiledMatch, tried: TriedEvent): Found {
  if (source !== undefined) return [{ path: "payload.source", value: REMOVED }];
  const [header] = headers;
  if (header !== undefined) return [{ path: `headers.${header.name}`, value: REMOVED }];
  const [parameter] = query;
  if (parameter !== undefined) return [{ path: `query.${parameter.name}`, value: REMOVED }];
  return when && changeCondition(when.tree, false, tried);
}

function valueForClause(
  root: "headers" | "query",
  { name, values }: ValueClause,
  event: HookEvent,
): readonly ProposedValue[] {
  const seen = event[root]?.[name];
  const text = Array.isArray(seen) ? seen.join(", ") : (seen as string | undefined);
  if (text !== undefined && values.includes(text)) return [];
  const nearest = text === undefined ? undefined : findNearestName(text, values);
  return [{ path: `${root}.${name}`, value: nearest ?? values[0] }];
}

/** The fewest atoms that must change, each on the event that the earlier ones changed. */
function changeCondition(rule: RuleNode, wanted: boolean, { event, limits }: TriedEvent): Found {
  const subject = viewOf(event);
  const changes = findNearestChange(splitRule(rule), wanted, (atom) => ({
    holds: within(() => conditionFromTree(atom).holds(subject, new Budget(limits))),
    isFixed: valuesForAtom(atom, () => []).length === 0,
  }));
  const values: ProposedValue[] = [];
  for (const { atom, wanted: result } of changes ?? []) {
    const changed = applyAll(event, values);
    const value = changed && flipAtom(atom, result, { event: changed, limits });
    if (value === undefined) return undefined;
    values.push(value);
  }
  return changes && values;
}

function applyAll(event: HookEvent, values: readonly ProposedValue[]): HookEvent | undefined {
  return values.reduce<HookEvent | undefined>(
    (changed, value) => changed && changeEvent(changed, value),
    event,
  );
}

function holds(rule: MatchRule, event: HookEvent, limits: RenderLimits): boolean | undefined {
  return within(() => findFailedClause(rule, viewOf(event), new Budget(limits)) === undefined);
}

/** Undefined if the budget does not suffice. */
function within<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof WorkLimitError)) throw error;
    return undefined;
  }
}

function viewOf(event: HookEvent): EventView & ConditionSubject {
  // The time of an event that has none does not matter: nothing is changed to another time.
  return EventView.of(event, () => 0);
}

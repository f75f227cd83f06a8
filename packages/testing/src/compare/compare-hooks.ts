// Two compiled configs and events → what differs, by class, in groups, and among the mappings.
import type { Hooks } from "@hookwright/core";
import { FIXED_NOW } from "../fixed-ports.ts";
import { type ComparedHooks, classify } from "./classify.ts";
import {
  type ComparedSession,
  findSessionChanges,
  type SessionChanges,
} from "./find-session-changes.ts";
import { findUndecided, resolveWithReads } from "./find-undecided.ts";
import { groupChanges } from "./group-changes.ts";
import { alignSingle, listResults, type ResolvedResult } from "./list-results.ts";
import {
  CHANGE_CLASSES,
  type Change,
  type ComparedEvent,
  type EventComparison,
  type HooksComparison,
} from "./model.ts";
import { pairMappings } from "./pair-mappings.ts";
import { type CountedEvent, countRunsPerDay } from "./runs-per-day.ts";

/** What is compared. */
export interface CompareOptions {
  /** Without any, only what differs among the mappings is told. */
  readonly events?: readonly ComparedEvent[];
  /** Whether both were compiled from the same config: then no replaced value of an event decides a difference. */
  readonly isSameConfig?: boolean;
}

/**
 * Resolves each event with both configs, and tells what differs. Compile both with `FIXED_PORTS`, so that
 * no difference is one of ids. Secrets and tokens are not compared. Transforms run where the hooks have them.
 *
 * @example
 * ```ts
 * const events = [event("ci", { payload: { state: "red" } })];
 * const { groups, same } = await compareHooks(before, after, { events });
 * console.log(same, groups.map((group) => group.class));
 * ```
 */
export async function compareHooks(
  before: Hooks,
  after: Hooks,
  { events = [], isSameConfig = before === after }: CompareOptions = {},
): Promise<HooksComparison> {
  const { pairs, changes: ofMappings } = pairMappings(before, after);
  const hooks: ComparedHooks = { before, after, pairs };
  const resolved: ResolvedEvent[] = [];
  for (const [index, event] of events.entries()) {
    const both = await resolveBoth(event, index, hooks);
    resolved.push(isSameConfig ? { ...both, undecided: [] } : both);
  }
  const sessions = findSessionChanges(resolved.flatMap((event) => event.sessions));
  const compared = resolved.map((event) => finish(event, sessions));
  const changed = compared.filter(({ changes }) => changes.length > 0);
  const runsPerDay = countRunsPerDay(resolved.map(({ counted }) => counted));
  return {
    events: compared,
    groups: groupChanges(changed, {
      total: events.length,
      sessionsOf: (index) => (resolved[index] as ResolvedEvent).sessions,
    }),
    same: events.length - changed.length,
    static: ofMappings,
    pairs,
    ...(runsPerDay && { runsPerDay }),
  };
}

interface ResolvedEvent extends Omit<EventComparison, "changes"> {
  readonly changes: readonly Change[];
  readonly sessions: readonly EventSession[];
  readonly counted: CountedEvent;
  /** Of the event as a whole. */
  readonly results: Pick<Change, "before" | "after">;
}

interface EventSession extends ComparedSession {
  readonly results: Pick<Change, "before" | "after">;
}

async function resolveBoth(
  event: ComparedEvent,
  index: number,
  hooks: ComparedHooks,
): Promise<ResolvedEvent> {
  const timed = { ...event, receivedAt: event.receivedAt ?? FIXED_NOW };
  const old = await resolveWithReads(timed, hooks.before);
  const next = await resolveWithReads(timed, hooks.after);
  const all = { before: listResults(old.resolution), after: listResults(next.resolution) };
  const before = alignSingle(all.before, all.after);
  const after = alignSingle(all.after, all.before);
  const undecided = findUndecided(timed, [...old.reads, ...next.reads]);
  const changes: Change[] = [];
  const sessions: EventSession[] = [];
  for (const element of new Set([...before.keys(), ...after.keys()])) {
    const one = before.get(element) ?? missingIn(before);
    const other = after.get(element) ?? missingIn(after);
    const results = { before: one.result, after: other.result };
    changes.push(...classify(one, other, hooks));
    const keys = { before: sessionKeyOf(one), after: sessionKeyOf(other) };
    if (keys.before !== undefined && keys.after !== undefined) {
      const id = `${index}.${element}`;
      sessions.push({ id, before: keys.before, after: keys.after, results });
    }
  }
  const [[first], [firstAfter]] = [[...before.values()], [...after.values()]];
  return {
    index,
    changes,
    undecided,
    sessions,
    counted: {
      receivedAt: event.receivedAt,
      before: countRuns(before),
      after: countRuns(after),
    },
    results: {
      before: (first as ResolvedResult).result,
      after: (firstAfter as ResolvedResult).result,
    },
  };
}

/** An element that the other config chooses, or an event that only the other one takes for a list. */
function missingIn(results: ReadonlyMap<number, ResolvedResult>): ResolvedResult {
  const [first] = results.values();
  const { result, resolution } = first as ResolvedResult;
  if (resolution === undefined && results.size === 1) return first as ResolvedResult;
  const { mapping } = result;
  return {
    result: { becomes: "handled", ...(mapping !== undefined && { mapping }) },
    resolution: undefined,
  };
}

function sessionKeyOf({ resolution }: ResolvedResult): string | undefined {
  return resolution?.action.kind === "agent" ? resolution.action.sessionKey : undefined;
}

function countRuns(results: ReadonlyMap<number, ResolvedResult>): number {
  return [...results.values()].filter(({ result }) => result.becomes === "agent").length;
}

/** A key that was only renamed is a field like any other. */
function finish(
  { index, changes, undecided, sessions, results }: ResolvedEvent,
  { merged, split }: SessionChanges,
): EventComparison {
  const ofSessions = sessions.flatMap((session): readonly Change[] => {
    const { before, after } = session;
    const change = { ...session.results, fields: ["sessionKey"], sessions: { before, after } };
    return [
      ...(merged.has(session) ? [{ ...change, class: "session-merged" } as const] : []),
      ...(split.has(session) ? [{ ...change, class: "session-split" } as const] : []),
    ];
  });
  const others = ofSessions.length === 0 ? changes : changes.flatMap(withoutSessionKey);
  const unsure: readonly Change[] =
    undecided.length === 0 ? [] : [{ class: "undecided", ...results, fields: [] }];
  return { index, changes: order([...others, ...ofSessions, ...unsure]), undecided };
}

function withoutSessionKey(change: Change): readonly Change[] {
  if (change.class !== "fields") return [change];
  const fields = change.fields.filter((field) => field !== "sessionKey");
  return fields.length === 0 ? [] : [{ ...change, fields }];
}

/** Elements of a list with the same change count once. */
function order(changes: readonly Change[]): readonly Change[] {
  const known = new Map<string, Change>();
  for (const change of changes) {
    const { class: name, before, after, fields } = change;
    const key = JSON.stringify([name, before, after, fields]);
    if (!known.has(key)) known.set(key, change);
  }
  return [...known.values()].sort(
    (one, other) => CHANGE_CLASSES.indexOf(one.class) - CHANGE_CLASSES.indexOf(other.class),
  );
}

// Two compiled configs and events → their differences: by event, in groups, and of the mappings.
import {
  type HeaderRecord,
  lowerHeaderNames,
  readHeader,
  readPayload,
  stripOuterSlashes,
} from "@hookwright/base";
import type { Hooks, MatchClauses, OfMapping, Resolution } from "@hookwright/core";
import { readRule } from "@hookwright/core/plan";
import { FIXED_ID, FIXED_NOW } from "../fixed-ports.ts";
import {
  type ComparedHooks,
  classify,
  pairResults,
  type ResolvedResult,
  type ResultsByElement,
} from "./classify.ts";
import {
  CHANGE_CLASSES,
  type Change,
  type ChangeGroup,
  type ComparedEvent,
  type EventComparison,
  type HooksComparison,
  type RunsPerDay,
} from "./model.ts";
import { compareMappings, pairMappings } from "./pair-mappings.ts";
import { listRuleReads } from "./rule-reads.ts";

/** Options of `compareHooks`. */
export interface CompareOptions {
  /** Without any, only the mappings are compared. */
  readonly events?: readonly ComparedEvent[];
  /** Whether both were compiled from the same config: then no redacted value of an event decides a difference. */
  readonly isSameConfig?: boolean;
  /** Called after each event with the number of resolved events and of all events. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Resolves each event with both configs, and reports the differences. Compile both with `FIXED_PORTS`, so that ids do not
 * differ. Secrets and tokens are not compared. Transforms run if the hooks have them.
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
  options: CompareOptions = {},
): Promise<HooksComparison> {
  const compared = await compareEvents(before, after, options);
  return { ...compared, static: compareMappings(before, after, compared.pairs) };
}

/**
 * The same without the differences of the mappings, which take longer than those of a hundred events: for an editor,
 * which compares after each change.
 *
 * @example
 * ```ts
 * const { events } = await compareEvents(before, after, { events: [event("ci", { payload: { state: "red" } })] });
 * console.log(events[0]?.changes);
 * ```
 */
export async function compareEvents(
  before: Hooks,
  after: Hooks,
  { events = [], isSameConfig = before === after, onProgress }: CompareOptions = {},
): Promise<Omit<HooksComparison, "static">> {
  const pairs = pairMappings(before, after);
  const hooks: ComparedHooks = { before, after, pairs };
  const resolved: ResolvedEvent[] = [];
  for (const [index, event] of events.entries()) {
    const both = await resolveBoth(event, index, hooks);
    resolved.push(isSameConfig ? { ...both, undecided: [] } : both);
    onProgress?.(resolved.length, events.length);
  }
  const sessions = findSessionChanges(resolved.flatMap((event) => event.sessions));
  const compared = resolved.map((event) => finish(event, sessions));
  const changed = compared.filter(({ changes }) => changes.length > 0);
  const runsPerDay = countRunsPerDay(resolved.map(({ counted }) => counted));
  return {
    events: compared,
    groups: groupChanges(changed, resolved),
    same: events.length - changed.length,
    pairs,
    ...(runsPerDay && { runsPerDay }),
  };
}

interface ResolvedEvent extends EventComparison {
  readonly sessions: readonly EventSession[];
  readonly counted: CountedEvent;
  /** The results of the event as a whole. */
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
  const { before, after } = pairResults(old.resolution, next.resolution, hooks.pairs);
  const undecided = findUndecided(timed, [...old.reads, ...next.reads]);
  const changes: Change[] = [];
  const sessions: EventSession[] = [];
  for (const element of new Set([...before.keys(), ...after.keys()])) {
    const one = before.get(element) ?? missingIn(before, after.get(element));
    const other = after.get(element) ?? missingIn(after, before.get(element));
    if (one === undefined || other === undefined) continue;
    const results = { before: one.result, after: other.result };
    changes.push(...classify(one, other, hooks));
    const keys = { before: sessionKeyOf(one), after: sessionKeyOf(other) };
    if (keys.before !== undefined && keys.after !== undefined) {
      const id = `${index}.${element}`;
      sessions.push({ id, before: keys.before, after: keys.after, results });
    }
  }
  const [[first = NO_RESULT], [firstAfter = NO_RESULT]] = [
    [...before.values()],
    [...after.values()],
  ];
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
      before: first.result,
      after: firstAfter.result,
    },
  };
}

/** No mapping gets the event. */
const NO_RESULT: ResolvedResult = { result: { becomes: "unmatched" }, resolution: undefined };

/**
 * For an element that only the other config selects, or an event that only the other one reads as a list or
 * gives to that mapping. Undefined if it makes no difference, because the mapping does nothing with the event.
 */
function missingIn(
  results: ResultsByElement,
  other: ResolvedResult | undefined,
): ResolvedResult | undefined {
  const [first] = results.values();
  if (first === undefined) return NO_RESULT;
  const { result, resolution } = first;
  if (resolution === undefined && results.size === 1) return first;
  const isOfOther = result.mapping !== other?.result.mapping;
  if (isOfOther && other?.resolution === undefined) return undefined;
  const { mapping } = result;
  return {
    result: { becomes: "handled", ...(mapping !== undefined && { mapping }) },
    resolution: undefined,
  };
}

function sessionKeyOf({ resolution }: ResolvedResult): string | undefined {
  return resolution?.action.kind === "agent" ? resolution.action.sessionKey : undefined;
}

function countRuns(results: ResultsByElement): number {
  return [...results.values()].filter(({ result }) => result.becomes === "agent").length;
}

/** A session key that was only renamed is a field like any other. */
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
  return [...groupBy(changes, keyOf).values()].map(([first]) => first).sort(compareClasses);
}

function keyOf({ class: name, before, after, fields }: Change): string {
  return JSON.stringify([name, before, after, fields]);
}

function compareClasses(one: Change, other: Change): number {
  return CHANGE_CLASSES.indexOf(one.class) - CHANGE_CLASSES.indexOf(other.class);
}

function groupBy<T>(
  all: readonly T[],
  keyOf: (one: T) => string,
): ReadonlyMap<string, readonly [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

/** Texts for the agent are compared as texts; only their blocks decide anything. */
const TEXTS: ReadonlySet<string> = new Set(["message", "text", "instructions"]);

interface ResolvedReads {
  readonly resolution: Resolution;
  /** The paths that were read to decide. */
  readonly reads: readonly string[];
}

/** Reads are needed only for events with redacted values. */
async function resolveWithReads(event: ComparedEvent, hooks: Hooks): Promise<ResolvedReads> {
  if (redactedPaths(event).length === 0) {
    return { resolution: await hooks.resolve(event), reads: [] };
  }
  const { resolution, fields, blocks } = await hooks.explain(event, { matches: "skip" });
  const taken = takersOf(resolution);
  const ofTemplates = taken.flatMap((id) => {
    const forEach = hooks.mapping(id)?.forEach;
    const list = forEach === undefined ? "payload" : fromPayload(forEach.path);
    const isOwn = ({ mappingId = id }: OfMapping) => mappingId === id;
    const paths = [
      ...fields
        .filter((one) => isOwn(one) && !TEXTS.has(one.field))
        .flatMap(({ spans }) => spans)
        .flatMap(({ origin }) => (origin.kind === "payload" ? origin.paths : [])),
      ...blocks.filter(isOwn).flatMap(({ seen }) => seen.map(({ expression }) => expression)),
      ...readsOf(forEach?.when, "item"),
    ];
    return paths.map((path) => path.replace(/^item(?=\.|$)/, list));
  });
  return { resolution, reads: [...listMatchReads(event, hooks, taken.at(-1)), ...ofTemplates] };
}

function takersOf(resolution: Resolution): readonly string[] {
  if (resolution.outcome === "unmatched" || resolution.mappingId === undefined) return [];
  const { mappingId } = resolution;
  return resolution.outcome === "batch" ? (resolution.mappingIds ?? [mappingId]) : [mappingId];
}

/** The redacted values among the reads, as the event lists them, each once. */
function findUndecided(event: ComparedEvent, reads: readonly string[]): readonly string[] {
  const known = [...new Set(reads)].map(segmentsOf);
  const paths = redactedPaths(event).filter((path) => {
    const replaced = segmentsOf(path.replace(/\[["']?|["']?\]/g, "."));
    return known.some((read) => overlaps(read, replaced));
  });
  return [...new Set(paths)];
}

function redactedPaths({ recorded }: ComparedEvent): readonly string[] {
  return (recorded?.redacted ?? []).map(({ path }) => path);
}

function fromPayload(path: string): string {
  return /^payload(?=[.[]|$)/.test(path) ? path : `payload.${path}`;
}

/** The reads of the mappings up to the one that takes the event, or of all. */
function listMatchReads(
  event: ComparedEvent,
  { mappings }: Hooks,
  taken: string | undefined,
): readonly string[] {
  const path = stripOuterSlashes(event.path);
  const last = mappings.findIndex(({ id }) => id === taken);
  const tried = last === -1 ? mappings : mappings.slice(0, last + 1);
  const asked = tried.filter(({ match }) => match.path === undefined || match.path === path);
  const headers = lowerHeaderNames(event.headers ?? {});
  return asked.flatMap(({ match }) => listClauseReads(match, { ...event, headers }));
}

/** Clauses are checked in this order, up to the first that fails. Conditions are not evaluated here. */
function listClauseReads(
  { source, headers, query, when, not }: MatchClauses,
  event: ComparedEvent & { readonly headers: HeaderRecord },
): readonly string[] {
  const reads: string[] = [];
  if (source !== undefined) {
    reads.push("payload.source");
    if (readPayload(event.payload, ["source"]) !== source) return reads;
  }
  for (const { name, values } of headers) {
    reads.push(`headers.${name}`);
    if (!values.includes(readHeader(event.headers, name) ?? "")) return reads;
  }
  for (const { name, values } of query) {
    reads.push(`query.${name}`);
    if (!values.includes(event.query?.[name] ?? "")) return reads;
  }
  const ofNot = not === undefined ? [] : listClauseReads(not, event);
  return [...reads, ...readsOf(when, "event"), ...ofNot];
}

function readsOf(rule: unknown, scope: "event" | "item"): readonly string[] {
  return rule === undefined ? [] : listRuleReads(readRule(rule, { scope }));
}

/** Without indexes of lists; names of headers in lower case. */
function segmentsOf(path: string): readonly string[] {
  const [root = "", ...steps] = path.split(".").filter((step) => !/^\d*$/.test(step));
  return [root, ...(root === "headers" ? steps.map((step) => step.toLowerCase()) : steps)];
}

/** `payload.x` may be read from the body's own key `payload`. */
function overlaps(read: readonly string[], replaced: readonly string[]): boolean {
  return (
    isPrefix(read, replaced) || (read[0] === "payload" && isPrefix(["payload", ...read], replaced))
  );
}

function isPrefix(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((step, index) => step === other[index]);
}

/** Groups events with the same change, the most serious first; equal groups in the order of the events. */
function groupChanges(
  changed: readonly EventComparison[],
  all: readonly ResolvedEvent[],
): readonly ChangeGroup[] {
  const single = changed.flatMap((event) => event.changes.map((change) => ({ event, change })));
  return [...groupBy(single, ({ change }) => keyOf(change)).values()]
    .map((members): ChangeGroup => {
      const [{ change }] = members;
      const events = members.map(({ event }) => event.index);
      const sessions = events.flatMap((index) => (all[index] as ResolvedEvent).sessions);
      const isUndecided = change.class === "undecided";
      const undecided = isUndecided ? members.flatMap(({ event }) => event.undecided) : [];
      return {
        ...change,
        events,
        share: events.length / all.length,
        ...(change.sessions !== undefined && {
          sessionCount: {
            before: countSessions(sessions, "before"),
            after: countSessions(sessions, "after"),
          },
        }),
        undecided: [...new Set(undecided)],
      };
    })
    .sort((one, other) => compareClasses(one, other) || other.events.length - one.events.length);
}

interface CountedEvent {
  /** Milliseconds; undefined if the event has no time. */
  readonly receivedAt: number | undefined;
  readonly before: number;
  readonly after: number;
}

const DAY_MS = 86_400_000;

/** Undefined if the events span less than a day. */
function countRunsPerDay(events: readonly CountedEvent[]): RunsPerDay | undefined {
  const timed = events.filter(({ receivedAt }) => receivedAt !== undefined);
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { receivedAt = 0 } of timed) {
    first = Math.min(first, receivedAt);
    last = Math.max(last, receivedAt);
  }
  const days = (last - first) / DAY_MS;
  // Without any times, the difference is minus infinity.
  if (!(days >= 1)) return undefined;
  const count = (side: Side) => timed.reduce((sum, event) => sum + event[side], 0) / days;
  return { before: count("before"), after: count("after") };
}

/** One run: its event and element, and the key of its session in both configs. */
interface ComparedSession {
  /** Unique. */
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

interface SessionChanges {
  readonly merged: ReadonlySet<ComparedSession>;
  readonly split: ReadonlySet<ComparedSession>;
}

/** The runs whose sessions were merged or split. */
function findSessionChanges(sessions: readonly ComparedSession[]): SessionChanges {
  return {
    merged: findJoined(sessions, "after", "before"),
    split: findJoined(sessions, "before", "after"),
  };
}

type Side = "before" | "after";

/** The runs with one key on one side and several keys on the other. */
function findJoined(
  sessions: readonly ComparedSession[],
  one: Side,
  several: Side,
): ReadonlySet<ComparedSession> {
  const groups = groupBy(sessions, (session) => sessionOf(session, one)).values();
  return new Set([...groups].filter((group) => countSessions(group, several) > 1).flat());
}

function countSessions(sessions: readonly ComparedSession[], side: Side): number {
  return new Set(sessions.map((session) => sessionOf(session, side))).size;
}

/** A random key is a new session each time. */
function sessionOf(session: ComparedSession, side: Side): string {
  const key = session[side];
  return key.includes(FIXED_ID) ? `${key} ${session.id}` : key;
}

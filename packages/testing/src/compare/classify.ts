// The results of one event, or one element, with both configs → the classes of their differences.
import type {
  Action,
  ActionResolution,
  ElementResolution,
  Hooks,
  MappingDetails,
  Resolution,
} from "@hookwright/core";
import type { Change, ComparedResult } from "./model.ts";

export interface ComparedHooks {
  readonly before: Hooks;
  readonly after: Hooks;
  /** The id of a mapping of `before` → that of the same mapping in `after`. */
  readonly pairs: ReadonlyMap<string, string>;
}

/** All classes except those of sessions, which need all events, and `undecided`, which needs the recording. */
export function classify(
  before: ResolvedResult,
  after: ResolvedResult,
  hooks: ComparedHooks,
): readonly Change[] {
  const change = (name: Change["class"], fields: readonly string[] = []): Change => ({
    class: name,
    before: before.result,
    after: after.result,
    fields,
  });
  const isMoved = isOtherMapping(before.result, after.result, hooks.pairs);
  if (before.resolution !== undefined && after.resolution !== undefined) {
    const actions = { before: before.resolution, after: after.resolution };
    const found = classifyActions(actions, change, hooks);
    return isMoved ? [...found, change("routing")] : found;
  }
  if (before.resolution !== undefined) return [change("lost")];
  if (after.resolution !== undefined) return [change("new")];
  const isOtherAnswer =
    before.result.becomes !== after.result.becomes || before.result.code !== after.result.code;
  if (isOtherAnswer) return [change("error")];
  return isMoved ? [change("routing")] : [];
}

function isOtherMapping(
  { mapping: before }: ComparedResult,
  { mapping: after }: ComparedResult,
  pairs: ReadonlyMap<string, string>,
): boolean {
  return before === undefined || after === undefined
    ? before !== after
    : pairs.get(before) !== after;
}

interface Actions {
  readonly before: ActionResolution;
  readonly after: ActionResolution;
}

type CreateChange = (name: Change["class"], fields?: readonly string[]) => Change;

const TARGET: ReadonlySet<string> = new Set([
  "agentId",
  "model",
  "channel",
  "to",
  "accountId",
  "deliver",
  "route",
]);

function classifyActions(
  actions: Actions,
  change: CreateChange,
  hooks: ComparedHooks,
): readonly Change[] {
  const { before, after } = actions;
  const changes: Change[] = [];
  const unsafe = findUnsafe(actions, hooks);
  if (unsafe.length > 0) changes.push(change("unsafe", unsafe));
  const isOtherKind = before.action.kind !== after.action.kind;
  if (isOtherKind) changes.push(change("kind"));
  const fields = listChangedFields(actions, isOtherKind ? sharedFields(actions) : undefined);
  const target = fields.filter((field) => TARGET.has(field));
  if (target.length > 0) changes.push(change("target", target));
  const others = fields.filter((field) => !TARGET.has(field));
  const settings = listChangedSettings(actions, hooks);
  if (others.length + settings.length > 0) changes.push(change("fields", [...others, ...settings]));
  const text = { before: textOf(before.action), after: textOf(after.action) };
  if (text.before !== text.after) {
    changes.push({ ...change("text", [textNameOf(after.action)]), text });
  }
  return changes;
}

/** A wake has few of the fields of a run, and a delivery only those of the recipient. */
function sharedFields({ before, after }: Actions): readonly string[] {
  const isWake = before.action.kind === "wake" || after.action.kind === "wake";
  const common = ["agentId", "dedupeKey", "coalesce"];
  return isWake ? common : [...common, "channel", "to", "accountId"];
}

function findUnsafe({ before, after }: Actions, hooks: ComparedHooks): readonly string[] {
  const old = detailsOf(before, hooks.before);
  const next = detailsOf(after, hooks.after);
  const unsafe: string[] = [];
  const isOpen = !next.isFenced && after.action.untrustedText !== "";
  const wasOpen = !old.isFenced && before.action.untrustedText !== "";
  if (isOpen && !wasOpen) unsafe.push("fence");
  // No model reads a delivery.
  const isRead = after.action.kind !== "deliver";
  if (isRead && next.instructions.trim().length < old.instructions.trim().length) {
    unsafe.push("instructions");
  }
  if (old.locks?.some((field) => next.locks?.includes(field) === false)) {
    unsafe.push("transform.lock");
  }
  return unsafe;
}

/** The built-in routes have a fence, and nothing else. */
const BUILT_IN: Details = {
  isFenced: true,
  instructions: "",
};

type Details = Omit<MappingDetails, "configPath">;

function detailsOf({ mappingId }: ActionResolution, hooks: Hooks): Details {
  return (mappingId === undefined ? undefined : hooks.mapping(mappingId)) ?? BUILT_IN;
}

/** Compared as texts, and not as fields. */
const TEXTS: ReadonlySet<string> = new Set(["kind", "message", "text", "parts", "untrustedText"]);

function listChangedFields(
  { before, after }: Actions,
  only: readonly string[] | undefined,
): readonly string[] {
  const old = fieldsOf(before);
  const next = fieldsOf(after);
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].filter(
    (name) => old[name] !== next[name] && (only === undefined || only.includes(name)),
  );
}

function fieldsOf(resolution: ActionResolution): Readonly<Record<string, unknown>> {
  const { action, dedupeKey, channelReports = {} } = resolution;
  const fields = Object.entries(action).filter(([name]) => !TEXTS.has(name));
  const { coalesce } = action;
  const reports = Object.entries(channelReports).map(([name, one]) => [name, JSON.stringify(one)]);
  return {
    ...Object.fromEntries(fields),
    dedupeKey,
    coalesce: coalesce && JSON.stringify(coalesce),
    ...Object.fromEntries(reports),
  };
}

/** What a mapping says of its actions beside them. Without `coalesce`, which is in the action, too. */
const SETTINGS: readonly (readonly [key: string, of: keyof Details])[] = [
  ["respond", "answer"],
  ["rateLimit", "rateLimit"],
  ["maxConcurrent", "maxConcurrent"],
  ["onCompletion", "onCompletion"],
];

function listChangedSettings({ before, after }: Actions, hooks: ComparedHooks): readonly string[] {
  const old = detailsOf(before, hooks.before);
  const next = detailsOf(after, hooks.after);
  return SETTINGS.filter(([, of]) => JSON.stringify(old[of]) !== JSON.stringify(next[of])).map(
    ([key]) => key,
  );
}

/** Without the fence, whose id and source are not from the config. */
function textOf(action: Action): string {
  if (action.kind === "deliver") return action.text;
  return action.parts.map(({ text }) => text).join("\n\n");
}

function textNameOf({ kind }: Action): string {
  return kind === "agent" ? "message" : "text";
}

export interface ResolvedResult {
  readonly result: ComparedResult;
  /** Defined if it becomes an action. */
  readonly resolution: ActionResolution | undefined;
}

/** The results of an event, by element: one for each action, also for those that were refused. */
export type ResultsByElement = ReadonlyMap<string, ResolvedResult>;

interface ComparedResults {
  readonly before: ResultsByElement;
  readonly after: ResultsByElement;
}

/** The results of one event with both configs. The same element has the same key in both. */
export function pairResults(
  before: Resolution,
  after: Resolution,
  pairs: ComparedHooks["pairs"],
): ComparedResults {
  if (isOfSeveral(before) || isOfSeveral(after)) {
    return { before: listByMapping(before, pairs), after: listByMapping(after) };
  }
  const all = { before: listResults(before), after: listResults(after) };
  return {
    before: alignSingle(all.before, all.after),
    after: alignSingle(all.after, all.before),
  };
}

function isOfSeveral(resolution: Resolution): boolean {
  return resolution.outcome === "batch" && resolution.mappingIds !== undefined;
}

/** Of several mappings that get an event, each is compared with itself, whatever their order. */
function listByMapping(
  resolution: Resolution,
  pairs: ComparedHooks["pairs"] = new Map(),
): ResultsByElement {
  return new Map(
    elementsOf(resolution).map(({ element, resolution: one }) => {
      const { mappingId = "" } = one;
      return [JSON.stringify([pairs.get(mappingId) ?? mappingId, element ?? 0]), resultFrom(one)];
    }),
  );
}

function elementsOf(resolution: Resolution): readonly Omit<ElementResolution, "index">[] {
  if (resolution.outcome === "unmatched") return [];
  if (resolution.outcome !== "batch") return [{ resolution }];
  const { elements } = resolution;
  return isOfSeveral(resolution)
    ? elements
    : elements.map((one) => ({ ...one, element: one.index }));
}

/** An event without a list is its own element 0. */
function listResults(resolution: Resolution): ResultsByElement {
  if (resolution.outcome !== "batch") return new Map([["0", resultFrom(resolution)]]);
  const { mappingId, elements } = resolution;
  return new Map(
    elements.map(({ index, resolution: one }) => [
      String(index),
      resultFrom({ ...one, mappingId }),
    ]),
  );
}

function resultFrom(resolution: Exclude<Resolution, { outcome: "batch" }>): ResolvedResult {
  const { outcome } = resolution;
  const mapping = outcome === "unmatched" ? undefined : resolution.mappingId;
  const named = mapping === undefined ? {} : { mapping };
  if (outcome === "action") {
    return { result: { becomes: resolution.action.kind, ...named }, resolution };
  }
  const code = outcome === "refused" ? { code: resolution.refusal.code } : {};
  return { result: { becomes: outcome, ...named, ...code }, resolution: undefined };
}

/** A list of one is resolved as its element, which may have another index in a longer list. */
function alignSingle(single: ResultsByElement, list: ResultsByElement): ResultsByElement {
  const only = single.get("0");
  if (only?.resolution === undefined || single.size > 1 || list.size === 1) return single;
  const wanted = JSON.stringify(only.resolution.action.parts);
  for (const [index, { resolution }] of list) {
    if (JSON.stringify(resolution?.action.parts) === wanted) return new Map([[index, only]]);
  }
  return single;
}

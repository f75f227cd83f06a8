// The types of a comparison of two configs over the same events.
import type { HookEvent } from "@hookwright/core";
import type { Outcome } from "../model.ts";

/** What a difference can be, the most serious first. */
export const CHANGE_CLASSES = [
  "lost",
  "unsafe",
  "new",
  "kind",
  "target",
  "session-merged",
  "session-split",
  "routing",
  "fields",
  "text",
  "error",
  "undecided",
] as const;

/**
 * `lost`: no longer an action; `new`: the opposite. `unsafe`: the fence is off, or `instructions` or `transform.lock` are
 * shorter. `kind`: a run became a wake or a delivery, and so on. `target`: agent, model, channel, recipient or delivery.
 * `session-merged`: events of different sessions share one; `session-split`: the opposite. `routing`: another mapping
 * takes it. `fields`: any other field. `text`: what the agent reads. `error`: the answer to the sender. `undecided`: a
 * value that was redacted in the recorded event decides.
 */
export type ChangeClass = (typeof CHANGE_CLASSES)[number];

/** An event, as a file has it. */
export interface ComparedEvent extends HookEvent {
  /** The values that were replaced when it was recorded. */
  readonly recorded?:
    | { readonly redacted?: readonly { readonly path: string }[] | undefined }
    | undefined;
}

/** The result of one event, or of one element of it. */
export interface ComparedResult {
  readonly becomes: Outcome;
  readonly mapping?: string;
  /** Of the refusal. */
  readonly code?: string;
}

/** A text that differs, without its fence. */
export interface TextChange {
  readonly before: string;
  readonly after: string;
}

/** One difference of one event. */
export interface Change {
  readonly class: ChangeClass;
  readonly before: ComparedResult;
  readonly after: ComparedResult;
  /** The fields of the action that differ, for classes about fields. */
  readonly fields: readonly string[];
  /** Of the class `text`. */
  readonly text?: TextChange;
  /** Of the two session classes. */
  readonly sessions?: TextChange;
}

/** The differences of one event. */
export interface EventComparison {
  /** Its index in the list of events. */
  readonly index: number;
  /** The most serious first. */
  readonly changes: readonly Change[];
  /** The redacted values that either config read to decide. */
  readonly undecided: readonly string[];
}

/** Events with the same change. */
export interface ChangeGroup extends Change {
  /** The indexes of its events; the first is the example. */
  readonly events: readonly number[];
  /** The share of all events, from 0 to 1. */
  readonly share: number;
  /** The number of sessions of its events with each config; for the two session classes. */
  readonly sessionCount?: { readonly before: number; readonly after: number };
  /** Of the class `undecided`. */
  readonly undecided: readonly string[];
}

/** The differences of the mappings themselves. */
export interface StaticChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Those whose order changed. */
  readonly moved: readonly string[];
  /** Those that no event can reach now. */
  readonly unreachable: readonly string[];
  readonly appearedNames: readonly string[];
  readonly vanishedNames: readonly string[];
  /** How a host carries out the actions of a mapping. */
  readonly settings: readonly SettingChange[];
}

/** A setting of a mapping for the host that differs. */
export interface SettingChange {
  /** The id in the second config. */
  readonly mapping: string;
  /** `maxConcurrent`, `onCompletion`, `coalesce` or `coalesce.seconds`. */
  readonly setting: string;
  /** Absent where it is not set. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Runs of the agent per day, if the events span at least a day. */
export interface RunsPerDay {
  readonly before: number;
  readonly after: number;
}

/** What `compareHooks` returns. */
export interface HooksComparison {
  readonly events: readonly EventComparison[];
  /** The most serious class first, then the largest group. */
  readonly groups: readonly ChangeGroup[];
  /** The number of events without any difference. */
  readonly same: number;
  readonly static: StaticChanges;
  /** The id of a mapping of the first config → that of the same mapping in the second. */
  readonly pairs: ReadonlyMap<string, string>;
  readonly runsPerDay?: RunsPerDay;
}

// The types of a comparison of two configs over the same events.
import type { HookEvent } from "@hookwright/core";

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
 * `lost`: an action became none; `new`: the opposite. `unsafe`: the fence is off, or `instructions` or
 * `transform.lock` say less. `kind`: a run became a wake, or a wake a run. `target`: agent, model, channel,
 * recipient or delivery. `session-merged`: events of different sessions share one now; `session-split`: the
 * opposite. `routing`: another mapping takes it. `fields`: any other field. `text`: what the agent reads.
 * `error`: what the sender is told. `undecided`: a value that was replaced in the recorded event decides.
 */
export type ChangeClass = (typeof CHANGE_CLASSES)[number];

/** An event, as a file has it. */
export interface ComparedEvent extends HookEvent {
  /** The values that whoever recorded it replaced. */
  readonly recorded?:
    | { readonly redacted?: readonly { readonly path: string }[] | undefined }
    | undefined;
}

/** What one event, or one element of it, becomes. */
export interface ComparedResult {
  readonly becomes: "agent" | "wake" | "skipped" | "handled" | "refused" | "unmatched";
  readonly mapping?: string;
  /** Of the refusal. */
  readonly code?: string;
}

/** A text that differs, without its fence. */
export interface TextChange {
  readonly before: string;
  readonly after: string;
}

/** What one class says of one event. */
export interface Change {
  readonly class: ChangeClass;
  readonly before: ComparedResult;
  readonly after: ComparedResult;
  /** The fields of the action that differ, as far as the class is about them. */
  readonly fields: readonly string[];
  /** Of the class `text`. */
  readonly text?: TextChange;
  /** Of the two session classes. */
  readonly sessions?: TextChange;
}

/** What differs in one event; none where nothing does. */
export interface EventComparison {
  /** Its place in the list of events. */
  readonly index: number;
  /** The most serious first. */
  readonly changes: readonly Change[];
  /** The replaced values that either config read to decide. */
  readonly undecided: readonly string[];
}

/** Events with the same change. */
export interface ChangeGroup extends Change {
  /** The places of its events; the first is the example. */
  readonly events: readonly number[];
  /** Of all events, from 0 to 1. */
  readonly share: number;
  /** How many sessions its events had, and have; of the two session classes. */
  readonly sessionCount?: { readonly before: number; readonly after: number };
  /** Of the class `undecided`. */
  readonly undecided: readonly string[];
}

/** What differs between the mappings, whatever events come. */
export interface StaticChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Those that stand before or behind others than they did. */
  readonly moved: readonly string[];
  /** No event reaches them any more. */
  readonly unreachable: readonly string[];
  readonly appearedNames: readonly string[];
  readonly vanishedNames: readonly string[];
}

/** Runs of the agent in a day of the events, where these span at least one. */
export interface RunsPerDay {
  readonly before: number;
  readonly after: number;
}

/** What `compareHooks` returns. */
export interface HooksComparison {
  readonly events: readonly EventComparison[];
  /** The most serious class first, then the largest group. */
  readonly groups: readonly ChangeGroup[];
  /** How many events are the same in every respect. */
  readonly same: number;
  readonly static: StaticChanges;
  /** The id of a mapping of the first config → that of the same mapping in the second. */
  readonly pairs: ReadonlyMap<string, string>;
  readonly runsPerDay?: RunsPerDay;
}

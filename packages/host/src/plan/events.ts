// Actions and waiting events → the event of a wake, whether two are equal, and which a turn takes.
import type { TextPart, WakeAction } from "@hookwright/core";
import type { EventRecord, NewEvent } from "../model/records.ts";
import { titleOfWake } from "./titles.ts";

/** More would crowd out what the turn is about. */
export const MAX_EVENTS_PER_TURN = 20;
export const MAX_EVENT_BYTES_PER_TURN: number = 64 * 1024;

interface WakeEventOptions {
  readonly id: string;
  readonly agentId: string;
  readonly at: number;
  readonly mappingId?: string | undefined;
}

export function eventOfWake(action: WakeAction, options: WakeEventOptions): NewEvent {
  const { id, agentId, at, mappingId } = options;
  return {
    id,
    agentId,
    at,
    origin: "wake",
    ...(mappingId !== undefined && { mappingId }),
    title: titleOfWake(mappingId),
    parts: ownParts(action),
    tainted: action.untrustedText !== "",
  };
}

/** A mapping with `allowUnsafeExternalContent` has its text without a fence: so has its event. */
function ownParts({ text, parts }: WakeAction): readonly TextPart[] {
  const isUnfenced = parts.map((part) => part.text).join("\n\n") === text;
  return isUnfenced ? parts.map((part) => ({ kind: "trusted", text: part.text })) : parts;
}

type Comparable = Pick<NewEvent, "origin" | "mappingId" | "parts">;

/** Compares what the events say. Ids, times and the random ids of fences are left out. */
export function areEqualEvents(a: Comparable, b: Comparable): boolean {
  return (
    a.origin === b.origin &&
    a.mappingId === b.mappingId &&
    a.parts.length === b.parts.length &&
    a.parts.every((part, index) => isEqualPart(part, b.parts[index] as TextPart))
  );
}

function isEqualPart(a: TextPart, b: TextPart): boolean {
  if (a.kind !== b.kind || a.text !== b.text) return false;
  return a.kind === "trusted" || (b.kind === "untrusted" && a.source === b.source);
}

interface TakeLimits {
  readonly maxEvents: number;
  readonly maxBytes: number;
}

/** The oldest events that fit into one turn: at least one, so that a large one does not block all. */
export function takeEvents<Event extends Pick<EventRecord, "title" | "parts">>(
  waiting: readonly Event[],
  limits: TakeLimits = { maxEvents: MAX_EVENTS_PER_TURN, maxBytes: MAX_EVENT_BYTES_PER_TURN },
): readonly Event[] {
  let bytes = 0;
  let count = 0;
  for (const event of waiting) {
    bytes += bytesOf(event);
    if (count === limits.maxEvents || (count > 0 && bytes > limits.maxBytes)) break;
    count += 1;
  }
  return waiting.slice(0, count);
}

function bytesOf({ title, parts }: Pick<EventRecord, "title" | "parts">): number {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part.text), Buffer.byteLength(title));
}

// Actions and waiting events → the event of a wake, whether two are equal, and which a turn takes.
import type { RandomId, TextPart, WakeAction } from "@hookwright/core";
import { fenceParts } from "@hookwright/core/fence";
import type { EventRecord, NewEvent } from "../model/records.ts";
import { cutText, formatTime, indentLines, titleOfWake } from "./text.ts";

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

/** A long mail must not fill the turn; the rest can be read by the event's id. */
const MAX_EVENT_CHARACTERS = 8_000;

export interface RenderOptions {
  /** An IANA name; it follows each time. */
  readonly timeZone: string;
  /** Makes the ids of fences, so it must be unpredictable. */
  readonly randomId: RandomId;
}

/** A text for a prompt, and the same as data. */
interface RenderedText {
  readonly text: string;
  readonly parts: readonly TextPart[];
}

/** Events of a main session → lines that begin with `System:`, as text and as parts. */
export function renderEvents(events: readonly EventRecord[], options: RenderOptions): RenderedText {
  const lists = events.map((event) => partsOfEvent(event, options.timeZone));
  return {
    // Every further line of an event is indented, a fence as a whole too, so that no text from
    // outside can begin a line with `System:`.
    text: lists.map((parts) => indentLines(joinParts(parts, options.randomId))).join("\n"),
    parts: lists.flatMap((parts) => parts.map(indentPart)),
  };
}

type EventParts = readonly [first: TextPart, ...rest: TextPart[]];

function joinParts([first, ...rest]: EventParts, randomId: RandomId): string {
  return rest.length === 0 ? first.text : `${first.text}\n${fenceParts(rest, { randomId })}`;
}

/** Trusted text of a mapping without a fence came from outside, so it is indented as data, too. */
function indentPart(part: TextPart, index: number): TextPart {
  if (part.kind === "untrusted") return part;
  return { kind: "trusted", text: `${index === 0 ? "" : "  "}${indentLines(part.text)}` };
}

/** The first part begins with the line of the event. */
function partsOfEvent(event: EventRecord, timeZone: string): EventParts {
  const head = headOf(event, timeZone);
  const [first, ...rest] = cutParts(event);
  if (first === undefined) return [{ kind: "trusted", text: `${head}${event.title}` }];
  if (event.tainted || first.kind === "untrusted") {
    return [{ kind: "trusted", text: `${head}${event.title}:` }, first, ...rest];
  }
  const label = event.origin === "wake" ? "" : `${event.title}: `;
  return [{ kind: "trusted", text: `${head}${label}${first.text}` }, ...rest];
}

function headOf({ at, count, lastAt }: EventRecord, timeZone: string): string {
  const repeats = count > 1 ? `(${count} times, last ${formatTime(lastAt, timeZone)}) ` : "";
  return `System: [${formatTime(at, timeZone)}] ${repeats}`;
}

/** The first characters of all parts together, with a note of what is missing. */
function cutParts({ id, parts }: EventRecord): readonly TextPart[] {
  const total = parts.reduce((sum, part) => sum + part.text.length, 0);
  if (total <= MAX_EVENT_CHARACTERS) return parts;
  const kept: TextPart[] = [];
  let room = MAX_EVENT_CHARACTERS;
  for (const part of parts) {
    const text = cutText(part.text, room);
    room -= text.length;
    const isLast = text.length < part.text.length || room === 0;
    const left = total - (MAX_EVENT_CHARACTERS - room);
    kept.push({
      ...part,
      text: isLast ? `${text} [… ${left} more characters, event ${id}]` : text,
    });
    if (isLast) break;
  }
  return kept;
}

// An action with `coalesce` → the window that it belongs to; a closed window → the one action that it became.
import type { Action, RandomId, TextPart } from "@hookwright/core";
import { fenceParts } from "@hookwright/core/fence";
import type { Channel } from "../model/channel.ts";
import type {
  Acceptance,
  AcceptedWindow,
  ClosedWindow,
  JoinedEntry,
  WindowText,
} from "../model/ledger.ts";
import type { DeliveryRecord, EventRecord, RunRecord } from "../model/records.ts";
import type { HostSettings } from "../model/settings.ts";
import { summaryOfDelivery, writeFor } from "./delivery-of-action.ts";

type Entry = Acceptance["entry"];

/** Undefined for an action that is on its own. */
export function windowOf(
  action: Action,
  { entry, at }: Pick<Acceptance, "entry" | "at">,
): AcceptedWindow | undefined {
  const { coalesce } = action;
  // Nothing is sent of a text without a recipient, so that nothing has to wait.
  if (coalesce === undefined || (entry.kind === "delivery" && entry.delivery.state === "dead")) {
    return undefined;
  }
  const { key, seconds, maxSeconds, limit, keep, hasSessionKey } = coalesce;
  const parts = action.kind === "deliver" ? action.parts : action.parts.slice(-1);
  return {
    key: JSON.stringify([entry.kind, key, ...destinationOf(entry, hasSessionKey)]),
    waitMs: seconds * 1_000,
    maxWaitMs: maxSeconds * 1_000,
    limit,
    keep,
    text: { at, parts, isUnfenced: isUnfenced(action) },
  };
}

/** What actions have in common that are joined. */
function destinationOf(entry: Entry, hasSessionKey: boolean): readonly (string | null)[] {
  if (entry.kind === "event") return [entry.event.mappingId ?? null, entry.event.agentId];
  if (entry.kind === "delivery") {
    const { mappingId, agentId, channel, to, accountId } = entry.delivery;
    return [mappingId ?? null, agentId, channel, to, accountId ?? null];
  }
  const { mappingId, agentId, sessionKey, action } = entry.run;
  const { channel, to, accountId, model } = action;
  return [
    ...[mappingId ?? null, agentId, channel, to ?? null, accountId ?? null, model ?? null],
    hasSessionKey ? sessionKey : null,
  ];
}

/** A mapping with `allowUnsafeExternalContent` has text from outside without a fence. */
function isUnfenced(action: Action): boolean {
  if (action.kind === "deliver" || action.untrustedText === "") return false;
  const text = action.kind === "agent" ? action.message : action.text;
  return joinTexts(action.parts) === text;
}

interface JoinPolicy {
  readonly settings: HostSettings;
  readonly channels: ReadonlyMap<string, Channel>;
  /** Makes the ids of fences and of events. */
  readonly randomId: RandomId;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A window with one event becomes what the event is without `coalesce`. */
export function joinWindow(window: ClosedWindow, policy: JoinPolicy): JoinedEntry {
  const { entry } = window;
  if (entry.kind === "run") return joinRun(entry.run, window, policy);
  if (entry.kind === "event") return joinEvent(entry.event, window);
  return joinDelivery(entry.delivery, window, policy);
}

function joinRun(
  { action }: RunRecord,
  window: ClosedWindow,
  { randomId }: JoinPolicy,
): JoinedEntry {
  const { events } = window;
  if (events === 1) return { kind: "run", action };
  const own: WindowText = {
    at: window.firstAt,
    parts: action.parts.slice(-1),
    isUnfenced: isUnfenced(action),
  };
  const texts = textsOf(own, window);
  const before = [lineOf(window), ...action.parts.slice(0, -1)];
  const parts = [...before, ...texts.flatMap((one) => one.parts)];
  const shown = [...before, ...texts.flatMap(asShown)];
  return {
    kind: "run",
    action: {
      ...action,
      message: fenceParts(shown, { randomId }),
      parts,
      untrustedText: untrustedOf(parts),
    },
  };
}

/** An event has its text unfenced as trusted parts already. */
function joinEvent({ parts, tainted }: EventRecord, window: ClosedWindow): JoinedEntry {
  if (window.events === 1) return { kind: "event", parts, tainted };
  const own: WindowText = { at: window.firstAt, parts: parts.slice(-1), isUnfenced: false };
  const texts = textsOf(own, window).flatMap(asShown);
  const joined = [lineOf(window), ...parts.slice(0, -1), ...texts];
  return { kind: "event", parts: joined, tainted: tainted || untrustedOf(joined) !== "" };
}

function joinDelivery(
  delivery: DeliveryRecord,
  window: ClosedWindow,
  { settings, channels, randomId, now: at }: JoinPolicy,
): JoinedEntry {
  // A window begins with a text of a mapping, which is always stored so.
  const written = delivery.written as NonNullable<DeliveryRecord["written"]>;
  const parts = window.events === 1 ? written.parts : joinWritten(written.parts, window);
  const joined = { ...written, parts };
  const { id, channel } = delivery;
  const text = parts.map((part) => part.text).join("");
  const summary = { text, isTainted: untrustedOf(parts) !== "", id: randomId(), at };
  return {
    kind: "delivery",
    written: joined,
    ...writeFor({ id, channel, written: joined }, { channels, settings }),
    events: written.summary === true ? [summaryOfDelivery(delivery, summary)] : [],
  };
}

const BLANK_LINE: TextPart = { kind: "trusted", text: "\n\n" };

function joinWritten(own: readonly TextPart[], window: ClosedWindow): readonly TextPart[] {
  const texts = textsOf({ at: window.firstAt, parts: own, isUnfenced: false }, window);
  return [lineOf(window), ...texts.flatMap(({ parts }) => [BLANK_LINE, ...parts])];
}

/** Those of all events, or that of the last one. */
function textsOf(own: WindowText, { keep, texts }: ClosedWindow): readonly WindowText[] {
  return keep === "all" ? [own, ...texts] : texts;
}

function asShown({ parts, isUnfenced: isOpen }: WindowText): readonly TextPart[] {
  return isOpen ? parts.map(({ text }) => ({ kind: "trusted", text })) : parts;
}

function untrustedOf(parts: readonly TextPart[]): string {
  return joinTexts(parts.filter(({ kind }) => kind === "untrusted"));
}

function joinTexts(parts: readonly TextPart[]): string {
  return parts.map(({ text }) => text).join("\n\n");
}

function lineOf({ events, firstAt, lastAt, keep }: ClosedWindow): TextPart {
  const line = `${events} events in ${durationOf(Math.max(0, lastAt - firstAt))}`;
  return { kind: "trusted", text: keep === "all" ? line : `${line}, this is the last` };
}

const MAX_SECONDS = 120;
const MAX_MINUTES = 120;

/** In the largest unit that keeps it exact enough to tell a burst from a trickle. */
function durationOf(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds <= MAX_SECONDS) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes <= MAX_MINUTES ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

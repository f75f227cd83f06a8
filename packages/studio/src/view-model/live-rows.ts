// The record of a request → the words of its row.
import type { LiveItem, MissingEvent } from "@hookwright/host/api";
import { visibleText } from "./visible-text.ts";

interface LiveRow {
  readonly id: string;
  /** `20:30:05`, in the reader's time zone. */
  readonly time: string;
  readonly hook: string;
  readonly status: number;
  /** `agent`, `no mapping`, `token_invalid`. */
  readonly outcome: string;
  /** `→ push`, or `nearest: push, match.headers.x-github-event`. */
  readonly mapping: string;
  /** Whether something was made of the request, or it asked for nothing. */
  readonly isGood: boolean;
  readonly isOwn: boolean;
}

export function liveRow({ id, record }: LiveItem): LiveRow {
  const { receivedAt, name, status, mappingId, nearest, sentBy } = record;
  const { mappingIds = [mappingId] } = record;
  const taken = mappingId === undefined ? "" : `→ ${mappingIds.join(", ")}`;
  const near = nearest === undefined ? "" : `nearest: ${nearest.mappingId}, ${nearest.clause}`;
  return {
    id,
    time: new Date(receivedAt).toTimeString().slice(0, 8),
    hook: visibleText(name === "" ? "/" : name),
    status,
    outcome: outcomeOf(record),
    mapping: visibleText(taken === "" ? near : taken),
    isGood: status < 400 && record.outcome !== "unmatched",
    isOwn: sentBy !== undefined,
  };
}

function outcomeOf(record: LiveItem["record"]): string {
  const { dedupe, handshake, outcome, auth, code, action } = record;
  if (dedupe === "replayed") return "repeat";
  if (handshake !== undefined) return "handshake";
  if (outcome === "unmatched") return "no mapping";
  if (auth !== undefined) return `${code}: ${auth}`;
  return code ?? (outcome === "action" ? (action ?? outcome) : (outcome ?? "nothing to do"));
}

/** Why a request cannot be opened. */
export const MISSING: Readonly<Record<MissingEvent, string>> = {
  unproved: "It did not become an event, so there is nothing to open.",
  off: "The server keeps no events: start it with --studio-events.",
  large: "Its event has more than 1 MiB, so it is not kept.",
  busy: "Too many requests came at once, so its event is not kept.",
  gone: "Newer events took its room.",
};

// Stored turns of a session → what a runner gets of them, with text from outside fenced anew.

import type { RandomId } from "@hookwright/core";
import { fenceParts } from "@hookwright/core/fence";
import type { StoredTurn } from "../model/records.ts";
import type { HostSettings } from "../model/settings.ts";
import type { HistoryTurn } from "../model/turn.ts";
import { lastTimeOf } from "./active-hours.ts";

interface ResetOptions {
  readonly reset: HostSettings["mainReset"];
  readonly now: number;
  readonly timeZone: string;
}

/**
 * The turns of a main session since it began anew. None of several: the state that a runner keeps
 * belongs to the conversation before, too.
 */
export function turnsSinceReset(
  turns: readonly StoredTurn[],
  { reset = {}, now, timeZone }: ResetOptions,
): readonly StoredTurn[] {
  const { atHour, idleMs = Number.POSITIVE_INFINITY } = reset;
  const begin = atHour === undefined ? Number.NEGATIVE_INFINITY : lastTimeOf(atHour, now, timeZone);
  let next = now;
  const firstKept = turns.findLastIndex(({ at }) => {
    const isBefore = at < begin || next - at > idleMs;
    next = at;
    return isBefore;
  });
  return turns.slice(firstKept + 1);
}

/** More is seldom read by a model, and costs with each turn. */
const MAX_HISTORY_TURNS = 50;
const MAX_HISTORY_BYTES: number = 128 * 1024;

interface HistoryOptions {
  /** Makes the ids of fences, so it must be unpredictable. */
  readonly randomId: RandomId;
  /** Turns of the session that are older than those passed. Default: 0. */
  readonly olderTurns?: number | undefined;
}

/** The newest turns that fit, oldest first; the first of them says how many are missing. */
export function handOnHistory(
  turns: readonly StoredTurn[],
  { randomId, olderTurns = 0 }: HistoryOptions,
): readonly HistoryTurn[] {
  const kept: HistoryTurn[] = [];
  let bytes = 0;
  for (const turn of turns.slice(-MAX_HISTORY_TURNS).reverse()) {
    const shown = showTurn(turn, randomId);
    bytes += Buffer.byteLength(shown.message) + Buffer.byteLength(shown.answer);
    if (bytes > MAX_HISTORY_BYTES) break;
    kept.unshift(shown);
  }
  const missing = olderTurns + turns.length - kept.length;
  return missing === 0 ? kept : withNote(kept, missing, turns);
}

function showTurn(
  { at, heading, parts, answer, noAnswer }: StoredTurn,
  randomId: RandomId,
): HistoryTurn {
  const body = fenceParts(parts, { randomId });
  return {
    at,
    message: body === "" ? heading : `${heading}\n${body}`,
    answer: answer === undefined || answer === "" ? `[no answer: ${noAnswer ?? "empty"}]` : answer,
  };
}

function withNote(
  kept: readonly HistoryTurn[],
  missing: number,
  turns: readonly StoredTurn[],
): readonly HistoryTurn[] {
  const note = `[${missing} earlier turn${missing === 1 ? "" : "s"} left out]`;
  const [first, ...rest] = kept;
  // A model's API accepts no empty message, so this note gets an answer.
  if (first === undefined)
    return [{ at: turns.at(-1)?.at ?? 0, message: note, answer: "[left out]" }];
  return [{ ...first, message: `${note}\n${first.message}` }, ...rest];
}

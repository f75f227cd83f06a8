// An ended turn and its result → all that it causes, as one list that is committed at once.
import type { Effect } from "../model/effects.ts";
import type { TurnResult } from "../model/turn.ts";
import { type EndedMainTurn, effectsOfMainTurn } from "./effects-of-main-turn.ts";
import { type EndedRun, effectsOfRun } from "./effects-of-run.ts";
import type { TurnPolicy } from "./turn-policy.ts";

type EndedTurn = EndedRun | EndedMainTurn;

/**
 * For runs and for turns of main sessions. These codes of a failure come from the host and decide what
 * becomes of a run: `stopping` (queued again), `cancelled`, `timeout` and all others (dead, unless the
 * runner says that the turn did nothing).
 */
export function effectsOfTurn(
  turn: EndedTurn,
  result: TurnResult,
  policy: TurnPolicy,
): readonly Effect[] {
  return turn.kind === "run"
    ? effectsOfRun(turn, result, policy)
    : effectsOfMainTurn(turn, result, policy);
}

// Answers by turn → a runner that gives them, and keeps what it was asked.
import type { Runner, TurnRequest, TurnResult } from "../../src/model/turn.ts";

/** A text is a final answer; a function may wait, throw, or look at the signal. */
export type ScriptedAnswer =
  | string
  | TurnResult
  | ((
      turn: TurnRequest,
      signal: AbortSignal,
    ) => TurnResult | string | Promise<TurnResult | string>);

export interface ScriptedTurn {
  readonly turn: TurnRequest;
  readonly signal: AbortSignal;
  /** Ends a turn that waits; of no effect on others. */
  answer(result: TurnResult | string): void;
  readonly ended: boolean;
}

export interface ScriptedRunner extends Runner {
  readonly turns: readonly ScriptedTurn[];
  /** Turns that have begun and not ended. */
  readonly running: readonly ScriptedTurn[];
  /** The next turns get these answers, in order; then comes `otherwise` again. */
  script(...answers: readonly ScriptedAnswer[]): void;
}

export interface ScriptedRunnerOptions {
  /** For turns without a script. `wait`: until the test answers. Default: `Done.` */
  readonly otherwise?: ScriptedAnswer | "wait";
  readonly keepsHistory?: boolean;
}

export function createScriptedRunner({
  otherwise = "Done.",
  keepsHistory = false,
}: ScriptedRunnerOptions = {}): ScriptedRunner {
  const turns: (ScriptedTurn & { ended: boolean })[] = [];
  const script: ScriptedAnswer[] = [];

  const run = async (turn: TurnRequest, signal: AbortSignal): Promise<TurnResult> => {
    let answer: (result: TurnResult | string) => void = () => undefined;
    const promise = new Promise<TurnResult | string>((resolve) => {
      answer = resolve;
    });
    const entry = { turn, signal, answer, ended: false };
    turns.push(entry);
    const scripted = script.shift() ?? otherwise;
    try {
      if (scripted === "wait") return resultOf(await promise);
      if (typeof scripted !== "function") return resultOf(scripted);
      return resultOf(await Promise.race([scripted(turn, signal), promise]));
    } finally {
      entry.ended = true;
    }
  };

  return {
    id: "scripted",
    keepsHistory,
    turns,
    get running() {
      return turns.filter(({ ended }) => !ended);
    },
    script: (...answers) => void script.push(...answers),
    run,
  };
}

/** Waits until the test answers, or the signal fires. */
export function untilStopped(_turn: TurnRequest, signal: AbortSignal): Promise<TurnResult> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      resolve({ ok: false, code: "aborted", message: "The turn was stopped.", retryable: false });
    });
  });
}

/** Never comes to an end, whatever the signal says. */
export function never(): Promise<TurnResult> {
  return new Promise(() => undefined);
}

export function failure(change: Partial<Extract<TurnResult, { ok: false }>> = {}): TurnResult {
  return {
    ok: false,
    code: "unavailable",
    message: "The model's service answered 503.",
    retryable: true,
    ...change,
  };
}

function resultOf(result: TurnResult | string): TurnResult {
  return typeof result === "string" ? { ok: true, text: result } : result;
}

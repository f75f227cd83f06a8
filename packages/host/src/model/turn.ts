// What a runner is given and what it answers: the port of everything that can take a turn.
import type { TextPart, ThinkingLevel } from "@hookwright/core";

export { THINKING_LEVELS, type ThinkingLevel } from "@hookwright/core";

/** Why a turn is taken: a run of a hook, a user's message, or a heartbeat and what asked for it. */
export type TurnReason = "run" | "prompt" | "interval" | "wake" | "manual" | "retry";

/** One earlier exchange of a session, with outside text fenced anew. */
export interface HistoryTurn {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly message: string;
  /** The final answer; `[no answer: <why>]` for a turn that had none. */
  readonly answer: string;
}

/** One turn, complete: a runner needs nothing else. */
export interface TurnRequest {
  /** The id of the run, or of the heartbeat. Its idempotency key is `run:<id>`. */
  readonly id: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** True where an earlier try of this turn was cut off by the death of the process. */
  readonly interrupted: boolean;
  /** Milliseconds since the epoch, after which the signal fires. */
  readonly deadline: number;
  readonly reason: TurnReason;
  readonly agentId: string;
  readonly sessionKey: string;
  readonly mappingId?: string;
  /** `provider/model`; aliases are resolved. */
  readonly model?: string;
  readonly thinking?: ThinkingLevel;
  /** Oldest first. Empty for a runner that keeps its own history. */
  readonly history: readonly HistoryTurn[];
  /** What the runner returned as `runnerState` after the turn before. */
  readonly runnerState?: string;
  /** The finished user message. */
  readonly message: string;
  /** The same message as data. */
  readonly parts: readonly TextPart[];
  /** True where the message holds text from outside, or from a model that read such text. */
  readonly tainted: boolean;
}

/** A file that belongs to an answer. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}

/** Tokens, as the model's service counts them. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** A turn that was answered. */
export interface TurnSuccess {
  readonly ok: true;
  /** The final text alone: no reasoning, no text between calls of tools. */
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  /** At most 64 KiB, opaque; handed to the next turn of the session. */
  readonly runnerState?: string;
  readonly usage?: Usage;
  /** The level that was used, where the runner cannot do the one that was asked for. */
  readonly thinking?: ThinkingLevel;
  /** One sentence for the record, such as that the agent lost its session. */
  readonly note?: string;
}

/** A turn without an answer. */
export interface TurnFailure {
  readonly ok: false;
  /** Lower-case letters, digits and underscores: `timeout`, `unauthorized`, `model_not_found`. */
  readonly code: string;
  /** One sentence for the operator: no stack, no secret, no text of the message. */
  readonly message: string;
  /** True only where the turn did nothing: it may have used tools otherwise. */
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  /**
   * Where the cause lies. `run`: in this turn, such as a model that the service does not have. `runner`: in the
   * runner or the account, such as a refused key, so that every turn with a model of the same provider
   * would fail: they wait. Omitted: in neither for sure.
   */
  readonly scope?: "run" | "runner";
  /** What had come before the failure. */
  readonly partial?: string;
}

/** What a turn came to. A runner never throws for an expected failure. */
export type TurnResult = TurnSuccess | TurnFailure;

/** Takes turns: a model's API, a command, or the gateway's own agent. */
export interface Runner {
  readonly id: string;
  /** True: it gets only the new message and its own `runnerState`. */
  readonly keepsHistory: boolean;
  /** The levels that it can do, lowest first. Omitted: all. */
  readonly thinkingLevels?: readonly ThinkingLevel[];
  run(turn: TurnRequest, signal: AbortSignal): Promise<TurnResult>;
}

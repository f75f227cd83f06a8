// Messages of users → one at a time per main session, in order; they live in memory, as their senders wait.
import type { TextPart } from "@hookwright/core";
import type { TurnFailure, TurnResult } from "../../model/turn.ts";

/** A user's message to the main session of an agent. */
export interface Prompt {
  readonly text: string;
  /** The same as data, if some of it came from outside. Default: the text, trusted. */
  readonly parts?: readonly TextPart[];
  /** Default: the default agent. */
  readonly agentId?: string;
  readonly model?: string;
  readonly thinking?: string;
  readonly timeoutSeconds?: number;
}

export interface WaitingPrompt {
  readonly prompt: Prompt;
  readonly signal: AbortSignal;
  readonly resolve: (result: TurnResult) => void;
}

interface QueuedPrompt extends WaitingPrompt {
  /** Call it when the message is taken: from then on, the taker listens to its signal. */
  readonly leave: () => void;
}

interface PromptQueue {
  add(agentId: string, prompt: Prompt, signal: AbortSignal): Promise<TurnResult>;
  /** Agents for which a message waits. */
  agents(): readonly string[];
  has(agentId: string): boolean;
  take(agentId: string): WaitingPrompt | undefined;
  /** Answers all that wait. */
  refuse(failure: TurnFailure): void;
}

/** A person does not send more before the first one is answered. */
const MAX_WAITING = 100;

export const CANCELLED: TurnFailure = {
  ok: false,
  code: "cancelled",
  message: "The message was taken back before it was answered.",
  retryable: false,
};

export function createPromptQueue(): PromptQueue {
  const queues = new Map<string, QueuedPrompt[]>();

  const listOf = (agentId: string): QueuedPrompt[] => {
    const list = queues.get(agentId) ?? [];
    queues.set(agentId, list);
    return list;
  };
  const remove = (agentId: string, waiting: QueuedPrompt): void => {
    const left = listOf(agentId).filter((other) => other !== waiting);
    if (left.length > 0) queues.set(agentId, left);
    else queues.delete(agentId);
  };

  return {
    add: (agentId, prompt, signal) => {
      if (signal.aborted) return Promise.resolve(CANCELLED);
      if (listOf(agentId).length >= MAX_WAITING) return Promise.resolve(tooMany(agentId));
      return new Promise((resolve) => {
        const takeBack = (): void => {
          remove(agentId, waiting);
          resolve(CANCELLED);
        };
        const waiting = {
          prompt,
          signal,
          resolve,
          leave: () => signal.removeEventListener("abort", takeBack),
        };
        signal.addEventListener("abort", takeBack, { once: true });
        listOf(agentId).push(waiting);
      });
    },
    agents: () => [...queues.keys()],
    has: (agentId) => (queues.get(agentId)?.length ?? 0) > 0,
    take: (agentId) => {
      const first = queues.get(agentId)?.[0];
      if (first === undefined) return undefined;
      first.leave();
      remove(agentId, first);
      return first;
    },
    refuse: (failure) => {
      const all = [...queues.values()].flat();
      queues.clear();
      for (const { leave, resolve } of all) {
        leave();
        resolve(failure);
      }
    },
  };
}

function tooMany(agentId: string): TurnFailure {
  return {
    ok: false,
    code: "queue_full",
    message: `${MAX_WAITING} messages wait for the main session of "${agentId}" already.`,
    retryable: true,
  };
}

// The pieces of an answer, of one body or of a stream → the result of the turn.
import type { TurnResult, Usage } from "../model/turn.ts";
import {
  createFailure,
  FAILURES,
  failureOfService,
  limitAnswer,
  MAX_ANSWER_BYTES,
  type ServiceError,
} from "./failures.ts";

/** The part of an answer that was received so far. */
export interface AnswerDraft {
  text: string;
  /** The service refuses in its own words. */
  isRefused: boolean;
  usesTools: boolean;
  /** A part of the body was received. */
  isInBody: boolean;
  /** Why it ended, as the service spells it. */
  end: string | undefined;
  /** Whether the last event has come, or the body is whole. */
  isWhole: boolean;
  usage: Usage | undefined;
  error: ServiceError | undefined;
}

export function createDraft(): AnswerDraft {
  return {
    text: "",
    isRefused: false,
    usesTools: false,
    isInBody: false,
    end: undefined,
    isWhole: false,
    usage: undefined,
    error: undefined,
  };
}

/** Reading stops here, because the rest would be cut anyway. */
export function isFull({ text }: AnswerDraft): boolean {
  return text.length > MAX_ANSWER_BYTES;
}

export function didSomething({ text, usesTools, isInBody }: AnswerDraft): boolean {
  return text !== "" || usesTools || isInBody;
}

/** As the services spell them; any other end is one where text came. */
const CUT = new Set(["length", "max_output_tokens", "max_tokens", "model_context_window_exceeded"]);
const REFUSED = new Set(["content_filter", "refusal"]);
const TOOLS = new Set(["tool_calls", "function_call", "tool_use", "pause_turn"]);

const CUT_BY_MODEL = "\n\n[cut by the model]";

/** Models behind some servers write their reasoning before the answer. It is not part of the answer. */
const REASONING = /^\s*<think>[\s\S]*?<\/think>\s*/;

export function resultOfDraft(draft: AnswerDraft, who: string): TurnResult {
  const { end, error, usage } = draft;
  const text = limitAnswer(draft.text.replace(REASONING, ""));
  if (error !== undefined) {
    return failureOfService(error, { who, didSomething: didSomething(draft), partial: text });
  }
  if (draft.usesTools || (end !== undefined && TOOLS.has(end))) {
    const message = `${who} calls a tool, but this runner offers none. Use the command runner for agents with tools.`;
    return createFailure("unexpected_tool_call", message, { partial: text });
  }
  if (draft.isRefused || (end !== undefined && REFUSED.has(end))) {
    const message = `${who} refuses to answer. ${FAILURES.refused.hint}`;
    return createFailure("refused", message, { partial: text });
  }
  if (!draft.isWhole && !isFull(draft)) return incompleteAnswer(draft, who);
  if (end !== undefined && CUT.has(end)) {
    if (text === "") {
      const message = `${who} reached its limit before it wrote an answer. ${FAILURES.too_long.hint}`;
      return createFailure("too_long", message);
    }
    return { ok: true, text: limitAnswer(text + CUT_BY_MODEL), ...(usage && { usage }) };
  }
  return { ok: true, text, ...(usage && { usage }) };
}

/** A stream that ended without its last event is not an answer. */
function incompleteAnswer(draft: AnswerDraft, who: string): TurnResult {
  const message = `${who} ended its answer in the middle. See its log.`;
  return createFailure("incomplete", message, {
    retryable: !didSomething(draft),
    partial: limitAnswer(draft.text),
  });
}

export function usageOf(input: unknown, output: unknown): Usage | undefined {
  if (typeof input !== "number" && typeof output !== "number") return undefined;
  return {
    ...(typeof input === "number" && { inputTokens: input }),
    ...(typeof output === "number" && { outputTokens: output }),
  };
}

// What differs between the APIs of models. Types only.
import type { TurnRequest } from "../../model/turn.ts";
import type { AnswerDraft } from "./answer-draft.ts";
import type { StreamEvent } from "./read-events.ts";

interface BodyOptions {
  readonly system: string | undefined;
  readonly maxOutputTokens: number | undefined;
  readonly stream: boolean;
  /** The thinking level as the API spells it. */
  readonly effort: string | undefined;
}

export interface ModelApi {
  /** After the base URL. */
  readonly path: string;
  /** Without `model` and `stream`, which both APIs have. */
  readonly createBody: (
    turn: TurnRequest,
    options: BodyOptions,
  ) => Readonly<Record<string, unknown>>;
  readonly readBody: (body: unknown, draft: AnswerDraft) => void;
  readonly readEvent: (event: StreamEvent, draft: AnswerDraft) => void;
}

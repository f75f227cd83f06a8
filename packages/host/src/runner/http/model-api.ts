// The differences between the APIs of models.

import type { ThinkingLevel, TurnRequest } from "../../model/turn.ts";
import type { Ports } from "../../ports.ts";
import type { AnswerDraft } from "../answer-draft.ts";
import type { ModelSettings } from "../choose-model.ts";
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

/** The settings of an HTTP runner, with literal secrets. */
export interface HttpRunnerOptions extends ModelSettings, Partial<Ports> {
  /** With the version, without the name of the API: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** `chat` is `/chat/completions`, which most servers have. Default: `chat`. */
  readonly api?: "chat" | "responses";
  /** Besides `Authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The system prompt. */
  readonly system?: string;
  /** Those that the model can do; an empty list sends none. Default: all. */
  readonly thinkingLevels?: readonly ThinkingLevel[];
  readonly maxOutputTokens?: number;
  /** Default: true. Without it, a silent server cannot be distinguished from one that thinks. */
  readonly stream?: boolean;
  /** How long the service may say nothing, in milliseconds. Default: 120,000. */
  readonly silenceMs?: number;
  /** Further fields of the request. */
  readonly extraBody?: Readonly<Record<string, unknown>>;
}

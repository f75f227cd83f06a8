// What an HTTP runner is made of. Types only.
import type { ThinkingLevel } from "../../model/turn.ts";
import type { ModelSettings } from "../choose-model.ts";
import type { RunnerPorts } from "../runner-ports.ts";

/** What an HTTP runner is made of. Secrets are given as they are. */
export interface HttpRunnerOptions extends ModelSettings, Partial<RunnerPorts> {
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
  /** Default: true. Without it, a silent server is not told from one that thinks. */
  readonly stream?: boolean;
  /** How long the service may say nothing, in milliseconds. Default: 120,000. */
  readonly silenceMs?: number;
  /** Further fields of the request. */
  readonly extraBody?: Readonly<Record<string, unknown>>;
}

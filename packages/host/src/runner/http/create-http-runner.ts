// A service with an OpenAI-compatible API and its settings → a runner: one request for each turn.
import { type Runner, THINKING_LEVELS, type ThinkingLevel } from "../../model/turn.ts";
import { chooseLevel, chooseModel, type ModelSettings, toldLevel } from "../choose-model.ts";
import { createFailure, stoppedTurn } from "../failures.ts";
import { completePorts, type RunnerPorts } from "../runner-ports.ts";
import { callModel } from "./call-model.ts";

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

/**
 * A runner that asks a model over HTTP, without tools: `/v1/chat/completions` or `/v1/responses`. It
 * follows no redirect and tries nothing again by itself.
 *
 * @example
 * ```ts
 * const runner = createHttpRunner({ baseUrl: "http://127.0.0.1:11434/v1", model: "qwen3" });
 * ```
 */
export function createHttpRunner(options: HttpRunnerOptions): Runner {
  const ports = completePorts(options);
  const { thinkingLevels = THINKING_LEVELS } = options;
  // The host alone is named in failures: an address may hold more than anybody should read.
  const who = `The model service at ${new URL(options.baseUrl).host}`;
  return {
    id: "http",
    keepsHistory: false,
    thinkingLevels,
    run: async (turn, signal) => {
      if (signal.aborted) return stoppedTurn(signal);
      const model = chooseModel(turn, options);
      if (model === undefined) return NO_MODEL;
      const level = chooseLevel(turn.thinking, thinkingLevels);
      const result = await callModel({ turn, model, level, who, options, ports }, signal);
      return result.ok ? { ...result, ...toldLevel(turn.thinking, level) } : result;
    },
  };
}

const NO_MODEL = createFailure(
  "no_model",
  "No model is named. Set agents.defaults.model or host.runner.http.model.",
);

// A service with an OpenAI-compatible API and its settings → a runner: one request for each turn.
import { type Runner, THINKING_LEVELS } from "../../model/turn.ts";
import { completePorts } from "../../ports.ts";
import { chooseLevel, chooseModel, reportedLevel } from "../choose-model.ts";
import { createFailure, stoppedTurn } from "../failures.ts";
import { callModel } from "./call-model.ts";
import type { HttpRunnerOptions } from "./model-api.ts";

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
  // Failures show only the host, because an address may contain a secret.
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
      return result.ok ? { ...result, ...reportedLevel(turn.thinking, level) } : result;
    },
  };
}

const NO_MODEL = createFailure(
  "no_model",
  "No model is set. Set agents.defaults.model or host.runner.http.model.",
  { scope: "run" },
);

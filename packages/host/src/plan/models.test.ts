import { expect, test } from "vitest";
import { THINKING_LEVELS } from "../model/turn.ts";
import { resolveModel, resolveThinking } from "./turn-message.ts";

const modelAliases = new Map([["opus", "anthropic/claude-opus-4"]]);

test("RUN-8 resolveModel() takes an alias in any case, and leaves other names as they are", () => {
  const resolve = (name?: string): string | undefined => resolveModel(name, { modelAliases });
  expect(resolve(" Opus ")).toBe("anthropic/claude-opus-4");
  expect(resolve("openai/GPT-5")).toBe("openai/GPT-5");
  expect(resolve(" ")).toBeUndefined();
  expect(resolve()).toBeUndefined();
});

test("RUN-8 resolveThinking() takes the nearest lower level that a runner can do", () => {
  expect(resolveThinking("max", ["low", "high"])).toBe("high");
  expect(resolveThinking("medium", ["high", "low"])).toBe("low");
  expect(resolveThinking("off", ["low", "high"])).toBe("low");
  expect(resolveThinking("high", [])).toBeUndefined();
  expect(resolveThinking("strange", ["low"])).toBeUndefined();
  expect(resolveThinking(undefined)).toBeUndefined();
  for (const level of THINKING_LEVELS) expect(resolveThinking(level)).toBe(level);
});

// Names of models and thinking levels as people write them → those that a runner takes.
import { parseThinking } from "@hookwright/core";
import type { HostSettings } from "../model/settings.ts";
import { THINKING_LEVELS, type ThinkingLevel } from "../model/turn.ts";

/** An alias in any case becomes its `provider/model`; any other name stays as it is. */
export function resolveModel(
  name: string | undefined,
  { modelAliases }: Pick<HostSettings, "modelAliases">,
): string | undefined {
  const written = name?.trim() ?? "";
  return written === "" ? undefined : (modelAliases.get(written.toLowerCase()) ?? written);
}

/** The level, or the nearest lower one that a runner can do, else the lowest that it can. */
export function resolveThinking(
  text: string | undefined,
  possible: readonly ThinkingLevel[] = THINKING_LEVELS,
): ThinkingLevel | undefined {
  const level = text === undefined ? undefined : parseThinking(text);
  if (level === undefined) return undefined;
  const wanted = THINKING_LEVELS.indexOf(level);
  const ranks = possible.map((one) => THINKING_LEVELS.indexOf(one)).sort((a, b) => a - b);
  const rank = ranks.findLast((one) => one <= wanted) ?? ranks[0];
  return rank === undefined ? undefined : THINKING_LEVELS[rank];
}

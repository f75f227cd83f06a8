// Names of models and thinking levels as people write them → those that a runner takes.
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

/** Other spellings of the levels, without spaces, `-` and `_`. */
const SYNONYMS: ReadonlyMap<string, ThinkingLevel> = new Map([
  ...THINKING_LEVELS.map((level) => [level, level] as const),
  ...named("off", "none", "disable", "disabled", "false"),
  ...named("minimal", "min", "think"),
  ...named("low", "on", "enable", "enabled", "true", "thinkhard"),
  ...named("medium", "mid", "med", "harder", "thinkharder"),
  ...named("high", "highest", "ultra", "ultrathink", "thinkhardest"),
  ...named("xhigh", "extrahigh"),
  ...named("max", "maximum"),
]);

function named(level: ThinkingLevel, ...names: readonly string[]): [string, ThinkingLevel][] {
  return names.map((name) => [name, level]);
}

/** Undefined for a word that names no level, such as `adaptive`: the model decides. */
export function parseThinking(text: string): ThinkingLevel | undefined {
  return SYNONYMS.get(text.toLowerCase().replace(/[\s_-]+/g, ""));
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

// A thinking level as people write it → the level. Hosts choose by it, and a sender is told of a word that names none.

/** Levels of thinking, lowest first. */
export const THINKING_LEVELS = ["off", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** One of `THINKING_LEVELS`. */
export type ThinkingLevel = (typeof THINKING_LEVELS)[number];

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

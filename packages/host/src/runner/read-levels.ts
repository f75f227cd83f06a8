// `thinkingLevels`, as written → levels in their order, or a problem.
import { THINKING_LEVELS, type ThinkingLevel } from "../model/turn.ts";
import type { SettingsReader } from "./settings-reader.ts";

export function readLevels(
  reader: SettingsReader,
  known: readonly ThinkingLevel[],
): readonly ThinkingLevel[] | undefined {
  const words = reader.words("thinkingLevels");
  if (words === undefined) return undefined;
  const levels = THINKING_LEVELS.filter((level) => words.includes(level));
  if (levels.length === words.length) return levels;
  return reader.invalid("thinkingLevels", `Write a list of ${known.join(", ")}.`);
}

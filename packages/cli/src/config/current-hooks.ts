// Hooks that a reload may replace → those of this moment.
import type { RuntimeHooks } from "@hookwright/core/runtime";

/** A function where a reload may replace them. */
export type CurrentHooks = RuntimeHooks | (() => RuntimeHooks);

export function currentOf(hooks: CurrentHooks): RuntimeHooks {
  return typeof hooks === "function" ? hooks() : hooks;
}

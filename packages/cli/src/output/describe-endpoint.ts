// Compiled hooks → one sentence: the number of mappings and the base path.

import { visibleLine } from "@hookwright/base";
import type { RuntimeHooks } from "@hookwright/core/runtime";
import { count } from "./style.ts";

export function describeEndpoint({ settings, mappings }: RuntimeHooks): string {
  const number = count(mappings.length, "mapping");
  if (settings.enabled) return `Serves ${number} at ${visibleLine(settings.path)}.`;
  return `Has ${number}, but hooks.enabled is not true: nothing is served.`;
}

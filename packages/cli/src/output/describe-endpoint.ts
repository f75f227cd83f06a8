// Compiled hooks → one sentence: the number of mappings and the base path.
import type { Hooks } from "@hookwright/core";
import { count } from "./count.ts";
import { visibleLine } from "./visible-text.ts";

export function describeEndpoint({ settings, mappings }: Hooks): string {
  const number = count(mappings.length, "mapping");
  if (settings.enabled) return `Serves ${number} at ${visibleLine(settings.path)}.`;
  return `Has ${number}, but hooks.enabled is not true: nothing is served.`;
}

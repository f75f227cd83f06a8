// Mappings and an event → what `explain` says of it.

import type { MappingInput } from "../../src/authoring/config/config.ts";
import type { CompileOptions } from "../../src/authoring/plan/options.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import type { HookEvent } from "../../src/model/event.ts";
import type { Explanation } from "../../src/model/explanation.ts";

export function explain(
  mappings: MappingInput[],
  event: HookEvent,
  options?: CompileOptions,
): Promise<Explanation> {
  return compileHooks({ hooks: { mappings } }, options).explain(event);
}

/** With all details. */
export function explainFully(
  mappings: MappingInput[],
  event: HookEvent,
  options?: CompileOptions,
): Promise<Explanation> {
  const hooks = compileHooks({ hooks: { mappings } }, options);
  return hooks.explain(event, { details: "report" });
}

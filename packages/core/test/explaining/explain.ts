// Mappings and an event → what `explain` says of it.
import type { CompileOptions } from "../../src/compile/options.ts";
import { compileHooks } from "../../src/engine.ts";
import type { MappingInput } from "../../src/model/config.ts";
import type { HookEvent } from "../../src/model/event.ts";
import type { Explanation } from "../../src/model/explanation.ts";

export function explain(
  mappings: MappingInput[],
  event: HookEvent,
  options?: CompileOptions,
): Promise<Explanation> {
  return compileHooks({ hooks: { mappings } }, options).explain(event);
}

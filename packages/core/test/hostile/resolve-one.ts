// A template and a payload → what one mapping makes of it, all stages included.

import type { RenderLimits } from "../../../template/src/serving/render/budget.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import type { Explanation } from "../../src/model/explanation.ts";
import type { Resolution } from "../../src/model/resolution.ts";

export interface OneMapping {
  readonly partials?: Readonly<Record<string, string>>;
  readonly limits?: Partial<RenderLimits>;
  readonly when?: unknown;
  readonly not?: object;
}

export function resolveOne(
  messageTemplate: string,
  payload: unknown,
  mapping: OneMapping = {},
): Resolution | Promise<Resolution> {
  return hooksOf(messageTemplate, mapping).resolve({ path: "x", payload });
}

export function explainOne(
  messageTemplate: string,
  payload: unknown,
  mapping: OneMapping = {},
): Promise<Explanation> {
  return hooksOf(messageTemplate, mapping).explain({ path: "x", payload });
}

function hooksOf(messageTemplate: string, { partials, limits, when, not }: OneMapping) {
  const match = {
    path: "x",
    ...(when !== undefined && { when }),
    ...(not !== undefined && { not }),
  };
  return compileHooks(
    {
      hooks: {
        mappings: [{ id: "one", match, messageTemplate, name: "{{name}}" }],
        ...(partials !== undefined && { partials }),
      },
    },
    { clock: () => 0, randomId: () => "id", ...(limits !== undefined && { limits }) },
  );
}

/** The message before the fence, or the code of the refusal. */
export async function outcomeOf(
  template: string,
  payload: unknown,
  mapping: OneMapping = {},
): Promise<string> {
  const resolution = await resolveOne(template, payload, mapping);
  if (resolution.outcome === "action") return resolution.action.parts.at(-1)?.text ?? "";
  return resolution.outcome === "refused" ? resolution.refusal.code : resolution.outcome;
}

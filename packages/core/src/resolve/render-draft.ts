// A mapping and a scope → the draft of its action, with every template rendered.
import type { CompiledMapping } from "../compiled.ts";
import type { Budget } from "../data/budget.ts";
import { oneLine } from "../data/one-line.ts";
import { renderedFields } from "../generated/action-records.ts";
import type { CompiledTemplate } from "../language/compile/compile-template.ts";
import { hasSolidValue } from "../language/render/body.ts";
import { createRootFrame, type Frame } from "../language/render/frame.ts";
import type { Draft } from "../model/draft.ts";
import type { ElementScope } from "./element-scope.ts";
import type { ResolveTrace } from "./trace.ts";

export interface Rendering {
  readonly budget: Budget;
  readonly trace: ResolveTrace | undefined;
}

/** Throws what templates throw; the walk turns it into refusals. */
export function renderDraft(
  mapping: CompiledMapping,
  scope: ElementScope,
  { budget, trace }: Rendering,
): Draft {
  const frame = createRootFrame(scope, budget, trace);
  const line = (field: string, template: CompiledTemplate) => {
    trace?.field(field, scope);
    return renderLine(template, frame);
  };
  trace?.field(mapping.action === "agent" ? "message" : "text", scope);
  const text = mapping.text?.render(frame) ?? "";
  trace?.field("sessionKey", scope);
  const sessionKey = renderSessionKey(mapping.fields.sessionKey, frame);
  trace?.field("instructions", scope);
  const instructions = mapping.instructions?.render(frame).trim() ?? "";
  return {
    kind: mapping.action,
    text,
    instructions,
    fields: renderedFields(mapping.fields, sessionKey, line),
    origins: mapping.origins,
  };
}

/** Literals were reduced to one line when the config was normalized. */
function renderLine(template: CompiledTemplate, frame: Frame): string | undefined {
  const line = template.isLiteral ? template.render(frame) : oneLine(template.render(frame));
  return line === "" ? undefined : line;
}

/** Empty where every expression was blank: nothing but the literal text is left then. */
function renderSessionKey(
  template: CompiledTemplate | undefined,
  frame: Frame,
): string | undefined {
  if (template === undefined) return undefined;
  const key = template.render(frame);
  if (template.isLiteral) return key.trim();
  return hasSolidValue(key, template) ? key.trim() : "";
}

// A mapping and a scope → the draft of its action, with every template rendered.
import type { CompiledMapping } from "../compile/compiled-mapping.ts";
import { oneLine } from "../data/one-line.ts";
import { renderedFields } from "../generated/action-records.ts";
import type { Draft } from "../model/draft.ts";
import type { Template } from "../template/compile-template.ts";
import { createRootFrame, type Frame } from "../template/frame.ts";
import type { Budget } from "../template/scope.ts";
import { hasSolidValue } from "../template/solid-text.ts";
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
  const line = (field: string, template: Template) => {
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
function renderLine(template: Template, frame: Frame): string | undefined {
  const line = template.isLiteral ? template.render(frame) : oneLine(template.render(frame));
  return line === "" ? undefined : line;
}

/** Empty where every expression was blank: nothing but the literal text is left then. */
function renderSessionKey(template: Template | undefined, frame: Frame): string | undefined {
  if (template === undefined) return undefined;
  const key = template.render(frame);
  if (template.isLiteral) return key.trim();
  return hasSolidValue(key, template) ? key.trim() : "";
}

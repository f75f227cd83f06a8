// A mapping and an event's scope → the draft of its action, with every template rendered.

import type { CompiledMapping } from "../compile/compile-mapping.ts";
import type { Environment } from "../compile/options.ts";
import { oneLine } from "../data/one-line.ts";
import type { Draft } from "../model/draft.ts";
import type { Template } from "../template/compile-template.ts";
import { createRootFrame, type Frame } from "../template/frame.ts";
import { Budget, type Scope } from "../template/scope.ts";
import type { ResolveTrace } from "./trace.ts";

/** Throws TooDeepError or RenderLimitError; the walk turns both into refusals. */
export function renderDraft(
  mapping: CompiledMapping,
  scope: Scope,
  { limits }: Environment,
  trace?: ResolveTrace,
): Draft {
  const frame = createRootFrame(scope, new Budget(limits), trace);
  const line = (field: string, template: Template | undefined) => {
    trace?.field(field);
    return renderLine(template, frame);
  };
  trace?.field("text");
  const text = mapping.text?.render(frame) ?? "";
  trace?.field("sessionKey");
  const sessionKey = renderSessionKey(mapping.sessionKey, frame);
  return {
    kind: mapping.action,
    text,
    name: line("name", mapping.name),
    sessionKey,
    sessionMode: mapping.sessionMode,
    wakeMode: mapping.wakeMode,
    deliver: mapping.deliver,
    channel: mapping.channel,
    to: line("to", mapping.to),
    agentId: line("agentId", mapping.agentId),
    model: line("model", mapping.model),
    thinking: line("thinking", mapping.thinking),
    timeoutSeconds: mapping.timeoutSeconds,
    origins: mapping.origins,
  };
}

/** Literals were reduced to one line when the config was normalized. */
function renderLine(template: Template | undefined, frame: Frame): string | undefined {
  if (template === undefined) return undefined;
  const line = template.isLiteral ? template.render(frame) : oneLine(template.render(frame));
  return line === "" ? undefined : line;
}

/** Empty where every expression was: nothing but the literal text is left then. */
function renderSessionKey(template: Template | undefined, frame: Frame): string | undefined {
  if (template === undefined) return undefined;
  const key = template.render(frame);
  return !template.isLiteral && key.length === template.literalLength ? "" : key.trim();
}

// A mapping and an event, or one element of it → its action, "handled", or a refusal.
import type { CompiledConfig } from "../compile/compile-config.ts";
import type { CompiledMapping } from "../compile/compiled-mapping.ts";
import { TooDeepError } from "../data/text-from-value.ts";
import type { Draft } from "../model/draft.ts";
import type {
  ActionResolution,
  HandledResolution,
  PromiseOrValue,
  Refusal,
  RefusedResolution,
} from "../model/resolution.ts";
import { createRefusal } from "../problem/refusal.ts";
import { type Budget, HelperFailedError, RenderLimitError } from "../template/scope.ts";
import { applyTransform, type TransformStep } from "./apply-transform.ts";
import { describeChanges } from "./describe-changes.ts";
import { describeDecisions } from "./describe-decisions.ts";
import type { ElementScope } from "./element-scope.ts";
import { finishAction } from "./finish-action.ts";
import { mapPromise } from "./map-promise.ts";
import { renderDraft } from "./render-draft.ts";
import type { ResolveTrace } from "./trace.ts";

export type ElementOutcome = ActionResolution | HandledResolution | RefusedResolution;

export interface Walk {
  readonly config: CompiledConfig;
  /** What is left to the templates of the event, all its elements together. */
  readonly budget: Budget;
  readonly trace: ResolveTrace | undefined;
}

export function resolveElement(
  mapping: CompiledMapping,
  scope: ElementScope,
  walk: Walk,
): PromiseOrValue<ElementOutcome> {
  const { config } = walk;
  let draft: Draft;
  try {
    draft = renderDraft(mapping, scope, walk);
  } catch (error) {
    return refuse(mapping, refusalFromError(error), walk);
  }
  const { transform } = mapping;
  if (transform === undefined) return finishDraft(draft, mapping, walk, NO_WARNINGS);
  const context = scope.event.transformContext(scope.payload);
  const step = applyTransform({ draft, mapping, transform, context, config });
  return mapPromise(step, (done) => resolveStep(done, { draft, mapping, walk }));
}

interface Transformed {
  /** Before the transform. */
  readonly draft: Draft;
  readonly mapping: CompiledMapping;
  readonly walk: Walk;
}

function resolveStep(step: TransformStep, { draft, mapping, walk }: Transformed): ElementOutcome {
  if (step.kind === "refused") return refuse(mapping, step.refusal, walk);
  if (step.kind === "handled") {
    walk.trace?.stage("The transform says that there is nothing to do.");
    return { outcome: "handled", mappingId: mapping.id };
  }
  walk.trace?.stage("The transform was run.");
  walk.trace?.stage(describeChanges(draft, step.draft));
  for (const note of step.notes) walk.trace?.stage(note);
  return finishDraft(step.draft, mapping, walk, step.notes);
}

const NO_WARNINGS: readonly string[] = [];

function finishDraft(
  draft: Draft,
  mapping: CompiledMapping,
  walk: Walk,
  notes: readonly string[],
): ElementOutcome {
  const { config, trace } = walk;
  const finished = finishAction(draft, mapping, config);
  if (!finished.ok) return refuse(mapping, finished.refusal, walk);
  const { action } = finished;
  if (trace !== undefined) {
    const decisions = describeDecisions({ draft, action, provenance: mapping, config });
    for (const sentence of decisions) trace.stage(sentence);
  }
  return {
    outcome: "action",
    mappingId: mapping.id,
    action,
    warnings: NO_WARNINGS,
    ...(notes.length > 0 && { notes }),
  };
}

function refuse(mapping: CompiledMapping, refusal: Refusal, { trace }: Walk): RefusedResolution {
  trace?.stage(`Refused (${refusal.code}): ${refusal.detail ?? refusal.message}`);
  return { outcome: "refused", mappingId: mapping.id, refusal };
}

function refusalFromError(error: unknown): Refusal {
  if (error instanceof HelperFailedError) {
    return createRefusal("helper_failed", "A template helper failed.", { detail: error.message });
  }
  if (!(error instanceof TooDeepError || error instanceof RenderLimitError)) throw error;
  const code = error instanceof TooDeepError ? "payload_too_deep" : "render_limit";
  return createRefusal(code, `This payload cannot be rendered: ${error.message}.`);
}

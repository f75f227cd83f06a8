// An event and a compiled config → what becomes of the event. The walk that `resolve` and `explain` share.
import type { CompiledConfig } from "../compile/compile-config.ts";
import type { CompiledMapping } from "../compile/compile-mapping.ts";
import { typeName } from "../config/describe-schema-error.ts";
import { readOwn } from "../data/read-own.ts";
import { TooDeepError } from "../data/text-from-value.ts";
import type { MatchSubject } from "../match/index-mappings.ts";
import type { Draft } from "../model/draft.ts";
import type { HookEvent } from "../model/event.ts";
import type { PromiseOrValue, Refusal, Resolution } from "../model/resolution.ts";
import { createRefusal } from "../problem/refusal.ts";
import { HelperFailedError, RenderLimitError } from "../template/scope.ts";
import { applyTransform, type TransformStep } from "./apply-transform.ts";
import { EventScope } from "./event-scope.ts";
import { finishAction } from "./finish-action.ts";
import { mapPromise } from "./map-promise.ts";
import { renderDraft } from "./render-draft.ts";
import {
  draftFromAgentRequest,
  draftFromWakeRequest,
  type RequestDraft,
} from "./resolve-request.ts";
import type { ResolveTrace } from "./trace.ts";

export function resolveEvent(
  event: HookEvent,
  config: CompiledConfig,
  trace?: ResolveTrace,
): PromiseOrValue<Resolution> {
  const scope = new EventScope(event, config.environment.clock);
  if (scope.path === "wake")
    return resolveRequest(draftFromWakeRequest(scope.payload), "/wake", config);
  if (scope.path === "agent") {
    return resolveRequest(
      draftFromAgentRequest(scope.payload, config.policies.channels),
      "/agent",
      config,
    );
  }
  if (!config.index.knows(scope.path)) return UNMATCHED;
  if (typeof scope.payload !== "object") return refuseScalar(scope.payload);
  const mapping = config.index.find(subjectOf(scope));
  return mapping === undefined ? UNMATCHED : resolveMapping(mapping, { scope, config, trace });
}

const UNMATCHED: Resolution = { outcome: "unmatched" };

export function subjectOf(scope: EventScope): MatchSubject {
  const source = readOwn(scope.payload, "source");
  return {
    path: scope.path,
    source: typeof source === "string" ? source : undefined,
  };
}

function refuseScalar(payload: unknown): Resolution {
  const message = `The body must be a JSON object or list, not ${typeName(payload)}.`;
  return {
    outcome: "refused",
    refusal: createRefusal("invalid_payload", message),
  };
}

function resolveRequest(request: RequestDraft, route: string, config: CompiledConfig): Resolution {
  if (!request.ok) return { outcome: "refused", refusal: request.refusal };
  const provenance = {
    source: `webhook ${route}`,
    allowUnsafeExternalContent: false,
  };
  const finished = finishAction(request.draft, provenance, config);
  if (!finished.ok) return { outcome: "refused", refusal: finished.refusal };
  return {
    outcome: "action",
    action: finished.action,
    warnings: request.warnings,
  };
}

interface Walk {
  readonly scope: EventScope;
  readonly config: CompiledConfig;
  readonly trace: ResolveTrace | undefined;
}

function resolveMapping(mapping: CompiledMapping, walk: Walk): PromiseOrValue<Resolution> {
  const { scope, config, trace } = walk;
  let draft: Draft;
  try {
    draft = renderDraft(mapping, scope, config.environment, trace);
  } catch (error) {
    return refuseRendering(mapping, error);
  }
  trace?.stage("The templates were rendered.");
  if (mapping.transform === undefined) return finishDraft(draft, mapping, walk);
  const step = applyTransform(mapping.transform, scope.transformContext(), {
    draft,
    mapping,
    config,
  });
  return mapPromise(step, (done) => resolveStep(done, mapping, walk));
}

function resolveStep(step: TransformStep, mapping: CompiledMapping, walk: Walk): Resolution {
  walk.trace?.stage(`The transform was run: ${step.kind}.`);
  switch (step.kind) {
    case "handled":
      return { outcome: "handled", mappingId: mapping.id };
    case "refused":
      return {
        outcome: "refused",
        mappingId: mapping.id,
        refusal: step.refusal,
      };
    case "draft":
      return finishDraft(step.draft, mapping, walk);
  }
}

const NO_WARNINGS: readonly string[] = [];

function finishDraft(draft: Draft, mapping: CompiledMapping, { config, trace }: Walk): Resolution {
  const finished = finishAction(draft, mapping, config);
  trace?.stage(finished.ok ? "The policies agreed." : `Refused: ${finished.refusal.message}`);
  const mappingId = mapping.id;
  if (!finished.ok) return { outcome: "refused", mappingId, refusal: finished.refusal };
  return {
    outcome: "action",
    mappingId,
    action: finished.action,
    warnings: NO_WARNINGS,
  };
}

function refuseRendering(mapping: CompiledMapping, error: unknown): Resolution {
  return { outcome: "refused", mappingId: mapping.id, refusal: refusalFromError(error) };
}

function refusalFromError(error: unknown): Refusal {
  if (error instanceof HelperFailedError) {
    return createRefusal("helper_failed", "A template helper failed.", { detail: error.message });
  }
  if (!(error instanceof TooDeepError || error instanceof RenderLimitError)) throw error;
  const code = error instanceof TooDeepError ? "payload_too_deep" : "render_limit";
  return createRefusal(code, `This payload cannot be rendered: ${error.message}.`);
}

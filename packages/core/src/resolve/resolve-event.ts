// An event and a compiled config → what becomes of the event. The walk that `resolve` and `explain` share.
import type { CompiledConfig } from "../compile/compile-config.ts";
import type { CompiledMapping } from "../compile/compiled-mapping.ts";
import { typeName } from "../config/describe-schema-error.ts";
import type { HookEvent } from "../model/event.ts";
import type { PromiseOrValue, Resolution } from "../model/resolution.ts";
import { createRefusal } from "../problem/refusal.ts";
import { Budget } from "../template/scope.ts";
import { ElementScope } from "./element-scope.ts";
import { EventScope } from "./event-scope.ts";
import { finishAction } from "./finish-action.ts";
import { resolveEach } from "./resolve-each.ts";
import { resolveElement } from "./resolve-element.ts";
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
  const { path, payload } = scope;
  if (path === "wake") return resolveRequest(draftFromWakeRequest(payload), "/wake", config);
  if (path === "agent") {
    return resolveRequest(
      draftFromAgentRequest(payload, config.policies.channels),
      "/agent",
      config,
    );
  }
  if (!config.index.knows(path)) return UNMATCHED;
  if (typeof payload !== "object" || payload === null) return refuseScalar(payload);
  const mapping = config.index.find(scope);
  if (mapping === undefined) return UNMATCHED;
  if (mapping.skip) return skip(mapping, trace);
  const walk = { config, trace, budget: new Budget(config.environment.limits) };
  if (mapping.forEach !== undefined) return resolveEach(mapping, mapping.forEach, scope, walk);
  return resolveElement(mapping, new ElementScope(scope, mapping.id), walk);
}

function skip({ id }: CompiledMapping, trace: ResolveTrace | undefined): Resolution {
  trace?.stage("The mapping skips its events: nothing is done.");
  return { outcome: "handled", mappingId: id };
}

const UNMATCHED: Resolution = { outcome: "unmatched" };

function refuseScalar(payload: unknown): Resolution {
  const message = `The body must be a JSON object or list, not ${typeName(payload)}.`;
  return { outcome: "refused", refusal: createRefusal("invalid_payload", message) };
}

function resolveRequest(request: RequestDraft, route: string, config: CompiledConfig): Resolution {
  if (!request.ok) return { outcome: "refused", refusal: request.refusal };
  const provenance = { source: `webhook ${route}`, allowUnsafeExternalContent: false };
  const finished = finishAction(request.draft, provenance, config);
  if (!finished.ok) return { outcome: "refused", refusal: finished.refusal };
  return { outcome: "action", action: finished.action, warnings: request.warnings };
}

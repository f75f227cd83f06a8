// An event and a compiled config → what becomes of the event. The walk that `resolve` and `explain` share.
import type { CompiledConfig, CompiledMapping } from "../compiled.ts";
import { Budget } from "../data/budget.ts";
import { EventView } from "../data/event-view.ts";
import type { HookEvent } from "../model/event.ts";
import type { PromiseOrValue, Refusal, Resolution } from "../model/resolution.ts";
import { createRefusal } from "../problem/refusal.ts";
import { typeName } from "../schema/describe-schema-error.ts";
import { describeUnmatched } from "./describe-unmatched.ts";
import { type FinishingWalk, finishDraft } from "./finish-action.ts";
import { refuse } from "./refuse.ts";
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
  const view = EventView.of(event, config.environment.clock);
  const { path, payload } = view;
  if (path === "wake") {
    return resolveRequest(draftFromWakeRequest(payload), { route: "/wake", config, trace });
  }
  if (path === "agent") {
    const request = draftFromAgentRequest(payload, config.policies.channels);
    return resolveRequest(request, { route: "/agent", config, trace });
  }
  if (!config.index.hasPath(path)) return UNMATCHED;
  if (typeof payload !== "object" || payload === null) {
    return refuse(createScalarRefusal(payload), { trace });
  }
  const mapping = config.index.find(view);
  if (mapping === undefined) {
    return { outcome: "unmatched", detail: describeUnmatched(config.mappings, view) };
  }
  if (mapping.skip) return skip(mapping, trace);
  const walk = { config, trace, budget: new Budget(config.environment.limits) };
  if (mapping.forEach !== undefined) return resolveEach(mapping, mapping.forEach, view, walk);
  return resolveElement(mapping, view.forMapping(mapping.id), walk);
}

function skip({ id }: CompiledMapping, trace: ResolveTrace | undefined): Resolution {
  trace?.stage("The mapping skips its events: nothing is done.");
  return { outcome: "skipped", mappingId: id };
}

const UNMATCHED: Resolution = { outcome: "unmatched" };

function createScalarRefusal(payload: unknown): Refusal {
  const message = `The body must be a JSON object or list, not ${typeName(payload)}.`;
  return createRefusal("invalid_payload", message);
}

interface RequestWalk extends FinishingWalk {
  readonly route: string;
}

function resolveRequest(request: RequestDraft, { route, ...walk }: RequestWalk): Resolution {
  if (!request.ok) return refuse(request.refusal, walk);
  const provenance = { source: `webhook ${route}`, allowUnsafeExternalContent: false };
  const finished = finishDraft(request.draft, provenance, walk);
  if (!finished.ok) return refuse(finished.refusal, walk);
  const { action, warnings } = finished;
  return {
    outcome: "action",
    action,
    warnings: [...request.warnings, ...warnings],
    ...(warnings.length > 0 && { notes: warnings }),
  };
}

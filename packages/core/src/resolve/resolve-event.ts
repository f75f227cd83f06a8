// An event and a compiled config → what becomes of the event. The walk that `resolve` and `explain` share.

import type { PromiseOrValue } from "@hookwright/base";
import { isPromiseLike } from "@hookwright/base";
import { Budget, WorkLimitError } from "@hookwright/template/internal";
import type { HookEvent, Refusal, RefusedResolution, Resolution } from "../base/index.ts";
import { createRefusal, EventView, typeName } from "../base/index.ts";
import { acceptsProof } from "../match/index.ts";
import type { CompiledConfig, CompiledMapping } from "./compiled.ts";
import { describeUnmatched } from "./describe-unmatched.ts";
import { finishDraft } from "./finish-action.ts";
import { type RefusedWhere, refuse } from "./refuse.ts";
import { resolveEach } from "./resolve-each.ts";
import { resolveElement, type Walk } from "./resolve-element.ts";
import {
  draftFromAgentRequest,
  draftFromWakeRequest,
  type RequestDraft,
} from "./resolve-request.ts";
import type { ResolveTrace } from "./trace.ts";
import { viewEvent } from "./view-event.ts";

export function resolveEvent(
  event: HookEvent,
  config: CompiledConfig,
  trace?: ResolveTrace,
): PromiseOrValue<Resolution> {
  // Where no mapping has an `auth`, nothing is hidden but the hook token.
  const hidesNothing = config.routeAuths.size === 0;
  const view = hidesNothing
    ? EventView.of(event, config.environment.clock)
    : viewEvent(event, config);
  // The one budget of the event: it is never filled again, for no mapping and for no element.
  const budget = new Budget(config.environment.limits);
  try {
    return resolveView(view, { config, trace, budget });
  } catch (error) {
    return refuseOverspent(error, { trace });
  }
}

function resolveView(view: EventView, walk: Walk): PromiseOrValue<Resolution> {
  const { config, trace, budget } = walk;
  const { path, payload } = view;
  if (path === "wake" || path === "agent") {
    // Nothing but the hook token opens them.
    if (!acceptsProof(undefined, view.proof)) return UNMATCHED;
    return path === "wake"
      ? resolveRequest(draftFromWakeRequest(payload), "/wake", walk)
      : resolveRequest(draftFromAgentRequest(payload, config.policies.channels), "/agent", walk);
  }
  if (!config.index.hasPath(path)) return UNMATCHED;
  if (typeof payload !== "object" || payload === null) {
    return refuse(createScalarRefusal(payload), { trace });
  }
  const mapping = config.index.find(view, budget);
  if (mapping === undefined) {
    const mappings = config.index.listForPath(path);
    return { outcome: "unmatched", detail: describeUnmatched(mappings, view, budget) };
  }
  if (mapping.skip) return skip(mapping, trace);
  return resolveMapping(mapping, view, walk);
}

/** Whichever stage has spent the budget, the event is refused as a whole. */
function resolveMapping(
  mapping: CompiledMapping,
  view: EventView,
  walk: Walk,
): PromiseOrValue<Resolution> {
  const { id: mappingId, forEach } = mapping;
  const refuseError = (error: unknown) => refuseOverspent(error, { mappingId, trace: walk.trace });
  try {
    const resolution =
      forEach === undefined
        ? resolveElement(mapping, view.forMapping(mappingId), walk)
        : resolveEach(mapping, forEach, view, walk);
    return isPromiseLike(resolution) ? resolution.then(undefined, refuseError) : resolution;
  } catch (error) {
    return refuseError(error);
  }
}

function refuseOverspent(error: unknown, where: RefusedWhere): RefusedResolution {
  if (!(error instanceof WorkLimitError)) throw error;
  return refuse(createRefusal("work_limit", "This event takes too much work."), where);
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

function resolveRequest(request: RequestDraft, route: string, walk: Walk): Resolution {
  if (!request.ok) return refuse(request.refusal, walk);
  const provenance = { source: `webhook ${route}`, allowUnsafeExternalContent: false };
  const finished = finishDraft(request.draft, provenance, walk);
  if (!finished.ok) return refuse(finished.refusal, walk);
  const { action, warnings, taintedFields } = finished;
  return {
    outcome: "action",
    action,
    warnings: [...request.warnings, ...warnings],
    taintedFields,
    ...(warnings.length > 0 && { notes: warnings }),
  };
}

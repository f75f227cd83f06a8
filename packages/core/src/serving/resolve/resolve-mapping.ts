// The mappings that an event matches → its resolution: that of one mapping, or with `continue` one batch of several.

import { isPromiseLike, type PromiseOrValue } from "@hookwright/base";
import { WorkLimitError } from "@hookwright/template/runtime";
import {
  type BatchResolution,
  createRefusal,
  type ElementResolution,
  type EventView,
  isPayloadAlone,
  type RefusedResolution,
  type Resolution,
} from "../../model/index.ts";
import type { CompiledMapping } from "./compiled.ts";
import { ABANDONED, MAX_ELEMENTS, resolveEach } from "./resolve-each.ts";
import { resolveElement, type Walk } from "./resolve-element.ts";
import { type RefusedWhere, refuseDraft } from "./trace.ts";

/** Refuses the whole event if any stage has spent the budget. */
export function resolveMapping(
  mapping: CompiledMapping,
  view: EventView,
  walk: Walk,
): PromiseOrValue<Resolution> {
  const refuseError = (error: unknown) =>
    refuseOverspent(error, { mappingId: mapping.id, trace: walk.trace });
  try {
    const resolution = resolveOne(walk.trace?.mapping(mapping, false) ?? mapping, view, walk);
    return isPromiseLike(resolution) ? resolution.then(undefined, refuseError) : resolution;
  } catch (error) {
    return refuseError(error);
  }
}

export function refuseOverspent(error: unknown, where: RefusedWhere): RefusedResolution {
  if (!(error instanceof WorkLimitError)) throw error;
  return refuseDraft(createRefusal("work_limit", "This event takes too much work."), where);
}

function resolveOne(
  mapping: CompiledMapping,
  view: EventView,
  walk: Walk,
): PromiseOrValue<Resolution> {
  const { id: mappingId, forEach, skip } = mapping;
  if (skip) {
    walk.trace?.stage({ kind: "skipped" });
    return { outcome: "skipped", mappingId };
  }
  return forEach === undefined
    ? resolveElement(mapping, view.forMapping(mappingId), walk)
    : resolveEach(mapping, forEach, view, walk);
}

/**
 * One after the other, like the elements of a list. What one mapping refuses is the error of its element, but
 * the event has one budget and one limit of actions.
 */
export async function resolveSeveral(
  mappings: readonly CompiledMapping[],
  view: EventView,
  walk: Walk,
): Promise<Resolution> {
  const elements: ElementResolution[] = [];
  let skipped = 0;
  let actions = 0;
  let mappingId = "";
  try {
    for (const mapping of mappings) {
      mappingId = mapping.id;
      const where = { mappingId, trace: walk.trace };
      if (view.isOver()) return refuseDraft(ABANDONED, where);
      const resolution = await resolveOne(
        walk.trace?.mapping(mapping, true) ?? mapping,
        view,
        walk,
      );
      const found = elementsOf(resolution);
      const kept = cutFirst(found, mapping, MAX_ELEMENTS - actions);
      skipped += found.length - kept.length;
      if (resolution.outcome === "batch") skipped += resolution.skipped;
      // Every mail of a push is taken, so they are not counted here either.
      if (mapping.forEach?.isSliced !== true) actions += countActions(kept);
      if (actions > MAX_ELEMENTS) return refuseDraft(TOO_MANY, where);
      for (const element of kept) elements.push({ ...element, index: elements.length });
    }
  } catch (error) {
    return refuseOverspent(error, { mappingId, trace: walk.trace });
  }
  const batch: BatchResolution = {
    outcome: "batch",
    mappingId: (mappings[0] as CompiledMapping).id,
    mappingIds: mappings.map(({ id }) => id),
    elements,
    skipped,
  };
  return refuseAll(elements) ?? batch;
}

const TOO_MANY = createRefusal(
  "batch_too_large",
  `The mappings of this event make more than ${MAX_ELEMENTS} actions; send fewer elements at once.`,
);

/** The elements of one mapping, each with its index in the list if there is one. */
function elementsOf(resolution: Resolution): readonly Omit<ElementResolution, "index">[] {
  if (resolution.outcome === "batch") {
    return resolution.elements.map((one) => ({ element: one.index, resolution: one.resolution }));
  }
  // A mapping that was found is never unmatched.
  return resolution.outcome === "unmatched" ? [] : [{ resolution }];
}

/** `limit: first` takes what the mappings before it left. */
function cutFirst<Element>(
  found: readonly Element[],
  { forEach }: CompiledMapping,
  room: number,
): readonly Element[] {
  return forEach?.takesFirst === true ? found.slice(0, room) : found;
}

function countActions(elements: readonly Omit<ElementResolution, "index">[]): number {
  return elements.filter(({ resolution }) => resolution.outcome === "action").length;
}

/**
 * If every mapping refuses the event, its sender gets the refusal that makes it send the event again if one
 * does, else the first.
 */
function refuseAll(elements: readonly ElementResolution[]): RefusedResolution | undefined {
  const refused = elements.flatMap(({ resolution }) =>
    resolution.outcome === "refused" ? [resolution] : [],
  );
  const [first] = refused;
  if (first === undefined || refused.length < elements.length) return undefined;
  const chosen = refused.find(({ refusal }) => refusal.status >= 500) ?? first;
  const payloadAlone = refused.every(({ refusal }) => isPayloadAlone(refusal));
  return { ...chosen, refusal: { ...chosen.refusal, payloadAlone } };
}

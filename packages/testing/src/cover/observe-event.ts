// An event → what it covers of a config: which mappings were tried, the results of their clauses, what was rendered.
import type { HookEvent, Resolution } from "@hookwright/core";
import {
  acceptsProof,
  type ElementSubject,
  type EventView,
  findElements,
  findFailedClause,
  resolveEvent,
  viewEvent,
} from "@hookwright/core/runtime";
import { Budget, DEFAULT_RENDER_LIMITS } from "@hookwright/template/runtime";
import type { CoveredConfig, CoveredMapping } from "./covered-config.ts";
import { askLeaves, seenBy, type Vector } from "./match-leaves.ts";
import type { CoverageRun } from "./model.ts";
import type { Recording } from "./template-recorder.ts";

/** One evaluation of the leaves of a mapping, or of its `forEach.when`. */
export interface ObservedAnswer {
  readonly vector: Vector;
  /** Whether the mapping takes the event, or selects the element. */
  readonly isMatch: boolean;
}

interface TriedMapping extends ObservedAnswer {
  /** For each leaf, the value that the event has; undefined for an atom. */
  readonly values: readonly (string | undefined)[];
}

export interface Observation extends Recording {
  readonly event: HookEvent;
  readonly view: EventView;
  readonly resolution: Resolution;
  /** The mappings that get the event, by index, in order. With `continue`, there may be several. */
  readonly takers: ReadonlyMap<number, TakenList>;
  /** By the index of the mapping. Mappings after the last taker, or of another hook name, are not tried. */
  readonly tried: ReadonlyMap<number, TriedMapping>;
}

/** The list of a mapping that gets an event. */
interface TakenList {
  /** For the elements for which `forEach.when` was evaluated. */
  readonly elements: readonly ObservedAnswer[];
  /** The same elements, as the rule reads them. */
  readonly subjects: readonly ElementSubject[];
  /** The number of elements that become actions; undefined without a list. */
  readonly count: number | undefined;
}

/** A case that was run, and what its event exercised. */
export interface ObservedRun {
  readonly run: CoverageRun;
  readonly observation: Observation;
}

/**
 * Transforms are left out, because they run after everything that is counted here. Conditions are evaluated in full,
 * besides the walk, which stops at the first clause that fails.
 */
export async function observeEvent(event: HookEvent, config: CoveredConfig): Promise<Observation> {
  const { compiled, mappings, recorder } = config;
  const { limits } = compiled.environment;
  const view = viewEvent(event, compiled);
  const found = findTakers(view, config);
  const asked = new Map(
    found.map((place) => [place, { elements: [], subjects: [] } as AskedElements]),
  );
  let current = -1;
  recorder.take();
  const resolution = await resolveEvent(view, compiled, {
    literal: ignore,
    expression: ignore,
    stage: ignore,
    field: recorder.enter,
    mapping: (mapping) => {
      current = compiled.mappings.indexOf(mapping);
      return mapping;
    },
    leavesOut: () => true,
    element: (element, isMatch) => {
      const { elementLeaves } = mappings[current] as CoveredMapping;
      const { subjects, elements } = asked.get(current) as AskedElements;
      subjects.push(element);
      elements.push({ vector: askLeaves(elementLeaves, element, limits), isMatch });
    },
  });
  const recording = recorder.take();
  const tried = new Map<number, TriedMapping>();
  const end = found.at(-1);
  const isOpen = end === undefined || compiled.mappings[end]?.continue === true;
  const last = isOpen ? mappings.length : end;
  for (const [place, one] of mappings.entries()) {
    if (place > last) break;
    if (!isTried(one, view)) continue;
    const vector = askLeaves(one.leaves, view, limits);
    const values = one.leaves.map((leaf) =>
      leaf.kind === "atom" ? undefined : seenBy(leaf, view),
    );
    tried.set(place, { vector, values, isMatch: asked.has(place) });
  }
  const takers = new Map(
    [...asked].map(([place, { elements, subjects }]) => {
      const count = countElements(view, mappings[place], elements);
      return [place, { elements, subjects, count }] as const;
    }),
  );
  return { event, view, resolution, takers, tried, ...recording };
}

interface AskedElements {
  readonly elements: ObservedAnswer[];
  readonly subjects: ElementSubject[];
}

function countElements(
  { payload }: EventView,
  taker: CoveredMapping | undefined,
  asked: readonly ObservedAnswer[],
): number | undefined {
  const forEach = taker?.compiled.forEach;
  const found = forEach && listElements(payload, forEach);
  if (found === undefined) return undefined;
  if (forEach?.when === undefined) return found.length;
  return asked.filter(({ isMatch }) => isMatch).length;
}

/** The recorder already has it. */
function ignore(): void {
  // Nothing to do.
}

/** Built-in routes and bodies that are neither object nor list reach no mapping. */
function findTakers(view: EventView, { mappings, compiled }: CoveredConfig): readonly number[] {
  if (!isAsked(view)) return [];
  const budget = new Budget(compiled.environment.limits);
  const takers: number[] = [];
  try {
    for (const [place, one] of mappings.entries()) {
      if (!isTried(one, view)) continue;
      if (findFailedClause(one.compiled.rule, view, budget) !== undefined) continue;
      takers.push(place);
      if (one.compiled.continue !== true) break;
    }
    return takers;
  } catch {
    // The event exceeds its budget: the walk refuses it.
    return [];
  }
}

function isAsked({ path, payload }: EventView): boolean {
  return path !== "wake" && path !== "agent" && typeof payload === "object" && payload !== null;
}

function isTried({ compiled: { rule } }: CoveredMapping, view: EventView): boolean {
  const isOfName = rule.path === undefined || rule.path === view.path;
  return isOfName && isAsked(view) && acceptsProof(rule.auth, view.proof);
}

type ForEach = NonNullable<CoveredMapping["compiled"]["forEach"]>;

/** Undefined if the value is not a list, or is JSON that exceeds the work limit. */
export function listElements(
  payload: unknown,
  forEach: ForEach,
): readonly { readonly item: unknown }[] | undefined {
  try {
    const found = findElements(payload, forEach, new Budget(DEFAULT_RENDER_LIMITS));
    return found.ok ? found.elements : undefined;
  } catch {
    return undefined;
  }
}

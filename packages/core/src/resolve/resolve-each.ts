// A mapping with forEach and an event → what each element comes to, in the order of the list.

import type { CompiledForEach, CompiledMapping } from "../compiled.ts";
import { COST } from "../data/budget.ts";
import type { EventView } from "../data/event-view.ts";
import { readOwn } from "../data/path.ts";
import type {
  BatchResolution,
  ElementResolution,
  PromiseOrValue,
  RefusedResolution,
  Resolution,
} from "../model/resolution.ts";
import { createRefusal } from "../problem/refusal.ts";
import { typeName } from "../schema/describe-schema-error.ts";
import { refuse } from "./refuse.ts";
import { resolveElement, type Walk } from "./resolve-element.ts";
import type { ResolveTrace } from "./trace.ts";

/** One request that starts hundreds of runs is an accident more often than a wish. */
const MAX_ELEMENTS = 200;

export function resolveEach(
  mapping: CompiledMapping,
  forEach: CompiledForEach,
  event: EventView,
  walk: Walk,
): PromiseOrValue<Resolution> {
  const { steps, atomic: isAtomic } = forEach;
  const list = steps.reduce<unknown>(readOwn, event.payload) ?? [];
  const mappingId = mapping.id;
  const where = { mappingId, trace: walk.trace };
  if (!Array.isArray(list)) {
    const message = `"${forEach.path}" must be a list, not ${typeName(list)}.`;
    return refuse(createRefusal("invalid_payload", message), where);
  }
  if (list.length === 0) {
    walk.trace?.stage(`"${forEach.path}" is missing or empty: nothing is done.`);
    return { outcome: "handled", mappingId };
  }
  // Charged before any transform runs: a payload of 256 KiB has up to 30,000 fields.
  const copied = Math.min(list.length, MAX_ELEMENTS) * countCopied(event.payload, steps);
  walk.budget.spend(copied * COST.copiedFields);
  return resolveElements(mapping, { list, steps, isAtomic, event }, walk);
}

interface ElementList {
  readonly list: readonly unknown[];
  readonly steps: readonly string[];
  readonly isAtomic: boolean;
  readonly event: EventView;
}

/** One after the other: transforms of two hundred elements at once would starve other events. */
async function resolveElements(
  mapping: CompiledMapping,
  all: ElementList,
  walk: Walk,
): Promise<Resolution> {
  const { list, steps, event } = all;
  const elements: ElementResolution[] = [];
  for (const [index, item] of list.slice(0, MAX_ELEMENTS).entries()) {
    const payload = replaceAt(event.payload, steps, [item]);
    const element = event.forMapping(mapping.id, { item, index, payload });
    const trace = walk.trace && traceOf(index, walk.trace);
    elements.push({
      index,
      resolution: await resolveElement(mapping, element, { ...walk, trace }),
    });
  }
  const skipped = Math.max(0, list.length - MAX_ELEMENTS);
  if (skipped > 0) walk.trace?.stage(`Elements from ${MAX_ELEMENTS} on are left out: ${skipped}.`);
  const batch: BatchResolution = { outcome: "batch", mappingId: mapping.id, elements, skipped };
  return refuseBatch(batch, all) ?? batch;
}

/** What a stage says of one element would otherwise read as if it were said of all. */
function traceOf(index: number, trace: ResolveTrace): ResolveTrace {
  return { ...trace, stage: (sentence) => trace.stage(`Element ${index}: ${sentence}`) };
}

/** A batch of which nothing is good, or any is bad where it is atomic, is refused like its first bad element. */
function refuseBatch(
  batch: BatchResolution,
  { steps, isAtomic }: ElementList,
): RefusedResolution | undefined {
  const refused = batch.elements.flatMap(({ index, resolution }) =>
    resolution.outcome === "refused" ? [{ index, refusal: resolution.refusal }] : [],
  );
  const [first] = refused;
  if (first === undefined) return undefined;
  if (!isAtomic && refused.length < batch.elements.length) return undefined;
  const issues = refused.map(({ index, refusal }) => ({
    path: `/${[...steps.map(escapeStep), index].join("/")}`,
    message: refusal.message,
  }));
  const refusal = { ...first.refusal, issues };
  return { outcome: "refused", mappingId: batch.mappingId, refusal };
}

/** As JSON pointers spell a key. */
function escapeStep(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** A copy of the value in which only the way to one place is new. */
export function replaceAt(value: unknown, steps: readonly string[], replacement: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return replacement;
  const replaced = replaceAt(readOwn(value, step), rest, replacement);
  if (Array.isArray(value)) return value.with(Number(step), replaced);
  return { ...(value as object), [step]: replaced };
}

/** The fields that `replaceAt` copies: all that stand beside the steps. */
export function countCopied(value: unknown, steps: readonly string[]): number {
  let at = value;
  let count = 0;
  for (const step of steps) {
    count += Object.keys(at as object).length;
    at = readOwn(at, step);
  }
  return count;
}

// A mapping with forEach and an event → what each element comes to, in the order of the list.
import type { CompiledForEach, CompiledMapping } from "../compile/compiled-mapping.ts";
import { typeName } from "../config/describe-schema-error.ts";
import { readOwn } from "../data/read-own.ts";
import type {
  BatchResolution,
  ElementResolution,
  PromiseOrValue,
  RefusedResolution,
  Resolution,
} from "../model/resolution.ts";
import { createRefusal } from "../problem/refusal.ts";
import { ElementScope } from "./element-scope.ts";
import type { EventScope } from "./event-scope.ts";
import { resolveElement, type Walk } from "./resolve-element.ts";

/** One request that starts hundreds of runs is an accident more often than a wish. */
const MOST_ELEMENTS = 200;

export function resolveEach(
  mapping: CompiledMapping,
  forEach: CompiledForEach,
  event: EventScope,
  walk: Walk,
): PromiseOrValue<Resolution> {
  const list = forEach.steps.reduce<unknown>(readOwn, event.payload) ?? [];
  const mappingId = mapping.id;
  if (!Array.isArray(list)) {
    const message = `"${forEach.path}" must be a list, not ${typeName(list)}.`;
    return { outcome: "refused", mappingId, refusal: createRefusal("invalid_payload", message) };
  }
  if (list.length === 0) return { outcome: "handled", mappingId };
  return resolveElements(mapping, { list, forEach, event }, walk);
}

interface ElementList {
  readonly list: readonly unknown[];
  readonly forEach: CompiledForEach;
  readonly event: EventScope;
}

/** One after the other: transforms of two hundred elements at once would starve other events. */
async function resolveElements(
  mapping: CompiledMapping,
  { list, forEach, event }: ElementList,
  walk: Walk,
): Promise<Resolution> {
  const elements: ElementResolution[] = [];
  for (const [index, item] of list.slice(0, MOST_ELEMENTS).entries()) {
    const payload = replaceAt(event.payload, forEach.steps, [item]);
    const scope = new ElementScope(event, mapping.id, { item, index, payload });
    elements.push({ index, resolution: await resolveElement(mapping, scope, walk) });
  }
  const skipped = Math.max(0, list.length - MOST_ELEMENTS);
  const batch: BatchResolution = { outcome: "batch", mappingId: mapping.id, elements, skipped };
  return refuseBatch(batch, forEach) ?? batch;
}

/** A batch of which nothing is good, or any is bad where it is atomic, is refused like its first bad element. */
function refuseBatch(
  batch: BatchResolution,
  forEach: CompiledForEach,
): RefusedResolution | undefined {
  const refused = batch.elements.flatMap(({ index, resolution }) =>
    resolution.outcome === "refused" ? [{ index, refusal: resolution.refusal }] : [],
  );
  const [first] = refused;
  if (first === undefined) return undefined;
  if (!forEach.atomic && refused.length < batch.elements.length) return undefined;
  const issues = refused.map(({ index, refusal }) => ({
    path: `/${[...forEach.steps, index].join("/")}`,
    message: refusal.message,
  }));
  const refusal = { ...first.refusal, issues };
  return { outcome: "refused", mappingId: batch.mappingId, refusal };
}

/** A copy of the value in which only the way to one place is new. */
function replaceAt(value: unknown, steps: readonly string[], replacement: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return replacement;
  const replaced = replaceAt(readOwn(value, step), rest, replacement);
  if (Array.isArray(value)) return value.with(Number(step), replaced);
  return { ...(value as object), [step]: replaced };
}

// A mapping with `forEach` and an event → the resolution of each element, in the order of the list.
import type { HeaderRecord, PromiseOrValue, QueryRecord } from "@hookwright/base";
import { Budget, COST } from "@hookwright/template/runtime";
import {
  type BatchResolution,
  createRefusal,
  type ElementResolution,
  type EventView,
  isPayloadAlone,
  type Refusal,
  type RefusedResolution,
  type Resolution,
  typeName,
} from "../../model/index.ts";
import type { ElementSubject, RuleNode } from "../match/index.ts";
import type { CompiledForEach, CompiledMapping } from "./compiled.ts";
import { cutBody, type FoundElement, findElements, pointerTo, type Way } from "./find-elements.ts";
import { resolveElement, type Walk } from "./resolve-element.ts";
import { type ResolveTrace, refuseDraft } from "./trace.ts";

/**
 * A request that starts hundreds of runs is more often an accident than intended. Mails are processed in
 * slices of this size.
 */
export const MAX_ELEMENTS = 200;

/** The most elements that `forEach.when` is evaluated on, and the most mails of one push. */
const MAX_CANDIDATES = 10_000;

export function resolveEach(
  mapping: CompiledMapping,
  forEach: CompiledForEach,
  event: EventView,
  walk: Walk,
): PromiseOrValue<Resolution> {
  const { path } = forEach;
  const mappingId = mapping.id;
  const where = { mappingId, trace: walk.trace };
  const found = findElements(event.payload, forEach, walk.budget);
  if (!found.ok) {
    const kind = forEach.single ? "a list or an object" : "a list";
    const message =
      forEach.parse && typeof found.value === "string"
        ? `"${path}" must be the JSON text of ${kind}.`
        : `"${path}" must be ${kind}, not ${typeName(found.value)}.`;
    const extras = isReadable(found.value, forEach) ? { payloadAlone: false } : {};
    return refuseDraft(createRefusal("invalid_payload", message, extras), where);
  }
  if (found.elements.length === 0) {
    const list = found.hasList ? "empty" : "missing";
    walk.trace?.stage({ kind: "no elements", path, list });
    return { outcome: "handled", mappingId, list };
  }
  const choice = chooseElements(found.elements, forEach, { event, walk });
  if (!choice.ok) return refuseDraft(choice.refusal, where);
  const { elements, skipped } = choice;
  if (elements.length === 0) {
    return { outcome: "handled", mappingId, list: "unchosen" };
  }
  return resolveElements(mapping, { elements, skipped, forEach, event }, walk);
}

/** Whether other keys of "forEach" could read the value: "single" an object, "parse" the JSON in a text. */
function isReadable(value: unknown, { parse }: CompiledForEach): boolean {
  if (typeof value === "string") return !parse && JSON_START.test(value);
  return typeof value === "object" && value !== null;
}

const JSON_START = /^\s*[[{]/;

type ChooseResult =
  | { readonly ok: true; readonly elements: readonly ListElement[]; readonly skipped: number }
  | { readonly ok: false; readonly refusal: Refusal };

interface ElementWalk {
  readonly event: EventView;
  readonly walk: Walk;
}

function chooseElements(
  found: readonly FoundElement[],
  { path, when, takesFirst, isSliced }: CompiledForEach,
  { event, walk: { budget, config, trace } }: ElementWalk,
): ChooseResult {
  const isBounded = when !== undefined || isSliced;
  if (isBounded && found.length > MAX_CANDIDATES) return tooMany(path, MAX_CANDIDATES);
  const all = found.map((element, index) => new ListElement(element, index, { event, budget }));
  const chosen =
    when === undefined ? all : all.filter((element) => when.holds(element, budget) === true);
  if (when !== undefined && trace !== undefined) {
    reportElements(all, { chosen, rule: when.tree, trace });
  }
  if (chosen.length > MAX_ELEMENTS && !takesFirst && !isSliced) return tooMany(path, MAX_ELEMENTS);
  const elements = isSliced ? chosen : chosen.slice(0, MAX_ELEMENTS);
  let ofSlice = budget;
  for (const [at, element] of elements.entries()) {
    // Each slice has the budget of one event.
    if (at > 0 && at % MAX_ELEMENTS === 0) ofSlice = new Budget(config.environment.limits);
    // The payload is copied and charged before any transform runs: 256 KiB have up to 30,000 fields.
    element.chargeTo(ofSlice);
  }
  if (when !== undefined) {
    trace?.stage({ kind: "chosen", path, chosen: chosen.length, found: found.length });
  }
  return { ok: true, elements, skipped: chosen.length - elements.length };
}

interface Chosen {
  readonly chosen: readonly ListElement[];
  readonly rule: RuleNode;
  readonly trace: ResolveTrace;
}

function reportElements(all: readonly ListElement[], { chosen, rule, trace }: Chosen): void {
  const isChosen = new Set(chosen);
  for (const element of all) trace.element(element, isChosen.has(element), rule);
}

function tooMany(path: string, most: number): ChooseResult {
  const message = `"${path}" has more than ${most} elements; send fewer at once.`;
  return { ok: false, refusal: createRefusal("batch_too_large", message) };
}

interface ChosenElements {
  readonly elements: readonly ListElement[];
  readonly skipped: number;
  readonly forEach: CompiledForEach;
  readonly event: EventView;
}

/** Resolves the elements one after the other: 200 transforms at once would starve other events. */
async function resolveElements(
  mapping: CompiledMapping,
  all: ChosenElements,
  walk: Walk,
): Promise<Resolution> {
  const { event, skipped } = all;
  const elements: ElementResolution[] = [];
  for (const element of all.elements) {
    // Each transform may use its whole time limit, and a sender that disconnected sends the batch again.
    if (event.isOver()) return refuseDraft(ABANDONED, { mappingId: mapping.id, trace: walk.trace });
    const { index } = element;
    const view = event.forMapping(mapping.id, element);
    const trace = walk.trace && traceOf(index, walk.trace);
    const { budget } = element;
    const resolution = await resolveElement(mapping, view, { ...walk, budget, trace });
    elements.push({ index, resolution });
  }
  if (skipped > 0) walk.trace?.stage({ kind: "left out", most: MAX_ELEMENTS, count: skipped });
  const batch: BatchResolution = { outcome: "batch", mappingId: mapping.id, elements, skipped };
  return onlyElement(batch) ?? refuseBatch(batch, all) ?? batch;
}

/** Nobody gets this refusal: the request is already answered, or its client disconnected. */
export const ABANDONED: Refusal = createRefusal(
  "client_closed",
  "Nobody waits for the rest of this batch.",
);

/** A batch of one is resolved like a single event, and its sender gets the answer to one. */
function onlyElement({ elements }: BatchResolution): Resolution | undefined {
  const [only] = elements;
  return elements.length === 1 ? only?.resolution : undefined;
}

function traceOf(index: number, trace: ResolveTrace): ResolveTrace {
  return { ...trace, stage: (stage) => trace.stage(stage, index) };
}

/**
 * If all elements are refused, or one of an atomic batch, the batch is refused like its first refused
 * element.
 */
function refuseBatch(
  batch: BatchResolution,
  { elements: chosen, forEach }: ChosenElements,
): RefusedResolution | undefined {
  const refused = batch.elements.flatMap(({ resolution }, at) =>
    resolution.outcome === "refused" ? [{ at, refusal: resolution.refusal }] : [],
  );
  const [first] = refused;
  if (first === undefined) return undefined;
  if (!forEach.atomic && refused.length < batch.elements.length) return undefined;
  const issues = refused.map(({ at, refusal }) => ({
    path: pointerTo((chosen[at] as ListElement).way),
    message: refusal.message,
  }));
  const payloadAlone = refused.every(({ refusal }) => isPayloadAlone(refusal));
  const refusal = { ...first.refusal, issues, payloadAlone };
  return { outcome: "refused", mappingId: batch.mappingId, refusal };
}

/** The payload is copied on first use: most rules read only the element. */
class ListElement implements ElementSubject {
  readonly index: number;
  readonly item: unknown;
  readonly way: Way | undefined;
  budget: Budget;
  readonly #event: EventView;
  #payload: unknown;
  #hasPayload = false;

  constructor(
    found: FoundElement,
    index: number,
    { event, budget }: { readonly event: EventView; readonly budget: Budget },
  ) {
    this.index = index;
    this.item = found.item;
    this.way = found.way;
    this.#event = event;
    this.budget = budget;
  }

  /** Charges the copy of the payload and all later work on it. */
  chargeTo(budget: Budget): void {
    this.budget = budget;
    void this.payload;
  }

  get payload(): unknown {
    if (!this.#hasPayload) {
      this.budget.spend((this.way?.copied ?? 0) * COST.copiedFields);
      this.#payload = cutBody(this.#event.payload, this);
      this.#hasPayload = true;
    }
    return this.#payload;
  }

  get path(): string {
    return this.#event.path;
  }

  get query(): QueryRecord {
    return this.#event.query;
  }

  get headers(): HeaderRecord {
    return this.#event.headers;
  }

  now(): string {
    return this.#event.now();
  }

  header(name: string): string | undefined {
    return this.#event.header(name);
  }
}

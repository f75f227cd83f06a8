// A body and the path of a list in it → the elements of all lists at the path, each with the way to it.

import { hasOwnKey, keyFromText, locatePayload, readKey } from "@hookwright/base";
import { type Budget, parseJsonWithin } from "@hookwright/template/runtime";
import type { CompiledForEach } from "./compiled.ts";

/** One step on the way to an element, with the previous steps, which elements share. */
export interface Way {
  readonly above: Way | undefined;
  /** A key of the path, or the index of an element of a list on the path. */
  readonly step: string;
  /** The list or object that the step is taken in, which may be parsed from a JSON text. */
  readonly within: unknown;
  /** Whether the step goes through a list, whose other elements are cut. */
  readonly isCut: boolean;
  /** How many fields are copied up to here when the body is cut to this element. */
  readonly copied: number;
}

export interface FoundElement {
  readonly item: unknown;
  /** Undefined if the body itself is the only element. */
  readonly way: Way | undefined;
}

type FindElementsResult =
  | {
      readonly ok: true;
      readonly elements: readonly FoundElement[];
      /** Whether there is a list, which may be empty. */
      readonly hasList: boolean;
    }
  /** The value that is there instead of a list. */
  | { readonly ok: false; readonly value: unknown };

type FindElementsOptions = Pick<CompiledForEach, "steps" | "isFromPayload" | "parse" | "single">;

/**
 * A missing list has no elements. The recursion is at most as deep as the path has steps. Parsed JSON texts
 * are charged to the budget.
 */
export function findElements(
  body: unknown,
  { steps: written, isFromPayload, parse, single }: FindElementsOptions,
  budget: Budget,
): FindElementsResult {
  const steps = isFromPayload ? locatePayload(body, written) : written;
  const elements: FoundElement[] = [];
  const wrong: unknown[] = [];
  let hasList = false;

  const read = (value: unknown): unknown =>
    parse && typeof value === "string" ? readText(value, budget) : value;
  const visit = (found: unknown, depth: number, above: Way | undefined): void => {
    const value = read(found);
    const step = steps[depth];
    const isWalked = step === undefined || typeof keyFromText(step) === "string";
    if (Array.isArray(value) && isWalked) visitList(value, depth, above);
    else if (step === undefined) visitEnd(value, above);
    else visitKey(value, depth, above);
  };
  const visitList = (list: readonly unknown[], depth: number, above: Way | undefined): void => {
    // An empty list counts as the list, because its elements cannot be checked for the rest of the path.
    hasList ||= depth === steps.length || list.length === 0;
    for (const [index, item] of list.entries()) {
      const way = wayTo(String(index), { above, within: list, isCut: true, copied: 0 });
      if (steps[depth] === undefined) elements.push({ item, way });
      else visitKey(read(item), depth, way);
    }
  };
  const visitEnd = (value: unknown, above: Way | undefined): void => {
    if (value === undefined || value === null) return;
    if (!single || typeof value !== "object") wrong.push(value);
    else {
      hasList = true;
      elements.push({ item: value, way: above });
    }
  };
  const visitKey = (value: unknown, depth: number, above: Way | undefined): void => {
    const step = steps[depth] as string;
    if (!hasOwnKey(value, step)) return;
    const copied = Object.keys(value as object).length;
    visit(
      readKey(value, keyFromText(step)),
      depth + 1,
      wayTo(step, { above, within: value, isCut: false, copied }),
    );
  };

  visit(body, 0, undefined);
  return wrong.length > 0 ? { ok: false, value: wrong[0] } : { ok: true, elements, hasList };
}

/** A blank text is undefined; a text that is not JSON stays a text. */
function readText(text: string, budget: Budget): unknown {
  return text.trim() === "" ? undefined : (parseJsonWithin(budget, text) ?? text);
}

function wayTo(step: string, { above, within, isCut, copied }: Omit<Way, "step">): Way {
  return { above, step, within, isCut, copied: (above?.copied ?? 0) + copied };
}

/** A copy of the body in which every list on the way has only this element. The body itself does not change. */
export function cutBody(body: unknown, { item, way }: FoundElement): unknown {
  if (way === undefined) return body;
  let copy = item;
  for (let at: Way | undefined = way; at !== undefined; at = at.above) copy = copyAround(at, copy);
  return copy;
}

function copyAround({ within, step, isCut }: Way, copy: unknown): unknown {
  if (isCut) return [copy];
  if (Array.isArray(within)) return within.with(Number(step), copy);
  return { ...(within as object), [step]: copy };
}

/** A JSON pointer to an element. */
export function pointerTo(way: Way | undefined): string {
  if (way === undefined) return "";
  return `${pointerTo(way.above)}/${way.step.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

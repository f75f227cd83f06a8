// A body and the path of a list in it → the elements of all lists there, each with the way to it.

import { hasOwnKey, keyFromText, locatePayload, readKey } from "@hookwright/base";
import type { CompiledForEach } from "./compiled.ts";

/** One step on the way to an element, and those before it, which elements share. */
export interface Way {
  readonly above: Way | undefined;
  /** A key that the path names, or the index of an element of a list that the path goes through. */
  readonly step: string;
  /** Whether the path goes through all elements of the list, and so the others are cut. */
  readonly isCut: boolean;
  /** Fields that a copy of the body with nothing but this way in its lists copies up to here. */
  readonly copied: number;
}

export interface FoundElement {
  readonly item: unknown;
  readonly way: Way;
}

type FindElementsResult =
  | { readonly ok: true; readonly elements: readonly FoundElement[] }
  /** What stands where a list must be. */
  | { readonly ok: false; readonly value: unknown };

/** A list that is missing has no elements. Never deeper than the path has steps. */
export function findElements(body: unknown, forEach: CompiledForEach): FindElementsResult {
  const steps = forEach.isFromPayload ? locatePayload(body, forEach.steps) : forEach.steps;
  const elements: FoundElement[] = [];
  const wrong: unknown[] = [];

  const visit = (value: unknown, depth: number, above: Way | undefined): void => {
    const step = steps[depth];
    if (Array.isArray(value) && (step === undefined || typeof keyFromText(step) === "string")) {
      for (const [index, item] of value.entries()) {
        const way = wayTo(String(index), { above, isCut: true, copied: 0 });
        if (step === undefined) elements.push({ item, way });
        else visitKey(item, depth, way);
      }
    } else if (step !== undefined) {
      visitKey(value, depth, above);
    } else if (value !== undefined && value !== null) {
      wrong.push(value);
    }
  };
  const visitKey = (value: unknown, depth: number, above: Way | undefined): void => {
    const step = steps[depth] as string;
    if (!hasOwnKey(value, step)) return;
    const copied = Object.keys(value as object).length;
    visit(
      readKey(value, keyFromText(step)),
      depth + 1,
      wayTo(step, { above, isCut: false, copied }),
    );
  };

  visit(body, 0, undefined);
  return wrong.length > 0 ? { ok: false, value: wrong[0] } : { ok: true, elements };
}

function wayTo(step: string, { above, isCut, copied }: Omit<Way, "step">): Way {
  return { above, step, isCut, copied: (above?.copied ?? 0) + copied };
}

/** The body in which every list on the way has no other element; the body itself stays as it is. */
export function cutBody(body: unknown, { item, way }: FoundElement): unknown {
  const ways: Way[] = [];
  for (let at: Way | undefined = way; at !== undefined; at = at.above) ways.unshift(at);
  return copyAlong(body, ways, item);
}

function copyAlong(value: unknown, [way, ...rest]: readonly Way[], item: unknown): unknown {
  if (way === undefined) return item;
  const copy = copyAlong(readKey(value, keyFromText(way.step)), rest, item);
  if (way.isCut) return [copy];
  if (Array.isArray(value)) return value.with(Number(way.step), copy);
  return { ...(value as object), [way.step]: copy };
}

/** A JSON pointer to an element. */
export function pointerTo(way: Way): string {
  const before = way.above === undefined ? "" : pointerTo(way.above);
  return `${before}/${way.step.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

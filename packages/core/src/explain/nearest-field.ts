// What an expression read in vain → the field of the event that was probably meant.

import { findNearestName, readOwn } from "@hookwright/base";
import type { TemplateRead } from "@hookwright/template/internal";
import type { EventView } from "../base/index.ts";

export function findNearestRead(
  reads: readonly TemplateRead[],
  view: EventView,
): string | undefined {
  return reads
    .filter(({ exact }) => exact)
    .map((read) => findNearest(read, view))
    .find((name) => name !== undefined);
}

/** A field of the payload is written without the root, unless a block around it has another context. */
function findNearest({ root, steps }: TemplateRead, view: EventView): string | undefined {
  if (root === "payload") {
    const isOfElement = steps.length > 0 && isThere(view.item, steps);
    if (isOfElement) return ["item", ...steps].join(".");
    return findNearestField(view.payload, steps, ["payload"]);
  }
  if (root !== "item" && root !== "headers" && root !== "query") return undefined;
  const nearest = findNearestField(view[root], steps, []);
  return nearest && `${root}.${nearest}`;
}

function findNearestField(
  value: unknown,
  steps: readonly string[],
  fromRoot: readonly string[],
): string | undefined {
  let at = value;
  for (const [depth, step] of steps.entries()) {
    const next = readOwn(at, step);
    if (next === undefined) {
      const names = typeof at === "object" && at !== null ? Object.keys(at) : [];
      const nearest = findNearestName(step, names);
      if (nearest !== undefined) return [...steps.slice(0, depth), nearest].join(".");
      const outside = steps.slice(depth);
      return isThere(value, outside) ? [...fromRoot, ...outside].join(".") : undefined;
    }
    at = next;
  }
  return undefined;
}

/** Inside of a block, a name means a field of its context; the value around may have one, too. */
function isThere(value: unknown, steps: readonly string[]): boolean {
  const found = steps.reduce(readOwn, value);
  return found !== undefined && found !== null;
}

// What the templates of a mapping read → the lists of which only the first element is read.

import { keysFromPath } from "@hookwright/base";
import type { TemplateRead } from "@hookwright/template/internal";
import type { MappingReads } from "../advice/index.ts";
import type { Mapping } from "../config/index.ts";
import type { FirstOnlyList } from "../resolve/index.ts";

export function findFirstOnly(
  { forEach, transform, skip }: Mapping,
  reads: MappingReads,
): readonly FirstOnlyList[] {
  // A transform may read the rest.
  if (forEach !== undefined || transform !== undefined || skip) return NONE;
  return findLists(reads).map(({ steps, isFromPayload }) => ({
    name: nameOf(steps),
    steps,
    keys: keysFromPath(steps),
    isFromPayload,
  }));
}

const NONE: readonly FirstOnlyList[] = [];

interface ReadList {
  /** The way to the list; none: the body itself. */
  readonly steps: readonly string[];
  readonly isFromPayload: boolean;
}

/** The outer lists come before those within. */
function findLists({ text, all }: MappingReads): readonly ReadList[] {
  const read = all.filter(isOfBody);
  const found = new Map<string, ReadList>();
  for (const { steps, yields = false } of text.filter(isOfBody)) {
    for (const [at, step] of steps.entries()) {
      const list = { steps: steps.slice(0, at), isFromPayload: yields };
      const isFirst =
        step === "0" &&
        !hasPlace(list.steps) &&
        read.every((one) => readsFirst(one.steps, list.steps));
      if (isFirst) found.set(JSON.stringify(list.steps), list);
    }
  }
  return [...found.values()];
}

function isOfBody({ root, exact }: TemplateRead): boolean {
  return root === "payload" && exact;
}

/** Whoever reads a place by its number, such as the second, knows what stands there. */
function hasPlace(steps: readonly string[]): boolean {
  return steps.some((step) => /^[1-9]\d*$/.test(step));
}

/** False where the whole list is read, a part around it, or another element. */
function readsFirst(steps: readonly string[], list: readonly string[]): boolean {
  const isElsewhere = list.some((step, at) => at < steps.length && steps[at] !== step);
  return isElsewhere || steps[list.length] === "0";
}

/** What a name in a path can be without brackets. */
const PLAIN = /^[^\s.[\]{}$]+$/;

function nameOf(steps: readonly string[]): string {
  if (steps.length === 0) return "payload";
  return steps
    .map((step, at) => {
      if (step === "0") return "[0]";
      const name = PLAIN.test(step) ? step : `[${step}]`;
      return at === 0 ? name : `.${name}`;
    })
    .join("");
}

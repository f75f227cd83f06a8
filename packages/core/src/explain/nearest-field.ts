// What an expression read in vain → the field of the event that was probably meant.

import { readOwn } from "@hookwright/base";
import type { TemplateRead } from "@hookwright/template/internal";
import type { EventView } from "../base/index.ts";
import { describeMeantPath, findMeantPath, type MeantPath, pathToText } from "./meant-path.ts";

/** As a template writes it; undefined where nothing is near, or other than a path must be written. */
export function findNearestRead(
  reads: readonly TemplateRead[],
  view: EventView,
): string | undefined {
  return findFirst(reads, (read) => {
    const found = findMeant(read, view);
    return found === undefined || "rest" in found.meant
      ? undefined
      : `${found.root}${pathToText(found.meant.steps)}`;
  });
}

/** What to write in place of a path that leads into a text or a list, as a sentence; undefined for any other. */
export function hintMissingRead(
  reads: readonly TemplateRead[],
  view: EventView,
): string | undefined {
  return findFirst(reads, (read) => {
    const found = findMeant(read, view);
    return found !== undefined && found.meant.is === "JSON text"
      ? describeMeantPath(found.meant, "template", found.root)
      : undefined;
  });
}

function findFirst(
  reads: readonly TemplateRead[],
  find: (read: TemplateRead) => string | undefined,
): string | undefined {
  for (const read of reads) {
    const found = read.exact ? find(read) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

interface FoundPath {
  readonly meant: MeantPath;
  readonly root: string;
}

/** A field of the payload is written without the root, unless a block around it has another context. */
function findMeant({ root, steps }: TemplateRead, view: EventView): FoundPath | undefined {
  if (root === "payload") {
    const isOfElement = steps.length > 0 && isThere(view.item, steps);
    if (isOfElement) return { meant: { is: "near name", steps }, root: "item." };
    const meant = findMeantPath(view.payload, steps);
    const isOfBlock = meant?.is === "other root" && isThere(view.payload, steps.slice(0, 1));
    if (meant !== undefined) return { meant, root: isOfBlock ? "@root." : "" };
    const outside = findOutside(view.payload, steps);
    return outside && { meant: { is: "near name", steps: outside }, root: "@root." };
  }
  if (root !== "item" && root !== "headers" && root !== "query") return undefined;
  const meant = findMeantPath(view[root], steps);
  return meant && { meant, root: `${root}.` };
}

/** Inside of a block, a name means a field of its context; the value around may have one, too. */
function findOutside(value: unknown, steps: readonly string[]): readonly string[] | undefined {
  for (let depth = 1; depth < steps.length; depth++) {
    const outside = steps.slice(depth);
    const isMissing = !isThere(value, steps.slice(0, depth + 1));
    if (isMissing) return isThere(value, outside) ? outside : undefined;
  }
  return undefined;
}

function isThere(value: unknown, steps: readonly string[]): boolean {
  const found = steps.reduce(readOwn, value);
  return found !== undefined && found !== null;
}

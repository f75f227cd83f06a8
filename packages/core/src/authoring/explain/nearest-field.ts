// What an expression read in vain → the field of the event that was probably meant.

import { readOwn } from "@hookwright/base";
import type { TemplateRead } from "@hookwright/template/runtime";
import type { EmptyExpression, EventView } from "../../model/index.ts";
import { describeMeantPath, findMeantPath, type MeantPath, pathToText } from "./meant-path.ts";

/** What to write instead of what was read: a path, or a sentence if the path leads into a JSON text. */
export function findMeantRead(
  reads: readonly TemplateRead[],
  view: EventView,
): Pick<EmptyExpression, "nearest" | "hint"> {
  const found = reads.flatMap((read) => (read.exact ? (findMeant(read, view) ?? []) : []));
  const near = found.find(({ meant }) => !("rest" in meant) && meant.is !== "key with brackets");
  // The check of templates reports what holds for all elements of a list.
  const inText = found.find(
    ({ meant }) =>
      meant.is === "JSON text" ||
      meant.is === "key with brackets" ||
      (meant.is === "list" && meant.element !== undefined),
  );
  return {
    ...(near !== undefined && { nearest: `${near.root}${pathToText(near.meant.steps)}` }),
    ...(inText !== undefined && { hint: describeMeantPath(inText.meant, "template", inText.root) }),
  };
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

/** Inside a block, a name is a field of its context; the outer value may have one as well. */
function findOutside(value: unknown, steps: readonly string[]): readonly string[] | undefined {
  for (let depth = 1; depth < steps.length; depth++) {
    if (
      Array.isArray(steps.slice(0, depth).reduce(readOwn, value)) &&
      !/^\d+$/.test(steps[depth] as string)
    ) {
      return undefined;
    }
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

// A path from a root, as a trace names it, and an event → its name for people, and the value there.

import { readOwn } from "@hookwright/base";
import type { RootPath } from "@hookwright/template/runtime";
import { readRoot, readScopeHeader } from "@hookwright/template/runtime";
import type { EventView, SeenValue } from "../../model/index.ts";

/** `payload.messages.0.subject` */
export function originToText({ root, steps }: RootPath): string {
  return [root, ...steps].join(".");
}

/** The paths of a trace start at the body: they name the body's own key `payload` where it was read. */
export function readOrigin({ root, steps }: RootPath, view: EventView): unknown {
  const [first, ...others] = steps;
  if (root === "headers" && first !== undefined) {
    return others.reduce(readOwn, readScopeHeader(view, root, first));
  }
  return steps.reduce(readOwn, readRoot(view, root));
}

export function seeOrigin(path: RootPath, view: EventView): SeenValue {
  const expression = originToText(path);
  const value = readOrigin(path, view);
  return value === undefined ? { expression } : { expression, value };
}

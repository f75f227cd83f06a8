// A body and a mapping with forEach → the elements that the mapping finds in it.
import { findElements } from "@hookwright/core/runtime";
import { Budget, DEFAULT_RENDER_LIMITS } from "@hookwright/template/runtime";
import type { CoveredMapping } from "./covered-config.ts";

type ForEach = NonNullable<CoveredMapping["compiled"]["forEach"]>;

/** Undefined where there is something else than a list, or a JSON text that is too long for the work limit. */
export function listElements(
  payload: unknown,
  forEach: ForEach,
): readonly { readonly item: unknown }[] | undefined {
  try {
    const found = findElements(payload, forEach, new Budget(DEFAULT_RENDER_LIMITS));
    return found.ok ? found.elements : undefined;
  } catch {
    return undefined;
  }
}

// Definitions of helpers by name → the helpers, in this order.
import type { BlockHelper, ValueHelper } from "../render/helper.ts";

/** Without `hash` a helper accepts no named argument; with `hash: undefined`, any. */
export function defineHelpers(
  definitions: Readonly<Record<string, Omit<ValueHelper, "kind" | "name">>>,
): readonly ValueHelper[] {
  return Object.entries(definitions).map(([name, definition]) => ({
    kind: "value",
    name,
    hash: [],
    ...definition,
  }));
}

/** Most blocks take one argument, and change nothing for what is inside. */
export function defineBlocks(
  definitions: Readonly<Record<string, Pick<BlockHelper, "render"> & Partial<BlockHelper>>>,
): readonly BlockHelper[] {
  // Not a spread: blocks of one shape keep the call of `render` fast.
  return Object.entries(definitions).map(([name, definition]) => ({
    kind: "block",
    name,
    arity: definition.arity ?? [1, 1],
    hash: definition.hash ?? [],
    givesLocals: definition.givesLocals ?? false,
    changesContext: definition.changesContext ?? false,
    render: definition.render,
  }));
}

// {{#if value}}…{{else}}…{{/if}} and its opposite, {{#unless value}}.
import type { BlockHelper, HelperHash } from "../../helper.ts";
import { isTruthy } from "../truth.ts";

export const ifHelper: BlockHelper = {
  kind: "block",
  name: "if",
  arity: [1, 1],
  changesContext: false,
  render: ([value], hash, block, frame) =>
    holds(value, hash) ? block.main(frame) : block.otherwise(frame),
};

export const unlessHelper: BlockHelper = {
  kind: "block",
  name: "unless",
  arity: [1, 1],
  changesContext: false,
  render: ([value], hash, block, frame) =>
    holds(value, hash) ? block.otherwise(frame) : block.main(frame),
};

/** `includeZero=true` counts the number 0 as true. */
function holds(value: unknown, hash: HelperHash): boolean {
  return isTruthy(value) || (value === 0 && Boolean(hash["includeZero"]));
}

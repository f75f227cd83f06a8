// {{#if value}}…{{else}}…{{/if}} and its opposite, {{#unless value}}.
import type { BlockHelper, HelperHash } from "../../render/helper.ts";
import { isTruthy } from "../arguments/is-truthy.ts";

/**
 * `{{#if value}}…{{else}}…{{/if}}`: renders the first half where the value is true, else the second.
 *
 * A missing value, null, false, 0, "" and an empty list are not true. `includeZero=true` counts 0 as
 * true. Further conditions follow with `{{else if other}}`.
 *
 * @example
 * {"draft": false, "approved": true}
 * {{#if draft}}a draft{{else if approved}}approved{{else}}waiting{{/if}}
 * → approved
 */
export const ifHelper: BlockHelper = {
  kind: "block",
  name: "if",
  arity: [1, 1],
  hash: ["includeZero"],
  givesLocals: false,
  changesContext: false,
  render: (value, hash, block, frame) =>
    holds(value, hash) ? block.main(frame) : block.otherwise(frame),
};

/**
 * `{{#unless value}}…{{else}}…{{/unless}}`: the opposite of `if`: renders the first half where the
 * value is not true.
 *
 * @example
 * {"assignee": null}
 * {{#unless assignee}}Nobody takes care of it.{{/unless}}
 * → Nobody takes care of it.
 */
export const unlessHelper: BlockHelper = {
  kind: "block",
  name: "unless",
  arity: [1, 1],
  hash: ["includeZero"],
  givesLocals: false,
  changesContext: false,
  render: (value, hash, block, frame) =>
    holds(value, hash) ? block.otherwise(frame) : block.main(frame),
};

/** `includeZero=true` counts the number 0 as true. */
function holds(value: unknown, hash: HelperHash): boolean {
  return isTruthy(value) || (value === 0 && Boolean(hash["includeZero"]));
}

// {{#with value}}…{{else}}…{{/with}}: plain names inside are fields of the value.
import { enterFrame } from "../../render/frame.ts";
import type { BlockHelper } from "../../render/helper.ts";
import { isTruthy } from "../arguments/is-truthy.ts";

/**
 * `{{#with value as |name|}}…{{else}}…{{/with}}`: renders the first half, in which plain names are
 * fields of the value; the second half where the value is not true. The number 0 counts as true.
 *
 * @example
 * {"sender": {"login": "ann", "url": "https://example.org/ann"}}
 * {{#with sender}}{{login}} ({{url}}){{else}}somebody{{/with}}
 * → ann (https://example.org/ann)
 */
export const withHelper: BlockHelper = {
  kind: "block",
  name: "with",
  arity: [1, 1],
  hash: [],
  givesLocals: true,
  changesContext: true,
  render: (value, _hash, block, frame) => {
    if (!isTruthy(value) && value !== 0) return block.otherwise(frame);
    const { from, hasLocals } = block;
    return block.main(enterFrame(frame, value, hasLocals ? { from, locals: [value] } : { from }));
  },
};

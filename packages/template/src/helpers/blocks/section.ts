// {{#name}}…{{/name}} of a field: a loop over a list, a step into an object, a condition otherwise.
import { enterFrame } from "../../render/frame.ts";
import type { BlockHelper } from "../../render/helper.ts";
import { renderEach } from "./each.ts";

/** Not in the table of helpers: a block is a section where no block helper has its name. */
export const sectionHelper: BlockHelper = {
  kind: "block",
  name: "section",
  arity: [1, 1],
  hash: [],
  givesLocals: true,
  changesContext: true,
  render: (value, _hash, block, frame) => {
    if (value === false || value === undefined || value === null) return block.otherwise(frame);
    if (Array.isArray(value)) return renderEach(value, block, frame);
    const { from, hasLocals } = block;
    if (value === true && !hasLocals) return block.main(frame);
    const changes = hasLocals ? { from, locals: [value] } : { from };
    if (value !== true) return block.main(enterFrame(frame, value, changes));
    // For `true` with a block parameter, the context and its origin stay the same.
    return block.main({ ...enterFrame(frame, frame.context, changes), origin: frame.origin });
  },
};

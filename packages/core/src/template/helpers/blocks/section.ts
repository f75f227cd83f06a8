// {{#name}}…{{/name}} of a field: a loop over a list, a step into an object, a condition otherwise.
import { enterFrame } from "../../frame.ts";
import type { BlockHelper } from "../../helper.ts";
import { renderEach } from "./each.ts";

/** Not in the table of helpers: it is what a block means whose name is none of theirs. */
export const sectionHelper: BlockHelper = {
  kind: "block",
  name: "section",
  arity: [1, 1],
  changesContext: true,
  render: ([value], _hash, block, frame) => {
    if (value === true) return block.main(frame);
    if (value === false || value === undefined || value === null) return block.otherwise(frame);
    if (Array.isArray(value)) return renderEach(value, block, frame);
    return block.main(
      enterFrame(
        frame,
        value,
        block.hasLocals ? { from: block.from, locals: [value] } : { from: block.from },
      ),
    );
  },
};

// {{{{raw}}}}…{{{{/raw}}}}: what stands between is shown as it is written.
import type { BlockHelper } from "../../render/helper.ts";

/**
 * `{{{{raw}}}}…{{{{/raw}}}}`: shows what stands between without looking for expressions in it.
 *
 * Only this form with four braces is the helper: `{{#raw}}` is a section over a field of that name.
 *
 * @example
 * {"name": "Ann"}
 * Write {{{{raw}}}}{{name}}{{{{/raw}}}} to greet {{name}}.
 * → Write {{name}} to greet Ann.
 */
export const rawHelper: BlockHelper = {
  kind: "block",
  name: "raw",
  arity: [0, 0],
  hash: [],
  givesLocals: false,
  changesContext: false,
  render: (_args, _hash, block, frame) => block.main(frame),
};

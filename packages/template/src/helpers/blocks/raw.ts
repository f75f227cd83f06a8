// {{{{raw}}}}…{{{{/raw}}}}: renders the text between the tags as it is written.
import type { BlockHelper } from "../../render/helper.ts";

/**
 * `{{{{raw}}}}…{{{{/raw}}}}`: renders the text between the tags as it is; its braces are plain text.
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
  render: (_value, _hash, block, frame) => block.main(frame),
};

// {{trim text}}: without the white space at both ends.
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";

/**
 * `{{trim text}}`: the text without the spaces, tabs and line breaks at both ends.
 *
 * @example
 * {"title": "  Hello \n"}
 * [{{trim title}}]
 * → [Hello]
 */
export const trimHelper: ValueHelper = {
  kind: "value",
  name: "trim",
  arity: [1, 1],
  hash: [],
  call: ([text], _hash, frame) => textFromArgument(text, frame).trim(),
};

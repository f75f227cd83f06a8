// {{endsWith text part}}: whether a text ends with a part.
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";

/**
 * `{{endsWith text part}}`: whether the text ends with the part, letter case included; an empty part
 * ends every text.
 *
 * @example
 * {"sender": "robot@ci.example.org"}
 * {{#if (endsWith sender ".example.org")}}ours{{/if}}
 * → ours
 */
export const endsWithHelper: ValueHelper = {
  kind: "value",
  name: "endsWith",
  arity: [2, 2],
  hash: [],
  call: ([text, part], _hash, frame) =>
    textFromArgument(text, frame).endsWith(textFromArgument(part, frame)),
};

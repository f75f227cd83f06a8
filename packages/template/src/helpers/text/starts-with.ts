// {{startsWith text part}}: whether a text begins with a part.
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";

/**
 * `{{startsWith text part}}`: whether the text begins with the part, letter case included; an empty
 * part begins every text.
 *
 * @example
 * {"ref": "refs/tags/v1.2"}
 * {{#if (startsWith ref "refs/tags/")}}a tag{{else}}a branch{{/if}}
 * → a tag
 */
export const startsWithHelper: ValueHelper = {
  kind: "value",
  name: "startsWith",
  arity: [2, 2],
  hash: [],
  call: ([text, part], _hash, frame) =>
    textFromArgument(text, frame).startsWith(textFromArgument(part, frame)),
};

// {{upper text}}: in capital letters.
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";

/**
 * `{{upper text}}`: the text in capital letters, by the same rules for every language.
 *
 * @example
 * {"state": "open"}
 * {{upper state}}
 * → OPEN
 */
export const upperHelper: ValueHelper = {
  kind: "value",
  name: "upper",
  arity: [1, 1],
  hash: [],
  call: ([text], _hash, frame) => textFromArgument(text, frame).toUpperCase(),
};

// {{lower text}}: in small letters.
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";

/**
 * `{{lower text}}`: the text in small letters, by the same rules for every language.
 *
 * @example
 * {"email": "Ann@Example.org"}
 * {{lower email}}
 * → ann@example.org
 */
export const lowerHelper: ValueHelper = {
  kind: "value",
  name: "lower",
  arity: [1, 1],
  hash: [],
  call: ([text], _hash, frame) => textFromArgument(text, frame).toLowerCase(),
};

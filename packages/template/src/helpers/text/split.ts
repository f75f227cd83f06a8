// {{split text separator}}: the list of the pieces between the separators.
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { checkRoom } from "../check-room.ts";
import { splitText } from "./split-text.ts";

/**
 * `{{split text separator}}`: the list of the pieces of a text between the separators.
 *
 * An empty separator gives the list of the characters. An empty text has no pieces.
 *
 * @example
 * {"labels": "bug,urgent"}
 * {{#each (split labels ",")}}
 * - {{this}}
 * {{/each}}
 * → - bug
 * - urgent
 *
 * @example
 * {"repository": "acme/site"}
 * {{last (split repository "/")}}
 * → site
 */
export const splitHelper: ValueHelper = {
  kind: "value",
  name: "split",
  arity: [2, 2],
  hash: [],
  call: ([value, separatorValue], _hash, frame) => {
    const text = textFromArgument(value, frame);
    const separator = textFromArgument(separatorValue, frame);
    if (text === "") return [];
    if (separator !== "") return splitText(text, separator, frame);
    checkRoom(text.length, frame);
    return Array.from(text);
  },
};

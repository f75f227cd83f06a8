// {{join list separator}}: the texts of a list in one.
import type { ValueHelper } from "../../render/helper.ts";
import { createTextReader, textFromArgument } from "../arguments/text-from-argument.ts";
import { checkRoom } from "../check-room.ts";

/** What people write between the items of a list. */
const DEFAULT_SEPARATOR = ", ";

/**
 * `{{join list separator}}`: the elements of a list as one text; the separator is ", " if it is left
 * out.
 *
 * A value that is not a list is shown as it is.
 *
 * @example
 * {"labels": ["bug", "urgent"]}
 * {{join labels}} or {{join labels " and "}}
 * → bug, urgent or bug and urgent
 */
export const joinHelper: ValueHelper = {
  kind: "value",
  name: "join",
  arity: [1, 2],
  hash: [],
  call: ([list, separatorValue = DEFAULT_SEPARATOR], _hash, frame) => {
    if (!Array.isArray(list)) return textFromArgument(list, frame);
    const separator = textFromArgument(separatorValue, frame);
    const textOf = createTextReader(frame);
    let length = separator.length * (list.length - 1);
    checkRoom(length, frame);
    const texts = list.map((element) => {
      const text = textOf(element);
      length += text.length;
      checkRoom(length, frame);
      return text;
    });
    return texts.join(separator);
  },
};

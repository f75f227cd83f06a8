// {{lines text}}: the list of the lines of a text.
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { checkRoom } from "../check-room.ts";
import { linesOf } from "./lines-of.ts";

/**
 * `{{lines text}}`: the list of the lines of a text, with any kind of line end.
 *
 * White space at the end is left out, and an empty text has no lines.
 *
 * @example
 * {"message": "Fix the cache\n\nIt was filled twice.\n"}
 * {{first (lines message)}} ({{length (lines message)}} lines)
 * → Fix the cache (3 lines)
 */
export const linesHelper: ValueHelper = {
  kind: "value",
  name: "lines",
  arity: [1, 1],
  hash: [],
  call: ([value], _hash, frame) => {
    const text = textFromArgument(value, frame).trimEnd();
    if (text === "") return [];
    checkRoom(text.length, frame);
    return linesOf(text);
  },
};

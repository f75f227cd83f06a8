// {{replace text from to}}: every occurrence of a part replaced.
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { checkRoom } from "../check-room.ts";
import { splitText } from "./split-text.ts";

/**
 * `{{replace text from to}}`: the text with every occurrence of `from` replaced by `to`.
 *
 * Both are literal texts, not patterns. An empty `from` leaves the text as it is.
 *
 * @example
 * {"ref": "refs/heads/main"}
 * {{replace ref "refs/heads/" ""}}
 * → main
 */
export const replaceHelper: ValueHelper = {
  kind: "value",
  name: "replace",
  arity: [3, 3],
  hash: [],
  call: (args, _hash, frame) => {
    const [text, from, to] = args.map((arg) => textFromArgument(arg, frame)) as [
      string,
      string,
      string,
    ];
    if (from === "") return text;
    const pieces = splitText(text, from, frame);
    checkRoom(text.length + (pieces.length - 1) * (to.length - from.length), frame);
    return pieces.join(to);
  },
};

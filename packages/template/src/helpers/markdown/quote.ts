// {{quote text}}: a Markdown quotation.
import { COST } from "../../render/budget.ts";
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { checkRoom } from "../check-room.ts";
import { linesOf } from "../text/lines-of.ts";

/**
 * `{{quote text}}`: the text as a Markdown quotation, each line behind "> ".
 *
 * White space at the end is removed, and an empty text stays empty.
 *
 * @example
 * {"comment": "Looks good.\nShip it!\n"}
 * {{quote comment}}
 * → > Looks good.
 * > Ship it!
 */
export const quoteHelper: ValueHelper = {
  kind: "value",
  name: "quote",
  arity: [1, 1],
  hash: [],
  call: ([value], _hash, frame) => {
    const text = textFromArgument(value, frame).trimEnd();
    if (text === "") return "";
    const lines = linesOf(text);
    frame.budget.spend(lines.length * COST.keys);
    checkRoom(text.length + lines.length * 2, frame);
    return lines.map((line) => (line === "" ? ">" : `> ${line}`)).join("\n");
  },
};

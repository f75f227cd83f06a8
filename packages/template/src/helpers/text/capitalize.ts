// {{capitalize text}}: the first letter in upper case.
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { widthAt } from "./code-points.ts";

/**
 * `{{capitalize text}}`: the text with its first letter as a capital; the others stay as they are.
 *
 * @example
 * {"action": "opened", "name": "éclair by ACME"}
 * {{capitalize action}} {{capitalize name}}
 * → Opened Éclair by ACME
 */
export const capitalizeHelper: ValueHelper = {
  kind: "value",
  name: "capitalize",
  arity: [1, 1],
  hash: [],
  call: ([text], _hash, frame) => capitalize(textFromArgument(text, frame)),
};

export function capitalize(text: string): string {
  const width = widthAt(text, 0);
  return text.slice(0, width).toUpperCase() + text.slice(width);
}

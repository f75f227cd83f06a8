// {{list items}}: a Markdown list.
import { COST } from "../../render/budget.ts";
import type { Frame } from "../../render/frame.ts";
import type { ValueHelper } from "../../render/helper.ts";
import { createPathReader } from "../arguments/create-path-reader.ts";
import { isTruthy } from "../arguments/is-truthy.ts";
import { listFromValue } from "../arguments/list-from-value.ts";
import { createTextReader } from "../arguments/text-from-argument.ts";
import { checkRoom } from "../check-room.ts";
import { linesOf } from "../text/lines-of.ts";

/**
 * `{{list items ordered=true path="a.b"}}`: a Markdown list with one entry per element.
 *
 * `path` renders a field of each element. Further lines of an entry are indented, so that they belong
 * to it. Elements that render empty are left out, and a value that is not a list has no entries.
 *
 * @example
 * {"commits": [{"message": "Fix login"}, {"message": "Add test\n\nfor #7"}]}
 * {{list commits path="message"}}
 * → - Fix login
 * - Add test
 *
 *   for #7
 *
 * @example
 * {"steps": ["build", "", "test"]}
 * {{list steps ordered=true}}
 * → 1. build
 * 2. test
 */
export const listHelper: ValueHelper = {
  kind: "value",
  name: "list",
  arity: [1, 1],
  hash: ["ordered", "path"],
  call: ([value], { ordered, path }, frame) => {
    const read = createPathReader(path, frame);
    const readText = createTextReader(frame);
    const texts = listFromValue(value).map((item) => readText(read(item)).trim());
    const markerOf = isTruthy(ordered) ? (position: number) => `${position}. ` : () => "- ";
    return joinItems(texts, markerOf, frame);
  },
};

function joinItems(
  texts: readonly string[],
  markerOf: (position: number) => string,
  frame: Frame,
): string {
  const entries: string[] = [];
  let length = 0;
  for (const text of texts) {
    if (text === "") continue;
    const marker = markerOf(entries.length + 1);
    const lines = linesOf(text);
    frame.budget.spend(lines.length * 3 * COST.keys);
    length += text.length + lines.length * (marker.length + 1);
    checkRoom(length, frame);
    entries.push(marker + lines.map(indentBy(marker.length)).join("\n"));
  }
  return entries.join("\n");
}

/** An empty line needs no indent to belong to its entry. */
function indentBy(width: number): (line: string, index: number) => string {
  const indent = " ".repeat(width);
  return (line, index) => (index === 0 || line === "" ? line : indent + line);
}

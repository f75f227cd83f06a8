// {{parseJson text}}: the value that a text writes in JSON.

import { parseJson } from "@hookwright/base";
import { COST } from "../../render/budget.ts";
import type { ValueHelper } from "../../render/helper.ts";
import { MAX_RENDERED_DEPTH } from "../../render/text-from-value.ts";

/**
 * `{{parseJson text}}`: the value that a text writes in JSON, for providers that send JSON inside of a
 * field.
 *
 * `with` and `each` read its fields. A text that is not JSON, or that is nested in more than 500
 * levels, gives no value, and a list or object stays as it is. As in a body, integers with more digits
 * than a number holds keep all of them.
 *
 * @example
 * {"Message": "{\"alarm\": {\"name\": \"disk\"}, \"id\": 820982911946154508}", "rest": "[1, 2"}
 * {{#with (parseJson Message)}}{{alarm.name}} ({{id}}){{/with}}{{parseJson rest}}
 * → disk (820982911946154508)
 *
 * @example
 * {"items": "[{\"sku\": \"A1\"}, {\"sku\": \"B2\"}]"}
 * {{#each (parseJson items)}}{{sku}} {{/each}}
 * → A1 B2
 */
export const parseJsonHelper: ValueHelper = {
  kind: "value",
  name: "parseJson",
  arity: [1, 1],
  hash: [],
  call: ([value], _hash, { budget }) => {
    if (typeof value !== "string") return value;
    budget.spend(value.length * COST.codedCharacters);
    const { levels, parts } = measureJson(value);
    if (levels > MAX_RENDERED_DEPTH) return undefined;
    budget.spend(parts * COST.keys);
    const parsed = parseJson(value);
    return parsed.ok ? parsed.value : undefined;
  },
};

/** What takes memory and levels of the stack when the text is parsed. */
interface JsonShape {
  /** The largest number of lists and objects within each other. */
  readonly levels: number;
  /** Lists, objects, and values in them, at least as many as there are. */
  readonly parts: number;
}

/** Not left to `JSON.parse`: how deep it can read depends on the runtime. */
function measureJson(json: string): JsonShape {
  let level = 0;
  let levels = 0;
  let parts = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at] as string;
    if (character === '"') at = endOfText(json, at);
    else if (character === "}" || character === "]") level -= 1;
    else if (character === "{" || character === "[") {
      level += 1;
      levels = Math.max(levels, level);
      parts += 1;
    } else if (character === ",") parts += 1;
  }
  return { levels, parts };
}

/** The offset of the closing quotation mark, or the end of a text that is never closed. */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at;
}

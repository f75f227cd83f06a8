// {{entries object}}: an object as a list of names and values; {{entries list}}: the way back.

import { readOwn } from "@hookwright/base";
import { COST } from "../../render/budget.ts";
import type { Frame } from "../../render/frame.ts";
import type { HelperHash, ValueHelper } from "../../render/helper.ts";
import { createPathReader } from "../arguments/create-path-reader.ts";
import { createTextReader } from "../arguments/text-from-argument.ts";

/** As the headers of Gmail and the fields of many forms have it. */
const DEFAULT_NAME = "name";
const DEFAULT_VALUE = "value";

/** As everywhere, it never counts as a key. */
const PROTOTYPE = "__proto__";

/**
 * `{{entries value name="name" value="value"}}`: an object as a list of its names and values, or such
 * a list as an object.
 *
 * The elements of the list have the fields `name` and `value`. A list of a provider may have them at
 * other paths: `{{entries fields name="label" value="answer.text"}}`. The first of several elements
 * with the same name counts, and elements without a name are left out.
 *
 * @example
 * {"headers": [{"name": "From", "value": "ann@example.org"}, {"name": "Subject", "value": "Hello"}]}
 * {{#with (entries headers)}}{{Subject}}, from {{From}}{{/with}}; {{lookup (entries headers) "Subject"}}
 * → Hello, from ann@example.org; Hello
 *
 * @example
 * {"scores": {"ann": 3, "bob": 5}}
 * {{#each (sort (entries scores) by="value" descending=true)}}{{name}} {{value}}; {{/each}}
 * → bob 5; ann 3;
 */
export const entriesHelper: ValueHelper = {
  kind: "value",
  name: "entries",
  arity: [1, 1],
  hash: ["name", "value"],
  call: ([value], hash, frame) => {
    if (Array.isArray(value)) return objectFromList(value, hash, frame);
    return typeof value === "object" && value !== null ? listFromObject(value, frame) : [];
  },
};

function objectFromList(list: readonly unknown[], hash: HelperHash, frame: Frame): unknown {
  const { name = DEFAULT_NAME, value = DEFAULT_VALUE } = hash;
  const readName = createPathReader(name, frame);
  const readValue = createPathReader(value, frame);
  const textOf = createTextReader(frame);
  frame.budget.spend(list.length * COST.copiedFields);
  const values = new Map<string, unknown>();
  for (const element of list) {
    const key = textOf(readName(element));
    if (key !== "" && key !== PROTOTYPE && !values.has(key)) values.set(key, readValue(element));
  }
  return Object.fromEntries(values);
}

function listFromObject(object: object, { budget }: Frame): unknown {
  const names = Object.keys(object);
  budget.spend(names.length * COST.copiedFields);
  return names
    .filter((name) => name !== PROTOTYPE)
    .map((name) => ({ name, value: readOwn(object, name) }));
}

// {{groupBy list by="a.b"}}: the elements in groups of equal values.
import { COST } from "../../render/budget.ts";
import type { CallLiterals, HelperCall, PrepareResult, ValueHelper } from "../../render/helper.ts";
import { createPathReader } from "../arguments/create-path-reader.ts";
import { listFromValue } from "../arguments/list-from-value.ts";
import { createTextReader } from "../arguments/text-from-argument.ts";

interface Group {
  readonly key: string;
  readonly items: unknown[];
}

const groupBy: HelperCall = ([list], { by }, frame) => {
  const read = createPathReader(by, frame);
  const textOf = createTextReader(frame);
  const groups = new Map<string, Group>();
  for (const element of listFromValue(list)) {
    frame.budget.spend(COST.copiedFields);
    const key = textOf(read(element));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { key, items: [element] });
    else group.items.push(element);
  }
  return [...groups.values()];
};

/**
 * `{{groupBy list by="a.b"}}`: the list of the groups of elements that have the same value at a path.
 *
 * Each group has the fields `key`, the value as text, and `items`, its elements. Groups stand in the
 * order of their first elements; elements without a value have the key "".
 *
 * @example
 * {"commits": [{"by": "ann", "id": 1}, {"by": "bob", "id": 2}, {"by": "ann", "id": 3}]}
 * {{#each (groupBy commits by="by")}}
 * {{key}}: {{plural items "commit"}} ({{join (pluck items "id")}})
 * {{/each}}
 * → ann: 2 commits (1, 3)
 * bob: 1 commit (2)
 */
export const groupByHelper: ValueHelper = {
  kind: "value",
  name: "groupBy",
  arity: [1, 1],
  hash: ["by"],
  call: groupBy,
  prepare: requireBy,
};

function requireBy({ hash }: CallLiterals): PrepareResult {
  if (Object.hasOwn(hash, "by")) return { ok: true, call: groupBy };
  return { ok: false, problem: "takes the path of a field", hint: 'Write by="author.name".' };
}

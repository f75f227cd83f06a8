// The templates of a mapping with forEach → a warning where all of them read the event and none the element.

import type { TemplateRead } from "@hookwright/template/runtime";
import { createProblem, type Report } from "../../../model/index.ts";
import type { CheckedMapping } from "../checked-mapping.ts";
import type { CodeRows } from "../code-row.ts";

export const CODES: CodeRows = {
  for_each_unread: {
    meaning: "The templates of a mapping with `forEach` never read the element.",
    wrong: 'forEach: commits\nmessageTemplate: "{{commit.message}}"',
    right: 'forEach: commits\nmessageTemplate: "{{item.message}}"',
    say: "The element is `{{item}}`, or the list with only this element: `{{commits[0].message}}`. If every element should say the same, remove `forEach`.",
  },
};

export function check(
  { mapping, compiled: { forEach }, reads: { text, all } }: CheckedMapping,
  report: Report,
): void {
  if (forEach === undefined) return;
  const { id, transform, configPath } = mapping;
  const { path: list, steps } = forEach;
  // A transform reads what it wants; a text without a field may be meant for each element alike.
  if (transform !== undefined || !text.some(readsBody)) return;
  if (all.some((read) => readsElement(read, steps))) return;
  const message = `No template of mapping "${id}" reads the element of "${list}": every element makes the same action.`;
  const hint = `Write {{item.field}} for a field of the element, or remove "forEach" for one action of the event.`;
  const path = [...configPath, "forEach"];
  report(createProblem("for_each_unread", path, message, { severity: "warning", hint }));
}

function readsBody({ root, exact }: TemplateRead): boolean {
  return root === "payload" && exact;
}

/** By `item` or `index`, or along the path of the list, which is cut to the element. */
function readsElement({ root, steps, exact }: TemplateRead, list: readonly string[]): boolean {
  if (root === "item" || root === "index") return true;
  if (root !== "payload" || !exact) return false;
  const names = steps.filter((step) => step !== "0");
  return list.every((step, at) => at >= names.length || names[at] === step);
}

// A condition → the paths that it may read: `payload.sender.email`.

import { partsOfNode, type RuleNode } from "@hookwright/core/runtime";

/** What an element is called within `reduce`. */
const CURRENT = /^current(?:\.|$)/;

/**
 * `scope` is the path of the list whose element the rule is about. Indexes are left out: what is read of one element
 * counts as read of all.
 */
export function listRuleReads(rule: RuleNode, scope?: string): readonly string[] {
  const below = partsOfNode(rule).flatMap((part) => listRuleReads(part, scope));
  if (rule.kind === "field") return [pathOf(rule.steps, scope), ...below];
  return rule.kind === "each" ? listElementReads(rule, scope) : below;
}

type ElementWalk = Extract<RuleNode, { readonly kind: "each" }>;

/** The length of a list says nothing about its values, so the list itself does not count as read. */
function listElementReads(
  { operator, list, rule, initial, field }: ElementWalk,
  scope: string | undefined,
): readonly string[] {
  const lists = listPaths(list, scope);
  const ofList = list.kind === "field" ? [] : listRuleReads(list, scope);
  const ofElements = [rule, field].flatMap((part) =>
    part === undefined ? [] : lists.flatMap((path) => listRuleReads(part, path)),
  );
  const ofInitial = initial === undefined ? [] : listRuleReads(initial, scope);
  // The surrounding rule gets whole elements.
  const givesElements = operator === "filter" || (operator === "find" && field === undefined);
  return [...ofList, ...ofElements, ...ofInitial, ...(givesElements ? lists : [])];
}

function listPaths(list: RuleNode, scope: string | undefined): readonly string[] {
  if (list.kind === "field") return [pathOf(list.steps, scope)];
  return list.kind === "each" ? listPaths(list.list, scope) : listRuleReads(list, scope);
}

function pathOf(steps: readonly string[], scope: string | undefined): string {
  const path = steps.join(".");
  if (scope === undefined) return path;
  return [scope, path.replace(CURRENT, "")].filter((part) => part !== "").join(".");
}

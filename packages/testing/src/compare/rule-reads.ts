// A condition as written → the paths that it may read: `payload.sender.email`.

import { parsePath } from "@hookwright/base";
import { readOperation } from "@hookwright/core/internal";

/** Operators that evaluate a rule for each element of a list. */
const SCOPED: ReadonlySet<string> = new Set([
  "map",
  "filter",
  "all",
  "none",
  "some",
  "reduce",
  "find",
  "count",
]);

/** What an element is called within `reduce`. */
const CURRENT = /^current(?:\.|$)/;

/**
 * `scope` is the path of the list whose element the rule is about. Places in lists are left out: what is
 * read of one element counts as read of all.
 */
export function listRuleReads(rule: unknown, scope?: string): readonly string[] {
  if (Array.isArray(rule)) return rule.flatMap((part) => listRuleReads(part, scope));
  const operation = readOperation(rule);
  if (operation === undefined) return [];
  const { name, args } = operation;
  const below = (parts: readonly unknown[]) => parts.flatMap((part) => listRuleReads(part, scope));
  if (name === "var") return [pathOf(args[0], scope), ...below(args.slice(1))];
  if (name === "missing") return namesIn(args.flat(), scope);
  if (name === "missing_some") return namesIn([args[1]].flat(), scope);
  if (name === "exists") {
    return args.flatMap((arg) => (isName(arg) ? pathOf(arg, scope) : listRuleReads(arg, scope)));
  }
  return SCOPED.has(name) ? listScopedReads(name, args, scope) : below(args);
}

/** How long a list is tells nothing of the values in it, so the list by itself is not read. */
function listScopedReads(
  name: string,
  [list, rule, third]: readonly unknown[],
  scope: string | undefined,
): readonly string[] {
  const lists = listPaths(list, scope);
  const ofList = readOperation(list)?.name === "var" ? [] : listRuleReads(list, scope);
  const ofElements = lists.flatMap((path) => listRuleReads(rule, path));
  if (name === "find" && third !== undefined) {
    return [...ofList, ...ofElements, ...lists.map((path) => pathOf(third, path))];
  }
  if (name === "reduce") return [...ofList, ...ofElements, ...listRuleReads(third, scope)];
  // Whatever is around these sees whole elements.
  const givesElements = name === "filter" || name === "find";
  return [...ofList, ...ofElements, ...(givesElements ? lists : [])];
}

function listPaths(list: unknown, scope: string | undefined): readonly string[] {
  const { name = "", args = [] } = readOperation(list) ?? {};
  if (name === "var") return [pathOf(args[0], scope)];
  return SCOPED.has(name) ? listPaths(args[0], scope) : listRuleReads(list, scope);
}

function namesIn(names: readonly unknown[], scope: string | undefined): readonly string[] {
  return names.filter(isName).map((name) => pathOf(name, scope));
}

function isName(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function pathOf(name: unknown, scope: string | undefined): string {
  const steps = parsePath(String(name ?? "")) ?? [];
  const path = steps.join(".");
  if (scope === undefined) return path;
  return [scope, path.replace(CURRENT, "")].filter((part) => part !== "").join(".");
}

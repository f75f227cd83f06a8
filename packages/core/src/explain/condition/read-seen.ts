// An atom and an event → the values that its operator saw.
import { type Budget, WorkLimitError } from "@hookwright/template/internal";
import type { SeenValue } from "../../base/index.ts";
import type { ConditionSubject, Evaluator, RuleState } from "../../match/index.ts";
import { compileName, compileNode, type Operation, readOperation } from "../../match/index.ts";
import { ruleToText } from "./rule-to-text.ts";
import type { Atom } from "./split-rule.ts";

/** The problems of the rule were reported when the config was loaded. */
const REPORT = (): void => undefined;
const STATE: Omit<RuleState, "scope"> = { rulePath: [], configPath: [], report: REPORT };

/** Operators whose first argument is a list, and whose others are evaluated for its elements. */
const SCOPED: ReadonlySet<string> = new Set(
  "map filter all none some find count reduce".split(" "),
);

/** Fixed values are left out: the expression shows them. */
export function readSeen(
  { rule }: Atom,
  subject: ConditionSubject,
  { budget, scope }: { readonly budget: Budget; readonly scope: RuleState["scope"] },
): readonly SeenValue[] {
  return partsOf(rule).map((part): SeenValue => {
    const expression = ruleToText(part);
    const value = evaluate(compilePart(part, { ...STATE, scope }), subject, budget);
    return value === undefined ? { expression } : { expression, value };
  });
}

function partsOf(rule: object): readonly unknown[] {
  const { name, args } = readOperation(rule) as Operation;
  switch (name) {
    case "var":
      return [rule];
    case "exists":
      return args.map(partFromName);
    case "missing":
      return (Array.isArray(args[0]) ? args[0] : args).map(partFromName);
    case "missing_some":
      return (args[1] as readonly unknown[]).map(partFromName);
    default:
      return (SCOPED.has(name) ? args.slice(0, 1) : args).filter(readsEvent);
  }
}

function partFromName(name: unknown): unknown {
  return readOperation(name) === undefined ? { var: name } : name;
}

function readsEvent(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(readsEvent);
  return readOperation(part) !== undefined;
}

/** A missing field is told from null, which `var` does not do. */
function compilePart(part: unknown, state: RuleState): Evaluator {
  const operation = readOperation(part);
  if (operation?.name !== "var" || operation.args.length > 1) return compileNode(part, state);
  const read = compileName(operation.args[0], state);
  return ({ data }) => read(data);
}

function evaluate(evaluator: Evaluator, data: ConditionSubject, budget: Budget): unknown {
  try {
    return evaluator({ data, budget, trace: undefined });
  } catch (error) {
    if (error instanceof WorkLimitError) throw error;
    return undefined;
  }
}

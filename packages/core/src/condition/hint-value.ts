// A condition that is neither an operation nor a boolean → what to write instead.
import { ruleToJson } from "./rule-to-json.ts";

const EXAMPLE = { "==": [{ var: "payload.field" }, "text"] };

/** `payload.action == 'opened'`, as in the expressions of other systems. */
const COMPARISON =
  /^\s*([\w-]+(?:\.[\w-]+)*)\s*([=!]==?|[<>]=?)\s*(?:"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?|true|false|null))\s*$/;

export function hintValue(rule: unknown): string {
  return `Write ${ruleToJson(findMeant(rule) ?? EXAMPLE)}.`;
}

function findMeant(rule: unknown): unknown {
  if (Array.isArray(rule)) return rule.length === 0 ? undefined : { and: rule };
  const found = typeof rule === "string" ? COMPARISON.exec(rule) : null;
  if (found === null) return undefined;
  const [, path = "", operator = "", double, single, literal = "null"] = found;
  const value = double ?? single ?? JSON.parse(literal);
  return { [operator]: [{ var: withRoot(path) }, value] };
}

function withRoot(path: string): string {
  return /^(?:payload|headers|query|path|now)(?:\.|$)/.test(path) ? path : `payload.${path}`;
}

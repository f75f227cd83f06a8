// The clauses of a match → the formula of the events that it takes.
import type { MatchClauses, ValueClause } from "../../model/mapping.ts";
import { atom, type Formula, not } from "./formula.ts";
import { formulaFromRule } from "./formula-from-rule.ts";

/** In the order in which the clauses are compared. */
export function formulaFromMatch(match: MatchClauses): Formula {
  const { path, source, headers, query, when } = match;
  const parts: Formula[] = [];
  if (path !== undefined) parts.push(equals("path", [path]));
  if (source !== undefined) parts.push(equals("payload.source", [source]));
  for (const clause of headers) parts.push(fromValues("headers", clause));
  for (const clause of query) parts.push(fromValues("query", clause));
  if (when !== undefined) parts.push(formulaFromRule(when));
  if (match.not !== undefined) parts.push(not(formulaFromMatch(match.not)));
  return { kind: "all", of: parts };
}

function fromValues(kind: "headers" | "query", { name, values }: ValueClause): Formula {
  return equals(`${kind}.${name}`, values);
}

function equals(variable: string, values: readonly string[]): Formula {
  return atom(
    variable,
    values.map((value) => `text ${value}`),
  );
}

// Hooks → the values that their matches and conditions compare with.
import type { Hooks, MatchClauses } from "@hookwright/core";

/** Texts and numbers; the names of variables among them do no harm. */
export function listComparedValues({ mappings }: Hooks): ReadonlySet<unknown> {
  return new Set(mappings.flatMap(({ match }) => valuesOf(match)));
}

function valuesOf({ source, headers, query, when, not }: MatchClauses): readonly unknown[] {
  return [
    ...(source === undefined ? [] : [source]),
    ...[...headers, ...query].flatMap(({ values }) => values),
    ...leavesOf(when),
    ...(not === undefined ? [] : valuesOf(not)),
  ];
}

function leavesOf(rule: unknown): readonly unknown[] {
  if (typeof rule === "string" || typeof rule === "number") return [rule];
  if (typeof rule !== "object" || rule === null) return [];
  return Object.values(rule).flatMap(leavesOf);
}

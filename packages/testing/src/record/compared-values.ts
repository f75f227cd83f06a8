// A config → the values and headers of an event that redaction must keep for its matches, conditions and templates.
import type { Hooks, MatchClauses } from "@hookwright/core";

/** Strings and numbers; names of variables among them do no harm. */
export function listComparedValues({ mappings }: Hooks): ReadonlySet<unknown> {
  return new Set(mappings.flatMap(({ match }) => valuesOf(match)));
}

/** The names of headers that a config reads, in lower case; additional names do no harm. */
export function listReadHeaders({ mappings }: Hooks, config: unknown): ReadonlySet<string> {
  const ofMatches = mappings.flatMap(({ match }) => headersOf(match));
  const ofTexts = leavesOf(config).flatMap((text) =>
    Array.from(String(text).matchAll(/\bheaders\.\[?([\w-]+)/g), ([, name]) => name as string),
  );
  return new Set([...ofMatches, ...ofTexts].map((name) => name.toLowerCase()));
}

function headersOf({ headers, not }: MatchClauses): readonly string[] {
  return [...headers.map(({ name }) => name), ...(not === undefined ? [] : headersOf(not))];
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

// An atom of a condition → values of the fields that it reads which may turn its result round.
import { type Operation, readOperation } from "@hookwright/core/internal";

/** A path in dots, as conditions write it, and what may stand there; `REMOVED`: nothing. */
export interface ProposedValue {
  readonly path: string;
  readonly value: unknown;
}

/** Stands for a field that is not there. */
export const REMOVED: unique symbol = Symbol("removed");

/** Operators whose second argument is a rule about elements of the first. */
const SCOPED: ReadonlySet<string> = new Set(
  "map filter all none some find count reduce".split(" "),
);

/** The nearest values first: those that the atom names or other events have, then others of their type, then the odd ones. */
export function valuesForAtom(
  rule: unknown,
  seenAt: (path: string) => readonly unknown[],
): readonly ProposedValue[] {
  const found = {
    paths: new Set<string>(),
    literals: new Set<unknown>(),
    elements: [] as unknown[],
  };
  collect(rule, found);
  const literals = [...found.literals];
  const valuesAt = (path: string): readonly unknown[] => [
    ...literals,
    ...seenAt(path),
    ...literals.flatMap(otherThan),
    ...literals.map((literal) => [literal]),
    ...found.elements.map((element) => [element]),
    ...ODD_VALUES,
  ];
  return [...found.paths].flatMap((path) => {
    const values = valuesAt(path);
    return (isText(path) ? values.flatMap(textOf) : values).map((value) => ({ path, value }));
  });
}

/** A header or a parameter of the query is a text, also where it is compared with a number. */
function isText(path: string): boolean {
  return path.startsWith("headers.") || path.startsWith("query.");
}

function textOf(value: unknown): readonly unknown[] {
  if (value === REMOVED || typeof value === "string") return [value];
  return typeof value === "number" || typeof value === "boolean" ? [String(value)] : [];
}

const ODD_VALUES: readonly unknown[] = [REMOVED, true, false, "text", 0, 1, [], null];

interface Found {
  readonly paths: Set<string>;
  readonly literals: Set<unknown>;
  readonly elements: unknown[];
}

function collect(rule: unknown, found: Found): void {
  if (Array.isArray(rule)) {
    for (const part of rule) collect(part, found);
    return;
  }
  const operation = readOperation(rule);
  if (operation !== undefined) collectOperation(operation, found);
  else if (rule !== null) found.literals.add(rule);
}

function collectOperation({ name, args }: Operation, found: Found): void {
  if (name === "var") collectPaths(args.slice(0, 1), found);
  else if (name === "exists" || name === "missing") collectPaths(args.flat(), found);
  else if (SCOPED.has(name)) {
    collect(args[0], found);
    found.elements.push(...elementsFor(args[1]));
  } else collect(args, found);
}

function collectPaths(names: readonly unknown[], { paths }: Found): void {
  for (const name of names) if (typeof name === "string") paths.add(name);
}

/** Elements of which the rule may hold: for each literal, the literal itself, or an object with it. */
function elementsFor(rule: unknown): readonly unknown[] {
  const inner = { paths: new Set<string>(), literals: new Set<unknown>(), elements: [] };
  collect(rule, inner);
  const literals = inner.literals.size > 0 ? [...inner.literals] : ["text"];
  return [...literals, ...literals.flatMap(otherThan)].flatMap((literal) =>
    inner.paths.size === 0
      ? [literal]
      : [...inner.paths].map((path) => (path === "" ? literal : { [path]: literal })),
  );
}

function otherThan(literal: unknown): readonly unknown[] {
  if (typeof literal === "number") return [literal + 1, literal - 1];
  if (typeof literal === "boolean") return [!literal];
  return [`${literal}~`];
}

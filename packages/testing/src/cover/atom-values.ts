// An atom of a condition → values of the fields that it reads which may turn its result round.
import { partsOfNode, type RuleNode } from "@hookwright/core/runtime";

/** A path in dots, as conditions write it, and what may stand there; `REMOVED`: nothing. */
export interface ProposedValue {
  readonly path: string;
  readonly value: unknown;
}

/** Stands for a field that is not there. */
export const REMOVED: unique symbol = Symbol("removed");

/** The nearest values first: those that the atom names or other events have, then others of their type, then the odd ones. */
export function valuesForAtom(
  rule: RuleNode,
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

function collect(rule: RuleNode, found: Found): void {
  switch (rule.kind) {
    case "value":
      for (const value of [rule.value].flat()) if (value !== null) found.literals.add(value);
      break;
    case "field":
      if (typeof rule.name === "string") found.paths.add(rule.name);
      break;
    case "each":
      collect(rule.list, found);
      if (rule.rule !== undefined) found.elements.push(...elementsFor(rule.rule));
      break;
    default:
      for (const part of partsOfNode(rule)) collect(part, found);
  }
}

/** Elements of which the rule may hold: for each literal, the literal itself, or an object with it. */
function elementsFor(rule: RuleNode): readonly unknown[] {
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
  const text = `${literal}`;
  // A text of digits is ordered as a number.
  return isDigits(text) ? [`${BigInt(text) + 1n}`, `${BigInt(text) - 1n}`] : [`${text}~`];
}

function isDigits(text: string): boolean {
  return /^-?\d{1,40}$/.test(text);
}

// An atom of a condition → values of the fields that it reads that may change its result.
import { partsOfNode, type RuleNode } from "../../../serving/match/index.ts";

/** A dotted path, as in conditions, and a value for it; `REMOVED`: no value. */
export interface ProposedValue {
  readonly path: string;
  readonly value: unknown;
}

/** Means that the field is removed. */
export const REMOVED: unique symbol = Symbol("removed");

/** Likely values first: those of the atom and of other events, then others of their type, then odd ones. */
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

/** A header or a query parameter is a string, even if it is compared with a number. */
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

/** Elements that may satisfy the rule: each literal, or an object with it. */
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
  // Digits are ordered as a number.
  return isDigits(text) ? [`${BigInt(text) + 1n}`, `${BigInt(text) - 1n}`] : [`${text}~`];
}

function isDigits(text: string): boolean {
  return /^-?\d{1,40}$/.test(text);
}

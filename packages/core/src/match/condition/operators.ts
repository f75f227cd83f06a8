// The operators of JSON Logic and ours, each with its number of arguments and the way it is evaluated.

/** `lazy` operators evaluate only the arguments they need; `scoped` ones a rule for each element. */
type OperatorKind = "value" | "text" | "lazy" | "scoped" | "variable";

export interface Operator {
  readonly kind: OperatorKind;
  readonly arity: readonly [number, number];
}

const ANY = Number.POSITIVE_INFINITY;

function operator(kind: OperatorKind, least: number, most: number): Operator {
  return { kind, arity: [least, most] };
}

export const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ["var", operator("variable", 1, 2)],
  ["missing", operator("variable", 1, ANY)],
  ["missing_some", operator("variable", 2, 2)],
  ["exists", operator("variable", 1, ANY)],
  ["if", operator("lazy", 2, ANY)],
  ["?:", operator("lazy", 3, 3)],
  ["and", operator("lazy", 1, ANY)],
  ["or", operator("lazy", 1, ANY)],
  ["map", operator("scoped", 2, 2)],
  ["filter", operator("scoped", 2, 2)],
  ["all", operator("scoped", 2, 2)],
  ["none", operator("scoped", 2, 2)],
  ["some", operator("scoped", 2, 2)],
  ["reduce", operator("scoped", 2, 3)],
  ["find", operator("scoped", 2, 3)],
  ["count", operator("scoped", 1, 2)],
  ["startsWith", operator("text", 2, 2)],
  ["endsWith", operator("text", 2, 2)],
  ["matches", operator("text", 2, 3)],
  ["==", operator("value", 2, 2)],
  ["===", operator("value", 2, 2)],
  ["!=", operator("value", 2, 2)],
  ["!==", operator("value", 2, 2)],
  ["!", operator("value", 1, 1)],
  ["!!", operator("value", 1, 1)],
  [">", operator("value", 2, 2)],
  [">=", operator("value", 2, 2)],
  ["<", operator("value", 2, 3)],
  ["<=", operator("value", 2, 3)],
  ["max", operator("value", 1, ANY)],
  ["min", operator("value", 1, ANY)],
  ["+", operator("value", 1, ANY)],
  ["-", operator("value", 1, 2)],
  ["*", operator("value", 1, ANY)],
  ["/", operator("value", 2, 2)],
  ["%", operator("value", 2, 2)],
  ["merge", operator("value", 0, ANY)],
  ["in", operator("value", 2, 2)],
  ["cat", operator("value", 0, ANY)],
  ["substr", operator("value", 2, 3)],
]);

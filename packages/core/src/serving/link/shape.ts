// Shapes of plain data, and the check of a value by one. A table of shapes is held equal to a type by the compiler, and
// is what the JSON Schema of a plan is made of.
import { isRecord, readOwn } from "@hookwright/base";
import type { ConfigPath } from "../../base/index.ts";

declare const described: unique symbol;

/** What values of a type look like. `Described` is that very type: neither a part of it nor more. */
export type Shape<Described> = ShapeData & {
  readonly [described]?: (value: Described) => Described;
};

export type ShapeData =
  | { readonly is: "text" | "number" | "flag" | "any" }
  /** A whole number. */
  | { readonly is: "whole"; readonly least: number }
  | { readonly is: "choice"; readonly of: readonly (string | number | boolean)[] }
  | { readonly is: "list"; readonly of: ShapeData; readonly least: number }
  /** An object with any keys. */
  | { readonly is: "map"; readonly of: ShapeData }
  | { readonly is: "object"; readonly needs: Members; readonly may: Members }
  | { readonly is: "either"; readonly of: readonly ShapeData[] }
  /** One that contains itself. */
  | { readonly is: "named"; readonly name: string; readonly find: () => ShapeData };

type Members = Readonly<Record<string, ShapeData>>;

type Needed<T> = { [Name in keyof T as undefined extends T[Name] ? never : Name]: Shape<T[Name]> };

type Optional<T> = {
  [Name in keyof T as undefined extends T[Name] ? Name : never]-?: Shape<
    Exclude<T[Name], undefined>
  >;
};

type DescribedBy<S> = S extends Shape<infer Described> ? Described : never;

export const text: Shape<string> = { is: "text" };
export const number: Shape<number> = { is: "number" };
export const flag: Shape<boolean> = { is: "flag" };

export function whole(least = 0): Shape<number> {
  return { is: "whole", least };
}

/** What nothing looks into. */
export function any<Described>(): Shape<Described> {
  return { is: "any" };
}

export function choice<const Value extends string | number | boolean>(
  ...of: readonly Value[]
): Shape<Value> {
  return { is: "choice", of };
}

export function list<Item>(of: Shape<Item>, least = 0): Shape<readonly Item[]> {
  return { is: "list", of, least };
}

export function pair<Item>(of: Shape<Item>): Shape<readonly [Item, Item]> {
  return { is: "list", of, least: 2 };
}

export function map<Item>(of: Shape<Item>): Shape<Readonly<Record<string, Item>>> {
  return { is: "map", of };
}

/** Its keys, and those that it may lack. Others are not looked at. */
export function object<Described>(
  needs: Needed<Described>,
  may: Optional<Described>,
): Shape<Described> {
  return { is: "object", needs: needs as Members, may: may as Members };
}

export function either<const Shapes extends readonly ShapeData[]>(
  ...of: Shapes
): Shape<DescribedBy<Shapes[number]>> {
  return { is: "either", of };
}

export function named<Described>(name: string, find: () => Shape<Described>): Shape<Described> {
  return { is: "named", name, find };
}

/** Deeper than any plan: templates and rules have limits. A value from elsewhere must not overflow the stack. */
const MAX_DEPTH = 3_000;

/**
 * The path of what does not have the shape; undefined where all of it has. `value` is what `JSON.parse` gives.
 *
 * @example
 * ```ts
 * findMisshapen({ id: 5 }, object<{ id: string }>({ id: text }, {})); // ["id"]
 * ```
 */
export function findMisshapen(value: unknown, shape: ShapeData, depth = 0): ConfigPath | undefined {
  if (depth > MAX_DEPTH) return [];
  switch (shape.is) {
    case "any":
      return undefined;
    case "choice":
      return unless(shape.of.includes(value as string));
    case "whole":
      return unless(Number.isSafeInteger(value) && (value as number) >= shape.least);
    case "named":
      return findMisshapen(value, shape.find(), depth + 1);
    case "either":
      return findInEither(value, shape.of, depth + 1);
    case "list":
      if (!Array.isArray(value) || value.length < shape.least) return [];
      return findBelow(
        value.map((item, index) => [index, item, shape.of]),
        depth,
      );
    case "map":
      if (!isRecord(value)) return [];
      return findBelow(
        Object.entries(value).map(([key, item]) => [key, item, shape.of]),
        depth,
      );
    case "object":
      return isRecord(value) ? findBelow(membersOf(value, shape), depth) : [];
    default:
      return unless(typeof value === JAVASCRIPT_TYPES[shape.is]);
  }
}

const JAVASCRIPT_TYPES = { text: "string", number: "number", flag: "boolean" } as const;

function unless(isRight: boolean): ConfigPath | undefined {
  return isRight ? undefined : [];
}

type Member = readonly [key: string | number, value: unknown, shape: ShapeData];

function findBelow(members: readonly Member[], depth: number): ConfigPath | undefined {
  for (const [key, value, shape] of members) {
    const found = findMisshapen(value, shape, depth + 1);
    if (found !== undefined) return [key, ...found];
  }
  return undefined;
}

function membersOf(
  value: Readonly<Record<string, unknown>>,
  { needs, may }: Extract<ShapeData, { readonly is: "object" }>,
): readonly Member[] {
  const there = Object.entries(may).filter(([key]) => Object.hasOwn(value, key));
  return [...Object.entries(needs), ...there].map(([key, of]) => [key, readOwn(value, key), of]);
}

/** The alternative that fits furthest is the one that was meant. */
function findInEither(
  value: unknown,
  shapes: readonly ShapeData[],
  depth: number,
): ConfigPath | undefined {
  let best: ConfigPath = [];
  for (const shape of shapes) {
    const found = findMisshapen(value, shape, depth);
    if (found === undefined) return undefined;
    if (found.length > best.length) best = found;
  }
  return best;
}

// A value and a shape → where the value does not have it.
import { isRecord, readOwn } from "@hookwright/base";
import type { ConfigPath } from "../../model/index.ts";
import type { ShapeData } from "./shape.ts";

/**
 * The path of the value that does not have the shape; undefined if all of it has. `value` is what `JSON.parse` gives. Throws a
 * `RangeError` where it is nested deeper than the stack allows.
 *
 * @example
 * ```ts
 * findMisshapen({ id: 5 }, object<{ id: string }>({ id: text }, {})); // ["id"]
 * ```
 */
export function findMisshapen(value: unknown, shape: ShapeData): ConfigPath | undefined {
  switch (shape.is) {
    case "any":
      return undefined;
    case "choice":
      return unless(shape.of.includes(value as string));
    case "whole":
      return unless(Number.isSafeInteger(value) && (value as number) >= shape.least);
    case "named":
      return findMisshapen(value, shape.find());
    case "either":
      return findInEither(value, shape.of);
    case "list":
      if (!Array.isArray(value) || value.length < shape.least) return [];
      return findBelow(value.map((item, index) => [index, item, shape.of]));
    case "map":
      if (!isRecord(value)) return [];
      return findBelow(Object.entries(value).map(([key, item]) => [key, item, shape.of]));
    case "object":
      return isRecord(value) ? findBelow(membersOf(value, shape)) : [];
    default:
      return unless(typeof value === JAVASCRIPT_TYPES[shape.is]);
  }
}

const JAVASCRIPT_TYPES = { text: "string", number: "number", flag: "boolean" } as const;

function unless(isRight: boolean): ConfigPath | undefined {
  return isRight ? undefined : [];
}

type Member = readonly [key: string | number, value: unknown, shape: ShapeData];

function findBelow(members: readonly Member[]): ConfigPath | undefined {
  for (const [key, value, shape] of members) {
    const found = findMisshapen(value, shape);
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
function findInEither(value: unknown, shapes: readonly ShapeData[]): ConfigPath | undefined {
  let best: ConfigPath = [];
  for (const shape of shapes) {
    const found = findMisshapen(value, shape);
    if (found === undefined) return undefined;
    if (found.length > best.length) best = found;
  }
  return best;
}

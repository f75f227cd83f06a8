import { expect, test } from "vitest";
import { indexMappings } from "./index-mappings.ts";
import type { MatchRule } from "./match-rule.ts";

const rule = (path?: string): MatchRule => ({
  path,
  source: undefined,
  headers: [],
  query: [],
  when: undefined,
  not: undefined,
});

const items = (...paths: (string | undefined)[]) =>
  paths.map((path, place) => ({ place, rule: rule(path) }));

const placesOf = (paths: (string | undefined)[], path: string) =>
  indexMappings(items(...paths))
    .listForPath(path)
    .map(({ place }) => place);

test("listForPath() lists the rules of a name and those of any name, in order", () => {
  const paths = ["a", undefined, "b", "a", undefined];
  expect(placesOf(paths, "a")).toEqual([0, 1, 3, 4]);
  expect(placesOf(paths, "b")).toEqual([1, 2, 4]);
  expect(placesOf(paths, "other")).toEqual([1, 4]);
  expect(placesOf(["a"], "other")).toEqual([]);
});

test("listForPath() lists a hundred rules at most", () => {
  const paths = Array.from({ length: 300 }, (_, place) => (place % 2 === 0 ? "a" : undefined));
  const places = placesOf(paths, "a");
  expect(places).toEqual(Array.from({ length: 100 }, (_, place) => place));
});

import { expect, test } from "vitest";
import type { MappingInput } from "../../../core/src/config/config.ts";
import { compileHooks } from "../../../core/src/engine.ts";
import { pairMappings } from "./pair-mappings.ts";

const compile = (mappings: readonly MappingInput[]) => compileHooks({ hooks: { mappings } });
const pair = (before: readonly MappingInput[], after: readonly MappingInput[]) =>
  pairMappings(compile(before), compile(after));

const mapping = (path: string, id?: string): MappingInput => ({
  ...(id !== undefined && { id }),
  match: { path },
  messageTemplate: "x",
});

test("D6 pairMappings() tells what was added and removed, and which hook names come and go", () => {
  const { changes } = pair(
    [mapping("a", "one"), mapping("b", "two")],
    [mapping("b", "two"), mapping("c", "three")],
  );
  expect(changes).toEqual({
    added: ["three"],
    removed: ["one"],
    moved: [],
    unreachable: [],
    appearedNames: ["c"],
    vanishedNames: ["a"],
  });
});

test("D6 pairMappings() names the fewest mappings whose move explains the order", () => {
  const of = (...ids: string[]) => ids.map((id) => mapping(id, id));
  const moved = (before: string, after: string) => pair(of(...before), of(...after)).changes.moved;
  expect(moved("abcd", "abcd")).toEqual([]);
  expect(moved("abcd", "bcda")).toEqual(["a"]);
  expect(moved("abcd", "dabc")).toEqual(["d"]);
  expect(moved("abc", "cba")).toHaveLength(2);
});

test("D6 pairMappings() tells which mappings nothing reaches now", () => {
  const caught: MappingInput = { id: "all", match: { path: "a" }, messageTemplate: "y" };
  const narrow: MappingInput = {
    ...mapping("a", "narrow"),
    match: { path: "a", headers: { x: "1" } },
  };
  expect(pair([narrow, caught], [caught, narrow]).changes.unreachable).toEqual(["narrow"]);
  expect(pair([caught, narrow], [caught, narrow]).changes.unreachable).toEqual([]);
  expect(pair([caught], [caught, narrow]).changes.unreachable).toEqual(["narrow"]);
});

test("D6 pairMappings() names no hook for a mapping that takes any", () => {
  const any: MappingInput = { id: "any", match: { source: "s" }, messageTemplate: "x" };
  expect(pair([any], []).changes).toMatchObject({ removed: ["any"], vanishedNames: [] });
});

test("D6 pairMappings() pairs mappings without ids by what they match, also behind an insertion", () => {
  const { pairs, changes } = pair(
    [mapping("a"), mapping("b")],
    [mapping("z", "new"), mapping("a"), { ...mapping("b"), messageTemplate: "changed" }],
  );
  expect([...pairs]).toEqual([
    ["mapping-1", "mapping-2"],
    ["mapping-2", "mapping-3"],
  ]);
  expect(changes).toMatchObject({ added: ["new"], removed: [], moved: [] });
  expect([...pair([mapping("a")], [mapping("b")]).pairs]).toEqual([["mapping-1", "mapping-1"]]);
});

import { DEFAULT_RENDER_LIMITS } from "@hookwright/template";
import { expect, test } from "vitest";
import { readRule } from "../match/index.ts";
import { listFieldReads } from "./field-reads.ts";

const EVENT = {
  payload: { list: [{ id: 1 }, { id: 2, name: "b" }], "a.b": 1, text: '{"id":1}', n: 1 },
  headers: { "x-event": "push" },
  query: { kind: "full" },
  item: { subject: "s" },
};

function look(rule: unknown, limits = DEFAULT_RENDER_LIMITS) {
  const tree = readRule(rule, { scope: "item" });
  const events = [EVENT] as unknown as Parameters<typeof listFieldReads>[1];
  return listFieldReads(tree, events, limits).map(({ field, isThere, isOptional, hint }) => [
    field.name,
    isThere,
    isOptional,
    hint,
  ]);
}

const there = (name: string, isOptional = false) => [name, true, isOptional, undefined];
const gone = (name: string, hint?: string, isOptional = false) => [name, false, isOptional, hint];
const list = there("payload.list");

test.each([
  [true, []],
  [{ "==": [{ var: "payload.n" }, 1] }, [there("payload.n")]],
  [{ "!": { var: "item.subjct" } }, [gone("item.subjct", "Nearest: item.subject.")]],
  [{ "!": { var: "query.knd" } }, [gone("query.knd", "Nearest: query.kind.")]],
  [{ "!": { var: "headers.x-evnt" } }, [gone("headers.x-evnt", "Nearest: headers.x-event.")]],
  [{ "!": { var: "index" } }, [gone("index")]],
  [{ exists: "payload.m" }, [gone("payload.m", "Nearest: payload.n.", true)]],
  [
    { "!": { var: ["payload.m", { var: "payload.n" }] } },
    [gone("payload.m", "Nearest: payload.n.", true), there("payload.n")],
  ],
  [
    { in: [1, [{ var: "payload.n" }, { var: "payload.other" }]] },
    [there("payload.n"), gone("payload.other")],
  ],
  [{ some: [{ var: "payload.list" }, { "==": [{ var: "name" }, "b"] }] }, [list, there("name")]],
  [
    { some: [{ var: "payload.list" }, { "==": [{ var: "nme" }, "b"] }] },
    [list, gone("nme", "Nearest: name.")],
  ],
  [{ some: [{ var: "payload.n" }, { "==": [{ var: "name" }, "b"] }] }, [there("payload.n")]],
  [{ ">": [{ count: [{ var: "payload.list" }] }, 1] }, [list]],
  [
    { reduce: [{ var: "payload.list" }, { "+": [{ var: "current.id" }, 1] }, 0] },
    [list, there("current.id")],
  ],
])("listFieldReads() lists what %j reads", (rule, sights) => {
  expect(look(rule)).toEqual(sights);
});

test("listFieldReads() lists nothing of a rule that was refused, nor of one that takes too much work", () => {
  expect(look("none")).toEqual([]);
  const long = { cat: Array.from({ length: 100 }, () => "x".repeat(10_000)) };
  const texts = { map: [Array.from({ length: 1_000 }, () => 1), long] };
  const rule = { some: [texts, { "==": [{ var: "" }, "x"] }] };
  expect(look(rule)).toEqual([]);
});

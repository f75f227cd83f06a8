import { readRule } from "@hookwright/core/internal";
import { expect, test } from "vitest";
import { listRuleReads } from "./rule-reads.ts";

const list = { var: "payload.list" };
const rule = { "==": [{ var: "name" }, 1] };

test.each<[rule: unknown, reads: readonly string[]]>([
  [true, []],
  [
    { "==": [{ var: "payload.a" }, { var: ["headers.b", { var: "query.c" }] }] },
    ["payload.a", "headers.b", "query.c"],
  ],
  [{ "!": { var: "payload.list[0].x" } }, ["payload.list.0.x"]],
  [{ missing: ["payload.a", "payload.b"] }, ["payload.a", "payload.b"]],
  [{ missing: [["payload.a"]] }, ["payload.a"]],
  [{ missing_some: [1, ["payload.a", "payload.b"]] }, ["payload.a", "payload.b"]],
  [{ exists: ["payload.a", { var: "payload.b" }] }, ["payload.a", "payload.b"]],
  [{ some: [list, rule] }, ["payload.list.name"]],
  [{ in: [1, { map: [list, { var: "" }] }] }, ["payload.list"]],
  [{ count: list }, []],
  [{ filter: [list, rule] }, ["payload.list.name", "payload.list"]],
  [
    { count: [{ filter: [list, rule] }, { var: "x" }] },
    ["payload.list.name", "payload.list", "payload.list.x"],
  ],
  [
    { some: [{ merge: [list, { var: "payload.more" }] }, { var: "x" }] },
    ["payload.list", "payload.more", "payload.list.x", "payload.more.x"],
  ],
  [{ find: [list, rule] }, ["payload.list.name", "payload.list"]],
  [{ find: [list, rule, "id"] }, ["payload.list.name", "payload.list.id"]],
  [
    {
      reduce: [list, { "+": [{ var: "current.n" }, { var: "current" }] }, { var: "payload.start" }],
    },
    ["payload.list.n", "payload.list", "payload.start"],
  ],
  [{ some: [["a", { var: "payload.b" }], { var: "x" }] }, ["payload.b", "payload.b.x"]],
  // What is wrong with a rule is told elsewhere, and reads nothing.
  [{ missing_some: [1, "payload.a"] }, []],
  [{ var: "payload.a]" }, []],
  [{ var: null }, []],
])("listRuleReads() of %j are %j", (written, reads) => {
  expect(listRuleReads(readRule(written))).toEqual(reads);
});

import { expect, test } from "vitest";
import { problemsOf } from "../../test/conditions/evaluate.ts";
import { OPERATORS } from "../match/index.ts";

const title = { var: "payload.title" };

test.each([
  ["flter", 1, 'Did you mean "filter"?'],
  ["starts with", 1, 'Did you mean "startsWith"?'],
  ["log", 1, "Remove it; `explain` shows what each atom of the condition saw."],
  ["not", 1, 'Write "!".'],
  ["regex", 1, 'Write "matches".'],
  ["now", [], 'Write { "var": "now" }.'],
  ["contains", 1, 'Write { "in": [part, whole] }.'],
  ["contains", [title, "WIP"], 'Write { "in": ["WIP", { "var": "payload.title" }] }.'],
  ["includes", ["WIP", title], 'Write { "in": ["WIP", { "var": "payload.title" }] }.'],
  ["not_in", [title, ["a"]], 'Write { "!": { "in": [{ "var": "payload.title" }, ["a"]] } }.'],
  ["workflow", "build", 'Write { "==": [{ "var": "payload.workflow" }, "build"] }.'],
  ["pull.state", "open", 'Write { "==": [{ "var": "payload.pull.state" }, "open"] }.'],
  ["something else", "x", `Known: ${[...OPERATORS.keys()].join(", ")}.`],
  ["workflow", {}, `Known: ${[...OPERATORS.keys()].join(", ")}.`],
  ["something else", { $eq: 1 }, `Known: ${[...OPERATORS.keys()].join(", ")}.`],
  ["=", 1, 'Write "==".'],
  ["match", 1, 'Write "matches".'],
  [
    "match",
    { type: "value", value: "x", parameter: { source: "header", name: "X-Kind" } },
    'Write { "==": [{ "var": "headers.x-kind" }, "x"] }.',
  ],
  [
    "match",
    { type: "payload-hmac-sha256", secret: "x" },
    'Write { "==": [{ "var": "payload.field" }, "text"] }; a signature or address of the sender is checked by "auth" of the mapping.',
  ],
])("adviseRules() says what to write for %s of %j", (name, written, hint) => {
  expect(problemsOf({ [name]: written })).toMatchObject([{ hint }]);
});

test.each([
  { contains: [title, "WIP"] },
  { includes: ["WIP", title] },
  { not_in: [title, ["a"]] },
  { workflow: "build" },
  { workflow: 1 },
  { merged: true },
  { merged: null },
  { "payload.action": "x" },
  { action: ["x", "y"] },
  { action: { $eq: "x" } },
  { action: { $ne: "x" } },
  { action: { $in: ["x", "y"] } },
  { action: { $nin: ["x"] } },
  { action: { $exists: true } },
  { action: { $exists: false } },
  { action: { $regex: "^x" } },
  { action: ["opened", { prefix: "re" }, { suffix: "ed" }] },
  { action: [{ "anything-but": ["closed", "x"] }] },
  { action: [{ exists: true }] },
  { action: [{ exists: false }, "x"] },
  { match: { type: "regex", regex: "^v", parameter: { source: "payload", name: "ref" } } },
  { match: { type: "value", value: 1, parameter: { source: "url", name: "n" } } },
])("adviseOperator() writes a rule that has no problem, for %j", (rule) => {
  const hint = problemsOf(rule)[0]?.hint ?? "";
  expect(problemsOf(JSON.parse(hint.slice("Write ".length, -1)))).toEqual([]);
});

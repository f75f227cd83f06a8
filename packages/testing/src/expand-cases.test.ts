import { expect, test } from "vitest";
import { event } from "./event.ts";
import { expandCases } from "./expand-cases.ts";

const push = event("github", { payload: { action: "opened", state: "open" } });

test("T5: rows inherit the case, and overlay event, patch, remove and expect", () => {
  const cases = expandCases([
    { name: "one", event: push, reviewed: false },
    {
      name: "other reviews",
      event: push,
      patch: { "payload.action": "closed" },
      expect: { mapping: "m", becomes: "agent" },
      each: [
        { title: "plain" },
        { title: "patched", patch: { "payload.n": 1 }, expect: { becomes: "wake" } },
        { title: "removed", remove: ["payload.state", "payload.action"] },
        { title: "another", event: event("other") },
      ],
    },
  ]);
  expect(cases).toEqual([
    { name: "one", index: 0, expect: {}, reviewed: false, event: push },
    {
      name: "other reviews [plain]",
      index: 1,
      row: 0,
      expect: { mapping: "m", becomes: "agent" },
      reviewed: true,
      event: { ...push, payload: { action: "closed", state: "open" } },
    },
    {
      name: "other reviews [patched]",
      index: 1,
      row: 1,
      expect: { mapping: "m", becomes: "wake" },
      reviewed: true,
      event: { ...push, payload: { action: "closed", state: "open", n: 1 } },
    },
    {
      name: "other reviews [removed]",
      index: 1,
      row: 2,
      expect: { mapping: "m", becomes: "agent" },
      reviewed: true,
      event: { ...push, payload: { action: "closed" } },
    },
    {
      name: "other reviews [another]",
      index: 1,
      row: 3,
      expect: { mapping: "m", becomes: "agent" },
      reviewed: true,
      event: { path: "other", payload: { action: "closed" } },
    },
  ]);
});

test("T4: a change that cannot be made, or an event without a path, is a problem of the case", () => {
  const [patched, bare, row] = expandCases([
    { name: "a", event: push, patch: { "payload.action.x": 1, "payload.b": 1 } },
    { name: "b", event: event(" ") },
    { name: "c", event: push, patch: { x: 1 }, each: [{ title: "row", patch: { path: "y" } }] },
  ]);
  expect(row?.problem).toContain('"x" does not begin with');
  expect(patched?.problem).toContain('"x" cannot be set');
  expect(bare?.problem).toContain("Nothing says for which hook the event is.");
});

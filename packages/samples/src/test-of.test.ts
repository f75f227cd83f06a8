import { testOf } from "@hookwright/samples";
import { expect, test } from "vitest";

test("testOf() gives the test file of a recipe, and its snapshots by their names", () => {
  const { text, snapshots } = testOf("github");
  expect(text).toContain("event: events/github/push.event.json");
  expect(snapshots["a push to the default branch.md"]).toMatch(/^run by github-push\n/);
});

test("testOf() gives the events that only the test has", () => {
  const { text, events } = testOf("pagerduty");
  expect(text).toContain("event: long-note.event.json");
  expect(Object.keys(events)).toEqual(["long-note.event.json"]);
  expect(events["long-note.event.json"]).toMatch(/^\{\n {2}"path": "pagerduty",/);
  expect(testOf("github").events).toEqual({});
});

test("testOf() names the nearest provider", () => {
  expect(() => testOf("githbu")).toThrow('Did you mean "github"?');
});

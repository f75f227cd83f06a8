import { testOf } from "@hookwright/samples";
import { expect, test } from "vitest";

test("testOf() gives the test file of a recipe, and its snapshots by their names", () => {
  const { text, snapshots } = testOf("github");
  expect(text).toContain("event: events/github/push.event.json");
  expect(snapshots["a push to the default branch.md"]).toMatch(/^run by github-push\n/);
});

test("testOf() names the nearest provider", () => {
  expect(() => testOf("githbu")).toThrow('Did you mean "github"?');
});

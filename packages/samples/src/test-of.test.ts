import { listRecipes, testOf } from "@hookwright/samples";
import { expect, test } from "vitest";

test("testOf() returns the test of a recipe, its snapshots and its events", () => {
  const files = testOf("shopify");
  expect(files["hooks.test.yaml"]).toContain("event: events/shopify/order-paid.event.json");
  expect(files["__snapshots__/hooks.test.yaml/an order is paid.md"]).toMatch(/^wake by shopify-/);
  expect(files["long-note.event.json"]).toMatch(/^\{\n {2}"path": "shopify"/);
});

test.each(listRecipes())("testOf() has a test of %s", (provider) => {
  const { "hooks.test.yaml": text, ...others } = testOf(provider);
  expect(text).toContain(`events/${provider}/`);
  expect(Object.keys(others).filter((path) => path.startsWith("__snapshots__/"))).not.toEqual([]);
});

test("testOf() names the nearest provider", () => {
  expect(() => testOf("githbu")).toThrow('Did you mean "github"?');
});

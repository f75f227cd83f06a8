import { expect, test } from "vitest";
import { findValues } from "./find-values.ts";

test("findValues() reads a parameter that cannot be decoded as it stands", () => {
  const options = { people: true, secrets: [] };
  const text = "https://shop.example/?mail=ann%40shop.example&broken=ann%40shop%E0%A4%A";
  const found = findValues(text, options).map(({ start, end }) => text.slice(start, end));
  expect(found).toContain("ann%40shop.example");
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { createTextFinder } from "./create-text-finder.ts";

it("createTextFinder() finds what the built-in search finds", () => {
  const text = (maxLength: number) =>
    fc.string({ unit: fc.constantFrom("a", "b"), maxLength, size: "max" });
  fc.assert(
    fc.property(text(400), text(60), fc.nat(80), (whole, part, from) => {
      const parts = [part, whole.slice(from, from + 40), part.repeat(3)];
      for (const one of parts.filter((wanted) => wanted !== "")) {
        expect(createTextFinder(one)(whole, from)).toBe(whole.indexOf(one, from));
      }
    }),
  );
});

it("createTextFinder() takes linear time for repetitive texts", () => {
  const half = "a".repeat(1_000_000);
  // The built-in search takes minutes for this one.
  expect(createTextFinder(`${half}b${half}`)(half.repeat(4), 0)).toBe(-1);
});

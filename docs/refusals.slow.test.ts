// What docs/signatures.md says of refusals has tests, by number; what waits for other parts is a named skip.
import { readFile } from "node:fs/promises";
import { describe, expect, it, test } from "vitest";
import { LATER, REFUSALS } from "./tools/refusals.mjs";
import { findProofs, makeSignaturesPage } from "./tools/refusals-list.mjs";

const traps = Object.values(REFUSALS).flatMap((section) => Object.keys(section).map(Number));
const proofs = findProofs();

test("docs/signatures.md lists the refusals with their tests: node docs/tools/refusals-list.mjs --write", async () => {
  const page = await readFile(new URL("signatures.md", import.meta.url), "utf8");
  expect(page).toBe(makeSignaturesPage());
});

test("REFUSALS has each number once, from 1 to 38", () => {
  const numbers = traps.toSorted((one, other) => one - other);
  expect(numbers).toEqual(Array.from({ length: 38 }, (_, index) => index + 1));
});

test("findProofs() finds no number that the page does not list", () => {
  expect([...proofs.keys()].filter((trap) => !traps.includes(trap))).toEqual([]);
});

describe("each refusal has a test whose title begins with its number", () => {
  for (const trap of traps) {
    const isOpen = LATER.has(trap) && !proofs.has(trap);
    it.skipIf(isOpen)(
      `${trap}${isOpen ? " (skipped: waits for keys by network, or for repeats)" : ""}`,
      () => expect(proofs.get(trap) ?? []).not.toEqual([]),
    );
  }
});

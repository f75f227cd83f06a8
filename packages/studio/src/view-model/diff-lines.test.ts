import fc from "fast-check";
import { expect, test } from "vitest";
import { diffLines } from "./diff-lines.ts";

const show = (before: string, after: string): readonly string[] =>
  diffLines(before, after).map(({ kind, text }) => `${kind} ${text}`);

test("diffLines() has the lines that differ, with three lines around them", () => {
  const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  expect(show(before, before.replace("5\n", "five\n"))).toEqual([
    "gap …",
    "same 2",
    "same 3",
    "same 4",
    "removed 5",
    "added five",
    "same 6",
    "same 7",
    "same 8",
    "gap …",
  ]);
});

test("diffLines() has a gap between two changes that are far from each other", () => {
  const lines = Array.from({ length: 30 }, (_, at) => `${at}\n`);
  const after = lines.with(2, "two\n").with(27, "twenty-seven\n");
  const kinds = diffLines(lines.join(""), after.join("")).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "gap")).toHaveLength(1);
  expect(kinds.filter((kind) => kind === "added")).toHaveLength(2);
});

test("diffLines() is empty for equal texts, and all added for a new one", () => {
  expect(show("a\n", "a\n")).toEqual([]);
  expect(show("", "a\nb\n")).toEqual(["added a", "added b"]);
  expect(show("a\n", "")).toEqual(["removed a"]);
});

test("diffLines() shows that the last line lost its line break", () => {
  expect(show("a\n", "a")).toEqual(["removed a", "added a\u2424"]);
});

test("diffLines() takes a change of thousands of lines as one block", () => {
  const text = (word: string): string =>
    Array.from({ length: 3_000 }, (_, at) => `${word} ${at}\n`).join("");
  const kinds = diffLines(text("old"), text("new")).map(({ kind }) => kind);
  expect(kinds.indexOf("added")).toBe(3_000);
  expect(kinds.lastIndexOf("removed")).toBe(2_999);
});

test("diffLines() has both texts in it, line by line", () => {
  // So few lines are all near a change.
  const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 4 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      fc.pre(before.join() !== after.join());
      const text = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");
      const all = diffLines(text(before), text(after));
      const without = (left: string): readonly string[] =>
        all.filter(({ kind }) => kind !== left).map((line) => line.text);
      expect([without("added"), without("removed")]).toEqual([before, after]);
    }),
  );
});

import { expect, test } from "vitest";
import { applyFenceEdits, copyOf, editCopy } from "./edits.ts";

const edit = (start: number, end: number, replacement = "") => ({ start, end, replacement });

test("applyEdits() replaces what the first of two overlapping edits leaves of the second", () => {
  expect(applyFenceEdits("abcdef", [edit(1, 3, "X"), edit(2, 5, "Y")])).toBe("aXYf");
  expect(applyFenceEdits("abcdef", [edit(1, 5, "X"), edit(2, 3, "Y")])).toBe("aXf");
  expect(applyFenceEdits("abcdef", [])).toBe("abcdef");
});

test("editCopy() tells which range of the original a range of the copy stands for", () => {
  const copy = editCopy(copyOf("ab--&lt;cd--"), [edit(2, 4), edit(4, 8, "<"), edit(10, 12)]);
  expect(copy.text).toBe("ab<cd");
  expect(copy.toOriginal(0, 2)).toEqual([0, 2]);
  expect(copy.toOriginal(2, 3)).toEqual([4, 8]);
  expect(copy.toOriginal(1, 4)).toEqual([1, 9]);
  expect(copy.toOriginal(3, 5)).toEqual([8, 10]);
});

test("editCopy() of a copy leads back to the first text", () => {
  const first = editCopy(copyOf("a-b-c"), [edit(1, 2), edit(3, 4)]);
  const second = editCopy(first, [edit(1, 2)]);
  expect(second.text).toBe("ac");
  expect(second.toOriginal(0, 2)).toEqual([0, 5]);
  expect(second.toOriginal(1, 2)).toEqual([4, 5]);
  expect(editCopy(second, [])).toBe(second);
});

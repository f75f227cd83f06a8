// A list or a text, and two indexes → the piece between them.
import { COST } from "../../render/budget.ts";
import type { Frame } from "../../render/frame.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { sliceCodePoints } from "../text/code-points.ts";

interface SliceRange {
  /** Negative indexes count from the end. */
  readonly start: number;
  /** Absent: up to the end. */
  readonly end?: number | undefined;
}

/** The piece of an object is empty, as its keys have no order. */
export function cut(
  value: unknown,
  { start, end }: SliceRange,
  frame: Frame,
): readonly unknown[] | string {
  if (Array.isArray(value)) return value.slice(start, end);
  if (typeof value === "object" && value !== null) return [];
  const text = textFromArgument(value, frame);
  frame.budget.spend(text.length * COST.searchedCharacters);
  return sliceCodePoints(text, start, end);
}

/** One element of a list, or one character of a text, which may be two code units. */
export function cutOne(value: unknown, range: SliceRange, frame: Frame): unknown {
  const piece = cut(value, range, frame);
  return typeof piece === "string" ? piece : piece[0];
}

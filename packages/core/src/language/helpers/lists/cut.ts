// A list or a text, and two places → the piece between them.
import type { Frame } from "../../render/frame.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { sliceCodePoints } from "../text/code-points.ts";

export interface Places {
  /** Negative places count from the end. */
  readonly start: number;
  /** Absent: up to the end. */
  readonly end?: number | undefined;
}

/** An object has no order to go by: nothing is cut from it. */
export function cut(
  value: unknown,
  { start, end }: Places,
  frame: Frame,
): readonly unknown[] | string {
  if (Array.isArray(value)) return value.slice(start, end);
  if (typeof value === "object" && value !== null) return [];
  return sliceCodePoints(textFromArgument(value, frame), start, end);
}

/** The element at a place, or the character of a text: that may be two code units. */
export function cutOne(value: unknown, places: Places, frame: Frame): unknown {
  const piece = cut(value, places, frame);
  return typeof piece === "string" ? piece : piece[0];
}

// Two values, or a list and a value → whether they, or one of the elements, render the same text.
import type { Frame } from "../../render/frame.ts";
import { createTextReader, textFromArgument } from "../arguments/text-from-argument.ts";

export function areEqual([left, right]: readonly unknown[], frame: Frame): boolean {
  return textFromArgument(left, frame) === textFromArgument(right, frame);
}

export function hasElement(list: readonly unknown[], value: unknown, frame: Frame): boolean {
  const wanted = textFromArgument(value, frame);
  const textOf = createTextReader(frame);
  return list.some((element) => textOf(element) === wanted);
}

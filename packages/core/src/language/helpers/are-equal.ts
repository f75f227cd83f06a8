// Two arguments → whether they render the same text.
import type { Frame } from "../render/frame.ts";
import { textFromArgument } from "./text-from-argument.ts";

export function areEqual([left, right]: readonly unknown[], frame: Frame): boolean {
  return textFromArgument(left, frame) === textFromArgument(right, frame);
}

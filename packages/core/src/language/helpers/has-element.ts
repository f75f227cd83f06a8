// A list and a value → whether an element renders the same text.
import type { Frame } from "../render/frame.ts";
import { createTextReader } from "./create-text-reader.ts";
import { textFromArgument } from "./text-from-argument.ts";

export function hasElement(list: readonly unknown[], value: unknown, frame: Frame): boolean {
  const wanted = textFromArgument(value, frame);
  const textOf = createTextReader(frame);
  return list.some((element) => textOf(element) === wanted);
}

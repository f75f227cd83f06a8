// One line of outside text, such as a name → the same line without markers and control tokens, or nothing.
import { oneLine } from "../data/text.ts";
import { neutralize } from "./neutralize.ts";

/** Most names and levels, in which there is nothing to look for. */
const PLAIN_LINE = /^[\w .,;/#()@+-]*$/;

/** `line` has no line ends. What is blank afterwards is as good as unset. */
export function neutralizeLine(line: string | undefined): string | undefined {
  if (line === undefined || PLAIN_LINE.test(line)) return line;
  return oneLine(neutralize(line)) || undefined;
}

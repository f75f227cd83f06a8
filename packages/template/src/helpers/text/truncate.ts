// {{truncate text length}}: the first `length` characters of a text.
import { COST } from "../../render/budget.ts";
import type { HelperCall, ValueHelper } from "../../render/helper.ts";
import { createTextReader, textFromArgument } from "../arguments/text-from-argument.ts";
import { countsAreWhole, wholeNumberFromValue } from "../arguments/whole-number.ts";
import { countCodePoints, offsetOf } from "./code-points.ts";
import { startOfCluster } from "./start-of-cluster.ts";

/** It takes one character, and readers of all languages know it. */
const DEFAULT_ELLIPSIS = "…";

const truncate: HelperCall = ([value, lengthValue], { ellipsis = DEFAULT_ELLIPSIS }, frame) => {
  const text = textFromArgument(value, frame);
  const length = wholeNumberFromValue(lengthValue) ?? text.length;
  const end = offsetOf(text, Math.max(length, 0));
  frame.budget.spend(end * COST.codedCharacters);
  if (end === text.length) return text;
  const mark = createTextReader(frame)(ellipsis);
  const room = length - countCodePoints(mark);
  if (room < 0) return text.slice(0, startOfCluster(text, end));
  return text.slice(0, startOfCluster(text, offsetOf(text, room))) + mark;
};

/**
 * `{{truncate text length ellipsis="…"}}`: at most `length` characters of the text, the ellipsis
 * included.
 *
 * Characters are Unicode code points: an emoji is never cut in half. Accents, skin tones and joined
 * emoji stay with the character before them. An ellipsis that is longer than `length` is left out.
 * A length that is not a number leaves the text as it is.
 *
 * @example
 * {"title": "The build of the main branch failed"}
 * {{truncate title 12}}|{{truncate title 16 ellipsis=" [...]"}}
 * → The build o…|The build  [...]
 */
export const truncateHelper: ValueHelper = {
  kind: "value",
  name: "truncate",
  arity: [2, 2],
  hash: ["ellipsis"],
  call: truncate,
  prepare: countsAreWhole(truncate, 0),
};

// {{humanize text}}: a name of a program as people write it.
import { COST } from "../../render/budget.ts";
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { capitalize } from "./capitalize.ts";

/**
 * The edges in `pullRequest` and `HTTPServer`. ASCII only: which other letters are capital depends on
 * the Unicode version of the runtime. Look-around, because `[A-Z]+` would search each run again.
 */
const EDGE = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;

const SEPARATORS = /[\s_.-]+/g;

/**
 * `{{humanize text}}`: the words of a name such as `in_progress`, `checkRun` or `PULL_REQUEST`, with a
 * capital letter at the start.
 *
 * Underscores, hyphens and dots become spaces, and all other letters are small.
 *
 * @example
 * {"state": "in_progress", "event": "checkRun", "type": "invoice.payment-failed"}
 * {{humanize state}}, {{humanize event}}, {{humanize type}}
 * → In progress, Check run, Invoice payment failed
 */
export const humanizeHelper: ValueHelper = {
  kind: "value",
  name: "humanize",
  arity: [1, 1],
  hash: [],
  call: ([value], _hash, frame) => {
    const text = textFromArgument(value, frame);
    frame.budget.spend(text.length * COST.codedCharacters);
    const words = text.replace(EDGE, " ").replace(SEPARATORS, " ").trim();
    return capitalize(words.toLowerCase());
  },
};

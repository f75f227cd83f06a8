// {{plural count "commit"}}: a count and the singular or plural of a word.
import type { ValueHelper } from "../../render/helper.ts";
import { numberFromValue } from "../arguments/number-from-value.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";

/**
 * `{{plural count "singular" "plural"}}`: the count and its word, the singular for exactly 1.
 *
 * Without a plural the singular gets an "s". A list counts its elements. A value that is not a
 * number renders as an empty string.
 *
 * @example
 * {"commits": ["a", "b", "c"], "files": 1, "branches": 2}
 * {{plural commits "commit"}}, {{plural files "file"}}, {{plural branches "branch" "branches"}}
 * → 3 commits, 1 file, 2 branches
 */
export const pluralHelper: ValueHelper = {
  kind: "value",
  name: "plural",
  arity: [2, 3],
  hash: [],
  call: ([value, ...words], _hash, frame) => {
    const count = Array.isArray(value) ? value.length : numberFromValue(value);
    if (count === undefined) return "";
    const [singular, plural] = words.map((word) => textFromArgument(word, frame));
    return `${count} ${count === 1 ? singular : plural || `${singular}s`}`;
  },
};

// {{code text}}: a Markdown code block that its content cannot close.
import { COST } from "../../render/budget.ts";
import type { ValueHelper } from "../../render/helper.ts";
import { createTextReader, textFromArgument } from "../arguments/text-from-argument.ts";
import { checkRoom } from "../check-room.ts";

const MIN_FENCE_LENGTH = 3;

/** No language has a longer name. The value may come from a payload. */
const MAX_LANGUAGE_LENGTH = 30;

/**
 * `{{code text language=""}}`: the text as a Markdown code block.
 *
 * The fence is longer than any run of backticks in the text, so that the text cannot close it. The
 * language keeps only letters, digits and `+ # . _ -`, at most 30. An empty text stays empty.
 *
 * @example
 * {"log": "npm test\n1 failed"}
 * {{code log language="sh"}}
 * → ```sh
 * npm test
 * 1 failed
 * ```
 *
 * @example
 * {"body": "```\nsaid in a fence\n```"}
 * {{code body}}
 * → ````
 * ```
 * said in a fence
 * ```
 * ````
 */
export const codeHelper: ValueHelper = {
  kind: "value",
  name: "code",
  arity: [1, 1],
  hash: ["language"],
  call: ([value], { language }, frame) => {
    const text = textFromArgument(value, frame);
    if (text === "") return "";
    frame.budget.spend(text.length * COST.codedCharacters);
    const length = Math.max(longestRun(text) + 1, MIN_FENCE_LENGTH);
    const word = safeWord(createTextReader(frame)(language));
    checkRoom(text.length + length * 2 + word.length + 2, frame);
    const fence = "`".repeat(length);
    return `${fence}${word}\n${text}${/[\r\n]$/.test(text) ? "" : "\n"}${fence}`;
  },
};

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

function safeWord(text: string): string {
  return text.replace(/[^A-Za-z0-9+#._-]/g, "").slice(0, MAX_LANGUAGE_LENGTH);
}

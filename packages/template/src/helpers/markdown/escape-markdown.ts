// {{escapeMarkdown text}}: the text with its Markdown escaped, so that Markdown shows it as it is.
import { COST } from "../../render/budget.ts";
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { checkRoom } from "../check-room.ts";

/** Characters with a meaning anywhere in a line. */
const MARKS = /[\\`*_[\]<>|~&]/g;

/** Characters with a meaning at the start of a line: headings, bullets, rules and underlines. */
const STARTS = /^([ \t]*)([#+=-])/gm;

/** `1.` and `1)`; Markdown reads nine digits at most. */
const ORDINALS = /^([ \t]*\d{1,9})([.)])/gm;

/**
 * `{{escapeMarkdown text}}`: the text with a backslash before each character that has a meaning in
 * Markdown. A line that is indented by four spaces is still code.
 *
 * @example
 * {"title": "Use *args in my_func [draft]", "body": "# 1\n2. two"}
 * {{escapeMarkdown title}}
 * {{escapeMarkdown body}}
 * → Use \*args in my\_func \[draft\]
 * \# 1
 * 2\. two
 */
export const escapeMarkdownHelper: ValueHelper = {
  kind: "value",
  name: "escapeMarkdown",
  arity: [1, 1],
  hash: [],
  call: ([value], _hash, frame) => {
    const text = textFromArgument(value, frame);
    checkRoom(text.length, frame);
    frame.budget.spend(text.length * COST.codedCharacters);
    // Each replacement adds a character; the limit is checked before the text is built.
    const marks = text.match(MARKS)?.length ?? 0;
    checkRoom(text.length + marks, frame);
    frame.budget.spend(marks * COST.marks);
    const escaped = text.replace(MARKS, "\\$&").replace(STARTS, "$1\\$2");
    return escaped.replace(ORDINALS, "$1\\$2");
  },
};

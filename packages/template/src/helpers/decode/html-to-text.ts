// {{htmlToText text}}: the text of an HTML document or fragment, with its links.

import { COST } from "../../render/budget.ts";
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { checkRoom } from "../check-room.ts";
import { textFromHtml } from "../html/text-from-html.ts";

/**
 * `{{htmlToText text}}`: the text of HTML as a mail program shows it without HTML, with its links.
 *
 * Paragraphs have an empty line between them, elements of lists begin with `- ` or their number, lines
 * of quotes with `> `. Cells of one row stand on one line with ` | ` between them. A link is its text
 * and, in parentheses, where it leads; pictures are their `alt` text. Text in `<pre>` keeps its white
 * space. What a browser does not show is left out: scripts, styles, and what `hidden` or `display: none`
 * hides. `stripHtml` renders the text alone.
 *
 * @example
 * {"html": "<p>Hi <b>Ann</b>,</p><ol><li>read <a href='https://example.org/a?b=1&amp;c'>the notes</a></li><li>reply</li></ol>"}
 * {{htmlToText html}}
 * → Hi Ann,
 *
 * 1. read the notes (https://example.org/a?b=1&c)
 * 2. reply
 *
 * @example
 * {"html": "<table><tr><td>Total</td><td>12.00</td></tr></table><blockquote>When?<br>Today?</blockquote>"}
 * {{htmlToText html}}
 * → Total | 12.00
 *
 * > When?
 * > Today?
 */
export const htmlToTextHelper: ValueHelper = {
  kind: "value",
  name: "htmlToText",
  arity: [1, 1],
  hash: [],
  call: ([value], _hash, frame) => {
    const html = textFromArgument(value, frame);
    frame.budget.spend(html.length * COST.codedCharacters);
    const text = textFromHtml(html, frame);
    checkRoom(text.length, frame);
    return text;
  },
};

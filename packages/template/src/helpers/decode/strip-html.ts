// {{stripHtml text}}: the text of an HTML document or fragment.
import { COST } from "../../render/budget.ts";
import type { Frame } from "../../render/frame.ts";
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { decodeEntities } from "../html/decode-entities.ts";
import { htmlPieces } from "../html/html-pieces.ts";

/** Elements that start and end a line. */
const LINES: ReadonlySet<string> = new Set(
  "address article aside dd div dl dt fieldset figcaption figure footer form header li main nav option section tr".split(
    " ",
  ),
);

/** Elements with an empty line before and after them. */
const PARAGRAPHS: ReadonlySet<string> = new Set(
  "blockquote h1 h2 h3 h4 h5 h6 hr ol p pre table ul".split(" "),
);

/** Cells are separated by a space even where the HTML has none. */
const CELLS: ReadonlySet<string> = new Set(["td", "th"]);

/**
 * `{{stripHtml text}}`: the text of HTML: no tags, no scripts and styles, entities decoded.
 *
 * Paragraphs have an empty line between them; line breaks, list items and table rows start a line.
 * Other white space becomes single spaces. It makes mails readable; it does not make HTML safe for a
 * web page.
 *
 * @example
 * {"html": "<style>p{}</style><p>Hi&nbsp;Ann,</p><p>1 &lt; 2<br>see <a href='x'>here</a></p>"}
 * {{stripHtml html}}
 * → Hi Ann,
 *
 * 1 < 2
 * see here
 */
export const stripHtmlHelper: ValueHelper = {
  kind: "value",
  name: "stripHtml",
  arity: [1, 1],
  hash: [],
  call: ([value], _hash, frame) => {
    const html = textFromArgument(value, frame);
    frame.budget.spend(html.length * COST.codedCharacters);
    return textFromHtml(html, frame);
  },
};

function textFromHtml(html: string, { budget }: Frame): string {
  const pieces: string[] = [];
  let breaks = 0;
  for (const { text, tag } of htmlPieces(html)) {
    budget.spend(COST.htmlTags);
    // As in a browser, white space is one space, and only tags break lines.
    const line = decodeEntities(text).replace(/\s+/g, " ");
    if (line.trim() !== "") {
      pieces.push("\n".repeat(breaks), line);
      breaks = 0;
    } else pieces.push(line);
    if (CELLS.has(tag)) pieces.push(" ");
    breaks = breaksAfter(tag, breaks);
  }
  return tidy(pieces.join(""));
}

/** The end of one line and the start of the next are one break; only `<br>` adds a break. */
function breaksAfter(tag: string, breaks: number): number {
  if (tag === "br") return Math.min(breaks + 1, 2);
  if (PARAGRAPHS.has(tag)) return 2;
  return LINES.has(tag) ? Math.max(breaks, 1) : breaks;
}

function tidy(text: string): string {
  const lines = text.split("\n").map((line) => line.replace(/ {2,}/g, " ").trim());
  return lines.join("\n").trim();
}

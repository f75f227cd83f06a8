// HTML → its texts and tags, in one pass from left to right.

export interface HtmlPiece {
  /** The text before the tag, with its entities. */
  readonly text: string;
  /** In lower case; empty at the end of the HTML, and for comments and declarations. */
  readonly tag: string;
  readonly isClosing: boolean;
  /** What stands in the tag behind its name, up to the closing bracket. */
  readonly attributes: string;
}

/** Elements whose content a browser does not show. */
const SILENT: ReadonlySet<string> = new Set(["script", "style", "title", "template"]);

/** As in a browser, a tag, comment or script that is never closed ends the text. */
export function* htmlPieces(html: string): Generator<HtmlPiece> {
  const opener = /<(?:!--|[!?]|\/?([A-Za-z][^\s/>]*))/g;
  let from = 0;
  for (let found = opener.exec(html); found !== null; found = opener.exec(html)) {
    const tag = found[1]?.toLowerCase() ?? "";
    const isClosing = found[0][1] === "/";
    const text = html.slice(from, found.index);
    from = endOfTag(html, opener.lastIndex, found[0]);
    yield { text, tag, isClosing, attributes: html.slice(opener.lastIndex, from - 1) };
    if (SILENT.has(tag) && !isClosing) from = endOfContent(html, from, tag);
    opener.lastIndex = from;
  }
  yield { text: html.slice(from), tag: "", isClosing: false, attributes: "" };
}

/** A search without a match ends the HTML, so that no text is searched twice: the time is linear. */
function endOfTag(html: string, from: number, opener: string): number {
  // The dashes that open a comment can also close it: "<!-->" is a complete comment.
  if (opener === "<!--") return endOf("-->", html, from - 2);
  if (opener === "<!" || opener === "<?") return endOf(">", html, from);
  // A quotation mark only opens a value behind an equals sign: <p don't>.
  const mark = /=\s*(["'])|>/g;
  mark.lastIndex = from;
  for (let found = mark.exec(html); found !== null; found = mark.exec(html)) {
    const [, quote] = found;
    if (quote === undefined) return mark.lastIndex;
    mark.lastIndex = endOf(quote, html, mark.lastIndex);
  }
  return html.length;
}

function endOfContent(html: string, from: number, tag: string): number {
  const closer = new RegExp(`</${tag}(?=[\\s/>])`, "gi");
  closer.lastIndex = from;
  return closer.test(html) ? endOf(">", html, closer.lastIndex) : html.length;
}

function endOf(part: string, html: string, from: number): number {
  const start = html.indexOf(part, from);
  return start === -1 ? html.length : start + part.length;
}

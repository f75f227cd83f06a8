// HTML → its text in lines, with lists, quotes, links and rows of tables.
import { COST } from "../../render/budget.ts";
import type { Frame } from "../../render/frame.ts";
import { decodeEntities } from "./decode-entities.ts";
import { type HtmlPiece, htmlPieces } from "./html-pieces.ts";
import { isInvisible, LineText } from "./line-text.ts";
import { isHidden, readAttribute, readLink } from "./read-attribute.ts";

/** Elements that start and end a line. */
const LINES: ReadonlySet<string> = new Set(
  "address article aside center dd details div dl dt fieldset figcaption figure footer form header li main nav option section summary tr".split(
    " ",
  ),
);

/** Elements with an empty line before and after them. */
const PARAGRAPHS: ReadonlySet<string> = new Set(
  "blockquote h1 h2 h3 h4 h5 h6 hr ol p pre table ul".split(" "),
);

/** Elements that have no end. */
const VOID: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta source track wbr".split(" "),
);

/** Numbers beyond it are no numbers of a list that a person wrote. */
const MAX_START = 100_000;

export function textFromHtml(html: string, { budget }: Frame): string {
  const reader = new HtmlReader();
  for (const piece of htmlPieces(html)) {
    budget.spend(piece.tag === "a" ? COST.htmlLinks : COST.htmlTags);
    reader.add(piece);
  }
  return reader.finish();
}

class HtmlReader {
  readonly #text = new LineText();
  /** The element that is not shown, and how many of the same tag are open in it. */
  #hidden: { readonly tag: string; depth: number } | undefined;
  #link: { readonly url: string; readonly words: string[] } | undefined;
  #preDepth = 0;
  #isAfterPre = false;

  add(piece: HtmlPiece): void {
    if (this.#hidden === undefined) this.#addText(decodeEntities(piece.text));
    const { tag, isClosing } = piece;
    this.#isAfterPre = tag === "pre" && !isClosing;
    if (this.#hidden !== undefined) this.#skip(this.#hidden, piece);
    else if (isClosing) this.#close(tag);
    else if (tag !== "" && isHidden(piece.attributes)) this.#hide(tag);
    else this.#open(tag, piece.attributes);
  }

  finish(): string {
    this.#endLink();
    return this.#text.finish();
  }

  #addText(text: string): void {
    this.#link?.words.push(text);
    // As in a browser, the first line break of a <pre> is none.
    if (this.#preDepth === 0) this.#text.words(text);
    else this.#text.verbatim(this.#isAfterPre ? text.replace(/^\r?\n/, "") : text);
  }

  #hide(tag: string): void {
    if (!VOID.has(tag)) this.#hidden = { tag, depth: 1 };
  }

  #skip(hidden: { readonly tag: string; depth: number }, { tag, isClosing }: HtmlPiece): void {
    if (tag !== hidden.tag) return;
    // A paragraph ends where the next one begins.
    if (isClosing) hidden.depth -= 1;
    else if (tag !== "p") hidden.depth += 1;
    if (hidden.depth === 0) this.#hidden = undefined;
  }

  #open(tag: string, attributes: string): void {
    if (tag === "br") this.#text.addBreak();
    else this.#breakAround(tag);
    if (tag === "a") this.#startLink(attributes);
    else if (tag === "img") this.#addText(readAttribute(attributes, "alt") ?? "");
    else if (tag === "hr") this.#text.words("---");
    else if (tag === "tr") this.#text.openRow();
    else if (tag === "td" || tag === "th") this.#text.openCell();
    else if (tag === "pre") this.#preDepth += 1;
    else if (tag === "blockquote") this.#text.openQuote();
    else if (tag === "li") this.#text.openElement();
    else if (tag === "ul") this.#text.openList(tag, undefined);
    else if (tag === "ol") this.#text.openList(tag, firstNumber(attributes));
    if (tag === "hr") this.#breakAround(tag);
  }

  #close(tag: string): void {
    if (tag === "a") this.#endLink();
    else if (tag === "td" || tag === "th") this.#text.closeCell();
    else if (tag === "pre") this.#preDepth = Math.max(this.#preDepth - 1, 0);
    else if (tag === "blockquote" || tag === "li" || tag === "ul" || tag === "ol") {
      this.#text.close(tag);
    }
    this.#breakAround(tag);
  }

  #breakAround(tag: string): void {
    if (PARAGRAPHS.has(tag)) this.#text.breakLine(2);
    else if (LINES.has(tag)) this.#text.breakLine(1);
  }

  /** A link ends where the next one begins. */
  #startLink(attributes: string): void {
    this.#endLink();
    const url = readLink(attributes);
    if (url !== undefined) this.#link = { url, words: [] };
  }

  /** A link without text is a picture or a mark that nobody sees. */
  #endLink(): void {
    if (this.#link === undefined) return;
    const { url, words } = this.#link;
    const text = words.join("").replace(/\s+/g, " ").trim();
    this.#link = undefined;
    if (!isInvisible(text) && !isSame(text, url)) this.#text.append(` (${url})`);
  }
}

/** Whether the text of a link already says where it leads. */
function isSame(text: string, url: string): boolean {
  return [url, url.replace(/^(?:https?:\/\/|mailto:|tel:)/i, "")].some(
    (shown) => shown === text || shown === `${text}/`,
  );
}

function firstNumber(attributes: string): number {
  const start = Number(readAttribute(attributes, "start") ?? 1);
  return Number.isInteger(start) && start >= 0 && start <= MAX_START ? start : 1;
}

// HTML → text: htmlToText, stripHtml.
import { lazily } from "@hookwright/base";
import { COST } from "../render/budget.ts";
import type { Frame } from "../render/frame.ts";
import type { ValueHelper } from "../render/helper.ts";
import { checkRoom, textFromArgument } from "./arguments.ts";
import { defineHelpers } from "./define-helpers.ts";

export const htmlHelpers: readonly ValueHelper[] = defineHelpers({
  /**
   * `{{stripHtml text}}`: the text of HTML, without the lists, quotes and links that `htmlToText` shows.
   *
   * Paragraphs have an empty line between them; line breaks, list items and table rows start a line. It makes
   * mails readable; it does not make HTML safe for a web page.
   *
   * @example
   * {"html": "<style>p{}</style><p>Hi&nbsp;Ann,</p><p>1 &lt; 2<br>see <a href='x'>here</a></p>"}
   * {{stripHtml html}}
   * → Hi Ann,
   *
   * 1 < 2
   * see here
   */
  stripHtml: {
    arity: [1, 1],
    call: ([value], _hash, frame) => textFromHtml(value, frame, true),
  },

  /**
   * `{{htmlToText text}}`: the text of HTML as a mail program shows it without HTML: with its lists, quotes,
   * links and rows of tables.
   *
   * What a browser does not show is left out: scripts, styles, and what `hidden` or `display: none` hides.
   *
   * @example
   * {"html": "<p>Hi <b>Ann</b>,</p><ol><li>read <a href='https://example.org/a?b=1&amp;c'>the notes</a></li></ol><table><tr><td>Total</td><td>12.00</td></tr></table><blockquote>When?<br>Today?</blockquote>"}
   * {{htmlToText html}}
   * → Hi Ann,
   *
   * 1. read the notes (https://example.org/a?b=1&c)
   *
   * Total | 12.00
   *
   * > When?
   * > Today?
   */
  htmlToText: {
    arity: [1, 1],
    call: ([value], _hash, frame) => textFromHtml(value, frame, false),
  },
});

/** `isPlain`: the words and breaks of lines alone. */
function textFromHtml(value: unknown, frame: Frame, isPlain: boolean): string {
  const html = textFromArgument(value, frame);
  const { budget } = frame.run;
  budget.spend(html.length * COST.codedCharacters);
  const reader = new HtmlReader(isPlain);
  for (const piece of htmlPieces(html)) {
    budget.spend(piece.tag === "a" && !isPlain ? COST.htmlLinks : COST.htmlTags);
    reader.add(piece);
  }
  const text = reader.finish();
  checkRoom(text.length, frame);
  return text;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Elements with an empty line before and after them. */
const PARAGRAPHS = setOf("blockquote h1 h2 h3 h4 h5 h6 hr ol p pre table ul");

/** Elements that start and end a line. */
const LINES = setOf(
  "address article aside center dd details div dl dt fieldset figcaption figure footer form header li main nav option section summary tr",
);

/** Elements that have no end. */
const VOID = setOf("area base br col embed hr img input link meta source track wbr");

/** A larger number is not the start of a list that a person wrote. */
const MAX_START = 100_000;

class HtmlReader {
  readonly #text = new LineText();
  /** The element that is not shown, and how many of the same tag are open in it. */
  #hidden: { readonly tag: string; depth: number } | undefined;
  #link: { readonly url: string; readonly words: string[] } | undefined;
  #preDepth = 0;
  #isAfterPre = false;
  readonly #isPlain: boolean;

  constructor(isPlain: boolean) {
    this.#isPlain = isPlain;
  }

  add(piece: HtmlPiece): void {
    if (this.#hidden === undefined) this.#addText(decodeEntities(piece.text));
    const { tag, isClosing } = piece;
    this.#isAfterPre = tag === "pre" && !isClosing;
    if (this.#isPlain) this.#breakAt(tag);
    else if (this.#hidden !== undefined) this.#skip(this.#hidden, piece);
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
    // As in a browser, the first line break in a <pre> is dropped.
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

  #breakAt(tag: string): void {
    // Cells are separated even where the HTML has no space between them.
    if (tag === "td" || tag === "th") this.#text.words(" ");
    else if (tag === "br") this.#text.addBreak();
    else this.#breakAround(tag);
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

  /** A link without text is an image or a tracking pixel. */
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

/** What each line of a quote or of an element of a list begins with. */
interface Level {
  readonly tag: string;
  /** Of the next line; of an element of a list the first line has its mark. */
  prefix: string;
  readonly nextPrefix: string;
  /** Of a list: the number of its next element; undefined if they have none. */
  number: number | undefined;
  /** Whether a line has begun in it. */
  isStarted: boolean;
}

/** A mail that is quoted deeper is not indented further. The text has at most this much more than the HTML. */
const MAX_LEVELS = 16;

const LISTS = setOf("ul ol");

/** Words, breaks and levels of lists and quotes → lines of text. */
class LineText {
  readonly #pieces: string[] = [];
  readonly #levels: Level[] = [];
  /** Levels that were too many, by their tags. */
  readonly #ignored = new Map<string, number>();
  /** Line breaks before the next word. */
  #breaks = 0;
  /** What separates the next word from the last one of its line. */
  #gap = "";
  #isEmpty = true;
  /** Lines since the row of a table began. */
  #rowLines = 0;
  /** Whether a cell has no word yet: what breaks lines in it does not. */
  #isCellStart = false;

  /** White space is one space, as in a browser. */
  words(text: string): void {
    if (text === "") return;
    const isSeen = !isInvisible(text);
    if (/^\s/.test(text)) this.#space(" ");
    if (isSeen) this.#write(text.trim().replace(/\s+/g, " "));
    if (/\s$/.test(text)) this.#space(" ");
  }

  /** White space as it is. */
  verbatim(text: string): void {
    for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
      if (index > 0) this.#breaks += 1;
      if (line !== "") this.#write(line);
    }
  }

  /** After the last word, on its line. */
  append(text: string): void {
    this.#pieces.push(text);
  }

  /** The end of one line and the start of the next are one break. */
  breakLine(count: number): void {
    if (this.#isCellStart) return;
    const isInElement = this.#levels.some(({ tag }) => tag === "li");
    this.#breaks = Math.max(this.#breaks, isInElement ? 1 : count);
  }

  /** One empty line at most, however many there are. */
  addBreak(): void {
    this.#breaks = Math.max(this.#breaks, Math.min(this.#breaks + 1, 2));
  }

  openRow(): void {
    this.#isCellStart = false;
    this.breakLine(1);
    this.#rowLines = 0;
  }

  /** Cells of one line each share it. */
  openCell(): void {
    if (this.#rowLines === 1) this.#breaks = 0;
    if (this.#rowLines > 0) this.#space(" | ");
    this.#isCellStart = true;
  }

  closeCell(): void {
    this.#isCellStart = false;
    if (this.#rowLines === 1) this.#breaks = 0;
  }

  openQuote(): void {
    this.#open("blockquote", "> ", "> ");
  }

  openList(tag: string, number: number | undefined): void {
    this.#open(tag, "", "", number);
  }

  /** An element ends where the next one begins. */
  openElement(): void {
    const at = this.#levels.findLastIndex(({ tag }) => LISTS.has(tag) || tag === "li");
    if (this.#levels[at]?.tag === "li") this.#levels.length = at;
    const list = this.#levels.findLast(({ tag }) => LISTS.has(tag));
    const prefix = list?.number === undefined ? "- " : `${list.number}. `;
    if (list?.number !== undefined) list.number += 1;
    this.#open("li", prefix, " ".repeat(prefix.length));
  }

  close(tag: string): void {
    const ignored = this.#ignored.get(tag) ?? 0;
    if (ignored > 0) {
      this.#ignored.set(tag, ignored - 1);
      return;
    }
    const at = this.#levels.findLastIndex((level) => level.tag === tag);
    if (at !== -1) this.#levels.length = at;
  }

  finish(): string {
    return this.#pieces.join("");
  }

  #open(tag: string, prefix: string, nextPrefix: string, number?: number): void {
    if (this.#levels.length < MAX_LEVELS) {
      this.#levels.push({ tag, prefix, nextPrefix, number, isStarted: false });
    } else this.#ignored.set(tag, (this.#ignored.get(tag) ?? 0) + 1);
  }

  #space(gap: string): void {
    if (this.#gap.length < gap.length) this.#gap = gap;
  }

  #write(text: string): void {
    if (this.#isEmpty || this.#breaks > 0) this.#startLine();
    else this.#pieces.push(this.#gap);
    this.#pieces.push(text);
    this.#isEmpty = false;
    this.#isCellStart = false;
    this.#breaks = 0;
    this.#gap = "";
  }

  #startLine(): void {
    this.#rowLines += 1;
    // An empty line between two lines of a quote belongs to it.
    const quotes = this.#levels.filter(({ tag, isStarted }) => tag === "blockquote" && isStarted);
    const empty = `${"> ".repeat(quotes.length).trimEnd()}\n`;
    if (!this.#isEmpty) this.#pieces.push("\n", empty.repeat(Math.max(this.#breaks - 1, 0)));
    for (const level of this.#levels) {
      this.#pieces.push(level.prefix);
      level.prefix = level.nextPrefix;
      level.isStarted = true;
    }
  }
}

/** Mails fill the line that a list of mails shows with characters that are not seen. */
function isInvisible(text: string): boolean {
  return /^[\u034f\s\u00ad\u200b-\u200d\u2060\ufeff]*$/.test(text);
}

interface HtmlPiece {
  /** The text before the tag, with its entities. */
  readonly text: string;
  /** In lower case; empty at the end of the HTML, and for comments and declarations. */
  readonly tag: string;
  readonly isClosing: boolean;
  /** The text of the tag after its name, up to the closing bracket. */
  readonly attributes: string;
}

/** Elements whose content a browser does not show. */
const SILENT = setOf("script style title template");

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

const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** The first of that name, as in a browser; its entities are decoded. */
function readAttribute(attributes: string, name: string): string | undefined {
  for (const [, found = "", double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    if (found.toLowerCase() === name) return decodeEntities(double ?? single ?? bare ?? "");
  }
  return undefined;
}

/** Mails hide a text that their list of mails shows, and senders what only a program is to read. */
function isHidden(attributes: string): boolean {
  // Most tags have neither, so their attributes need not be read.
  if (!/hidden|display/i.test(attributes)) return false;
  if (readAttribute(attributes, "hidden") !== undefined) return true;
  const style = readAttribute(attributes, "style") ?? "";
  return /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}

/** Schemes that a link may have; a link without one stays as it is. */
const SCHEMES = setOf("http https mailto tel sms ftp");

/** Where a link leads; undefined if it leads nowhere outside of the text, or runs code. */
function readLink(attributes: string): string | undefined {
  // As browsers do, which also find "java\nscript:".
  const url = (readAttribute(attributes, "href") ?? "").replace(/[\s\p{Cc}]+/gu, "");
  if (url === "" || url.startsWith("#")) return undefined;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1];
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase()) ? url : undefined;
}

/** In the order of Latin-1, from 160 on. */
const LATIN_1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/** Entities that mails and web editors write besides those of Latin-1. */
const COMMON: readonly (readonly [name: string, character: string])[] = [
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["ndash", "–"],
  ["mdash", "—"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["sbquo", "‚"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["bdquo", "„"],
  ["lsaquo", "‹"],
  ["rsaquo", "›"],
  ["hellip", "…"],
  ["bull", "•"],
  ["euro", "€"],
  ["trade", "™"],
  ["larr", "←"],
  ["rarr", "→"],
  ["minus", "−"],
  ["ensp", "\u2002"],
  ["emsp", "\u2003"],
  ["thinsp", "\u2009"],
  ["zwnj", "\u200c"],
  ["zwj", "\u200d"],
];

const NAMED = lazily(
  (): ReadonlyMap<string, string> =>
    new Map([
      ...LATIN_1.split(" ").map((name, index) => [name, String.fromCharCode(160 + index)] as const),
      ...COMMON,
    ]),
);

/** Every part has a bounded length, so that a text without semicolons takes linear time. */
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,7}));/g;

/** A text with HTML entities → the characters that they mean; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(
    ENTITY,
    (entity: string, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return NAMED().get(name) ?? entity;
      if (decimal !== undefined) return characterFromCode(Number(decimal));
      return characterFromCode(Number.parseInt(hexadecimal as string, 16));
    },
  );
}

/** As in browsers, a number that is not a character gives the replacement character. */
function characterFromCode(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || code > 0x10_ffff || isSurrogate ? "\ufffd" : String.fromCodePoint(code);
}

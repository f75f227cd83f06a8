// Words, breaks and levels of lists and quotes → lines of text.

/** What each line of a quote or of an element of a list begins with. */
interface Level {
  readonly tag: string;
  /** Of the next line; of an element of a list the first line has its mark. */
  prefix: string;
  readonly nextPrefix: string;
  /** Of a list: the number of its next element; undefined where they have none. */
  number: number | undefined;
  /** Whether a line has begun in it. */
  isStarted: boolean;
}

/** A mail that is quoted deeper is not indented further. The text has at most this much more than the HTML. */
const MAX_LEVELS = 16;

const LISTS: ReadonlySet<string> = new Set(["ul", "ol"]);

export class LineText {
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

  /** Behind the last word, on its line. */
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
export function isInvisible(text: string): boolean {
  return /^[\u034f\s\u00ad\u200b-\u200d\u2060\ufeff]*$/.test(text);
}

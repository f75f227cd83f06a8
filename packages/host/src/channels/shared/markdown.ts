// Markdown → a tree of the few nodes that channels can show.

export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "bold" | "italic" | "strike"; readonly children: readonly Inline[] }
  | { readonly kind: "link"; readonly text: string; readonly url: string };

/** Blocks follow each other by one line break; a blank line is a paragraph without children. */
export type Block =
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "heading" | "paragraph" | "quote"; readonly children: readonly Inline[] };

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;

const LANGUAGE = /^[ \t]*([\w+#.-]{1,40})/;

const HEADING = /^ {0,3}#{1,6}[ \t]+(.*)$/;

const QUOTE = /^ {0,3}> ?(.*)$/;

const BULLET = /^([ \t]*)[-*+][ \t]+(?=\S)/;

const NUMBER = /^[ \t]*\d{1,9}[.)][ \t]+\S/;

/**
 * A part of CommonMark: fenced code, headings, quotes, bullets, code spans, emphasis, strikethrough and
 * links. The rest stays as it is written. A bullet becomes `•`, which is not markup on any platform.
 */
export function parseMarkdown(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split("\n");
  let open: { kind: "paragraph" | "quote"; lines: string[] } | undefined;
  const close = (): void => {
    if (open !== undefined)
      blocks.push({ kind: open.kind, children: parseInline(open.lines.join("\n")) });
    open = undefined;
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const fence = FENCE.exec(line);
    if (fence !== null) {
      close();
      const [, marker = "", info = ""] = fence;
      const language = LANGUAGE.exec(info)?.[1] ?? "";
      const end = findFenceEnd(lines, index + 1, marker);
      blocks.push({ kind: "code", language, text: lines.slice(index + 1, end).join("\n") });
      index = end;
      continue;
    }
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) {
      close();
      blocks.push({ kind: "heading", children: parseInline(heading.trim().replace(/ #+$/, "")) });
      continue;
    }
    const quoted = QUOTE.exec(line)?.[1];
    const kind = quoted === undefined ? "paragraph" : "quote";
    // Emphasis ends with its paragraph or list item.
    if (open?.kind !== kind || startsParagraph(line)) close();
    open ??= { kind, lines: [] };
    open.lines.push(quoted ?? line.replace(BULLET, "$1• "));
    if (line.trim() === "") close();
  }
  close();
  return blocks;
}

/** The index of the closing fence; the number of lines where it is missing. */
function findFenceEnd(lines: readonly string[], start: number, marker: string): number {
  const closing = new RegExp(`^ {0,3}${marker[0]}{${marker.length},}[ \\t]*$`);
  const length = lines.slice(start).findIndex((line) => closing.test(line));
  return length === -1 ? lines.length : start + length;
}

function startsParagraph(line: string): boolean {
  return line.trim() === "" || BULLET.test(line) || NUMBER.test(line);
}

/** A run of `*`, `_` or `~` that may be closed, with what came since. */
interface Frame {
  readonly mark: string;
  count: number;
  children: Inline[];
}

/** More levels of emphasis than anyone writes; renderers are recursive. */
const MAX_DEPTH = 16;

/** The text of a paragraph → its spans: emphasis, code, links. */
function parseInline(text: string): readonly Inline[] {
  const frames: Frame[] = [{ mark: "", count: 0, children: [] }];
  let index = 0;
  while (index < text.length) {
    const run = readRun(text, index);
    if (run !== undefined) {
      const rest = run.canClose ? closeFrames(frames, run.mark, run.count) : run.count;
      if (rest > 0 && run.canOpen && frames.length < MAX_DEPTH) {
        frames.push({ mark: run.mark, count: rest, children: [] });
      } else addText(frames, run.mark.repeat(rest));
      index += run.count;
      continue;
    }
    const span = readSpan(text, index);
    if (span.node.kind === "text") addText(frames, span.node.text);
    else last(frames).children.push(span.node);
    index = span.end;
  }
  while (frames.length > 1) dissolve(frames);
  return last(frames).children;
}

/** Closes as many of `count` marks as there are open ones, and returns how many are left. */
function closeFrames(frames: Frame[], mark: string, count: number): number {
  let left = count;
  while (left > 0 && frames.some((frame) => frame.mark === mark)) {
    // What opened later and never closed is text.
    while (last(frames).mark !== mark) dissolve(frames);
    const frame = last(frames);
    const used = left >= 2 && frame.count >= 2 ? 2 : 1;
    frame.children = [{ kind: kindOf(mark, used), children: frame.children }];
    frame.count -= used;
    left -= used;
    if (frame.count === 0) {
      frames.pop();
      last(frames).children.push(...frame.children);
    }
  }
  return left;
}

function kindOf(mark: string, used: number): "bold" | "italic" | "strike" {
  if (mark === "~") return "strike";
  return used === 2 ? "bold" : "italic";
}

/** The innermost frame becomes the text of its marks and its children. */
function dissolve(frames: Frame[]): void {
  const frame = frames.pop();
  if (frame === undefined) return;
  addText(frames, frame.mark.repeat(frame.count));
  for (const child of frame.children) {
    if (child.kind === "text") addText(frames, child.text);
    else last(frames).children.push(child);
  }
}

/** Text stays in one piece, because renderers look for names in it. */
function addText(frames: readonly Frame[], text: string): void {
  if (text === "") return;
  const { children } = last(frames);
  const before = children.at(-1);
  if (before?.kind !== "text") children.push({ kind: "text", text });
  else children[children.length - 1] = { kind: "text", text: before.text + text };
}

function last(frames: readonly Frame[]): Frame {
  return frames.at(-1) as Frame;
}

interface Run {
  readonly mark: string;
  readonly count: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

const RUN = /\*+|_+|~+/y;

const SPACE = /^\s?$/;

const PUNCTUATION = /[\p{P}\p{S}]/u;

/** CommonMark's rule of flanking: `2 * 3`, `snake_case` and `a ~ b` hold no emphasis. */
function readRun(text: string, index: number): Run | undefined {
  RUN.lastIndex = index;
  const run = RUN.exec(text)?.[0];
  if (run === undefined) return undefined;
  const [mark = ""] = run;
  const before = text.slice(Math.max(0, index - 1), index);
  const after = text.charAt(index + run.length);
  const opens = flanks(after, before);
  const closes = flanks(before, after);
  const isWord = mark === "_" && opens && closes;
  // One `~` is an ordinary character, as in "~5 minutes".
  const isMark = mark !== "~" || run.length === 2;
  return {
    mark,
    count: run.length,
    canOpen: isMark && opens && (!isWord || PUNCTUATION.test(before)),
    canClose: isMark && closes && (!isWord || PUNCTUATION.test(after)),
  };
}

function flanks(inner: string, outer: string): boolean {
  if (SPACE.test(inner)) return false;
  return !PUNCTUATION.test(inner) || SPACE.test(outer) || PUNCTUATION.test(outer);
}

interface SpanRead {
  readonly node: Extract<Inline, { readonly text: string }>;
  readonly end: number;
}

const LINK =
  /!?\[([^[\]\n]{0,500})\]\(<?([^\s<>()]{1,2000}(?:\([^\s<>()]{0,200}\)[^\s<>()]{0,500})?)>?(?:[ \t]+"[^"\n]{0,500}")?\)/y;

const AUTOLINK = /<(https?:\/\/[^\s<>]{1,2000})>/y;

const ESCAPE = /\\([!-/:-@[-`{-~])/y;

const TICKS = /`+/y;

/** Up to the next character that may begin something. */
const PLAIN = /[^\\`![<*_~]+/y;

/** A position in a paragraph → what begins there besides emphasis: code, a link, an escape, or text. */
function readSpan(text: string, index: number): SpanRead {
  const escaped = match(ESCAPE, text, index);
  if (escaped !== undefined) return plain(escaped[1] ?? "", escaped[0], index);
  const [ticks] = match(TICKS, text, index) ?? [];
  if (ticks !== undefined) return readCode(text, index, ticks);
  const link = match(LINK, text, index);
  if (link !== undefined) return readLink(link, index);
  const autolink = match(AUTOLINK, text, index);
  if (autolink !== undefined) return readLink([autolink[0], "", autolink[1] ?? ""], index);
  const [words = text.charAt(index)] = match(PLAIN, text, index) ?? [];
  return plain(words, words, index);
}

function match(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}

function plain(text: string, source: string, index: number): SpanRead {
  return { node: { kind: "text", text }, end: index + source.length };
}

/** Code ends with as many backticks as it began with. */
function readCode(text: string, index: number, ticks: string): SpanRead {
  const start = index + ticks.length;
  let end = text.indexOf(ticks, start);
  while (end !== -1 && text[end + ticks.length] === "`") {
    let next = end;
    while (text[next] === "`") next++;
    end = text.indexOf(ticks, next);
  }
  if (end === -1) return plain(ticks, ticks, index);
  const code = text.slice(start, end).replaceAll("\n", " ");
  const inner = /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code;
  return { node: { kind: "code", text: inner }, end: end + ticks.length };
}

/** Platforms open other kinds of addresses in apps, or name a user by them. */
const SAFE_URL = /^(?:https?:\/\/|mailto:)/i;

function readLink([source = "", label = "", url = ""]: readonly string[], index: number): SpanRead {
  const end = index + source.length;
  if (!SAFE_URL.test(url)) return plain(source, source, index);
  const text = label.trim().replace(/^[*_`]+|[*_`]+$/g, "");
  return { node: { kind: "link", text: text === "" ? url : text, url }, end };
}

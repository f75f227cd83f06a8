// Template source → its tags, in order. Follows the lexer of Handlebars in what counts as a tag.
import { positionToText, TemplateSyntaxError } from "./syntax-error.ts";

export type TagKind =
  | "comment"
  | "raw"
  | "open"
  | "inverse"
  | "close"
  | "else"
  | "partial"
  | "value";

export interface Tag {
  readonly kind: TagKind;
  /** Offsets of the whole tag, braces included. */
  readonly start: number;
  readonly end: number;
  /** Offsets of the expression inside: no braces, no sigil, no whitespace control. */
  readonly innerStart: number;
  readonly innerEnd: number;
  readonly inner: string;
}

export function scanTags(source: string): readonly Tag[] {
  const tags: Tag[] = [];
  let from = 0;
  for (;;) {
    const start = source.indexOf("{{", from);
    if (start === -1) return tags;
    if (isEscaped(source, start)) {
      from = start + 2;
      continue;
    }
    const tag = scanTag(source, start);
    tags.push(tag);
    from = tag.end;
  }
}

/** `\{{` is literal text, `\\{{` is a backslash before a tag. */
function isEscaped(source: string, start: number): boolean {
  return source[start - 1] === "\\" && source[start - 2] !== "\\";
}

function scanTag(source: string, start: number): Tag {
  if (source.startsWith("{{{{", start)) return scanRawBlock(source, start);
  const afterBraces = source[start + 2] === "~" ? start + 3 : start + 2;
  if (source[afterBraces] === "!") return scanComment(source, start, afterBraces);
  const triple = source[afterBraces] === "{";
  const sigil = triple
    ? "{"
    : (/^(?:#[>*]?|[/^>&*])/.exec(source.slice(afterBraces, afterBraces + 2))?.[0] ?? "");
  const innerStart = afterBraces + sigil.length;
  const closeAt = findClose(source, start, innerStart);
  const controlled = source[closeAt - 1] === "~" && closeAt > innerStart;
  const innerEnd = controlled && !triple ? closeAt - 1 : closeAt;
  const end = triple ? endOfTriple(source, start, closeAt) : closeAt + 2;
  const inner = source.slice(innerStart, innerEnd);
  return {
    kind: kindOfTag(sigil, inner),
    start,
    end,
    innerStart,
    innerEnd,
    inner,
  };
}

function kindOfTag(sigil: string, inner: string): TagKind {
  switch (sigil[0]) {
    case "#":
      return "open";
    case "/":
      return "close";
    case ">":
      return "partial";
    case "^":
      return inner.trim() === "" ? "else" : "inverse";
    case undefined:
      return /^\s*else(?:\s|$)/.test(inner) ? "else" : "value";
    default:
      return "value";
  }
}

/** The first `}}` outside of strings and `[…]` segments. */
function findClose(source: string, tagStart: number, from: number): number {
  let at = from;
  while (at < source.length) {
    const char = source[at];
    if (char === "}" && source[at + 1] === "}") return at;
    if (char === "{" && source[at + 1] === "{") break;
    if (char === '"' || char === "'") at = endOfString(source, at, char);
    else if (char === "[") at = endOfSegment(source, at);
    else at++;
  }
  throw new TemplateSyntaxError(
    `expression opened at ${positionToText(source, tagStart)} is never closed`,
    tagStart,
    { code: "template_unclosed", hint: 'Add "}}", or write "\\{{" for the braces themselves.' },
  );
}

function endOfString(source: string, start: number, quote: string): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === "\\" && source[at + 1] === quote) at++;
    else if (source[at] === quote) return at + 1;
  }
  return source.length;
}

function endOfSegment(source: string, start: number): number {
  const end = source.indexOf("]", start);
  return end === -1 ? source.length : end + 1;
}

function endOfTriple(source: string, start: number, closeAt: number): number {
  const close = /^\}~?\}\}|^~?\}\}\}/.exec(source.slice(closeAt, closeAt + 4));
  if (close !== null) return closeAt + close[0].length;
  throw new TemplateSyntaxError(
    `"{{{" at ${positionToText(source, start)} is closed by "}}"`,
    start,
    {
      code: "template_unclosed",
      hint: 'Close it with "}}}", or put a space after the first brace.',
    },
  );
}

function scanComment(source: string, start: number, bangAt: number): Tag {
  const long = source.startsWith("!--", bangAt);
  const close = long ? /--~?\}\}/g : /\}\}/g;
  close.lastIndex = long ? bangAt + 3 : bangAt;
  const found = close.exec(source);
  if (found === null) {
    throw new TemplateSyntaxError(
      `comment opened at ${positionToText(source, start)} is never closed`,
      start,
      { code: "template_unclosed", hint: long ? 'Add "--}}".' : 'Add "}}".' },
    );
  }
  return plainTag("comment", start, found.index + found[0].length);
}

/** A raw block is one tag as a whole: nothing inside it is looked at. */
function scanRawBlock(source: string, start: number): Tag {
  const name = /^\s*([^\s}]+)/.exec(source.slice(start + 4))?.[1] ?? "";
  const close = `{{{{/${name}}}}}`;
  const closeAt = source.indexOf(close, start + 4);
  if (closeAt === -1) {
    throw new TemplateSyntaxError(
      `raw block "${name}" opened at ${positionToText(source, start)} is never closed`,
      start,
      { code: "template_unclosed", hint: `Add "${close}".` },
    );
  }
  return plainTag("raw", start, closeAt + close.length);
}

function plainTag(kind: TagKind, start: number, end: number): Tag {
  return { kind, start, end, innerStart: start, innerEnd: start, inner: "" };
}

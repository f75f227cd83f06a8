// The offset of opening braces → the whole tag, or a TemplateSyntaxError.
import { BRACKET_STEP } from "@hookwright/base";
import { scanComment, scanRawBlock } from "./scan-verbatim.ts";
import type { Tag, TagKind } from "./tag.ts";
import { positionToText, TemplateSyntaxError } from "./template-problem.ts";

export function scanTag(source: string, start: number): Tag {
  if (source.startsWith("{{{{", start)) return scanRawBlock(source, start);
  const afterBraces = source[start + 2] === "~" ? start + 3 : start + 2;
  if (source[afterBraces] === "!") return scanComment(source, start, afterBraces);
  const sigil = readSigil(source.slice(afterBraces, afterBraces + 2));
  const innerStart = afterBraces + sigil.length;
  const close = findClose(source, { start, innerStart, isTriple: sigil === "{" });
  const inner = source.slice(innerStart, close.start);
  return {
    type: "Tag",
    kind: kindOfTag(sigil, inner),
    sigil,
    start,
    end: close.end,
    innerStart,
    inner,
    trimsBefore: source[start + 2] === "~",
    trimsAfter: source[close.end - 3] === "~",
  };
}

const NAME = new RegExp(String.raw`^\s*("[^"]*"|'[^']*'|(?:${BRACKET_STEP}|[^\s["'])*)`);

/** The name that the closing tag has to repeat, as it is written. A text in quotes is a name by itself. */
export function nameOfBlock(inner: string): string {
  return NAME.exec(inner)?.[1] as string;
}

/** `if` may be closed as `"if"` and as `[if]`: a name is what it stands for. */
export function isSameName(one: string, other: string): boolean {
  return plainName(one) === plainName(other);
}

function plainName(name: string): string {
  return (
    /^(?:"([^"]*)"|'([^']*)'|\[([^\]]*)\])$/
      .exec(name)
      ?.slice(1)
      .find((text) => text !== undefined) ?? name
  );
}

function readSigil(text: string): string {
  return /^(?:#[>*]?|[/^>&*{])/.exec(text)?.[0] ?? "";
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
      return /^\s*else\b/.test(inner) ? "else" : "value";
    default:
      return "value";
  }
}

interface OpenedTag {
  readonly start: number;
  readonly innerStart: number;
  /** Whether three braces opened it. */
  readonly isTriple: boolean;
}

/** Offsets of the closing braces, whitespace control included. */
interface Close {
  readonly start: number;
  readonly end: number;
}

/** The first closing braces outside of strings and `[…]` segments. */
function findClose(source: string, opened: OpenedTag): Close {
  const close = opened.isTriple ? /\}~?\}\}/y : /~?\}\}/y;
  let at = opened.innerStart;
  while (at < source.length) {
    const char = source[at];
    if (char === "}" || char === "~") {
      close.lastIndex = at;
      if (close.test(source)) return { start: at, end: close.lastIndex };
      if (source.startsWith("}}", at)) throw closedByTwo(source, opened);
    }
    if (char === "{" && source[at + 1] === "{") break;
    at = skipOne(source, at);
  }
  throw neverClosed(source, opened);
}

const BRACKETED = new RegExp(BRACKET_STEP, "y");

/** One character, or the string or segment that begins with it. */
function skipOne(source: string, at: number): number {
  const char = source[at];
  if (char === '"' || char === "'") return endOfString(source, at, char);
  if (char !== "[") return at + 1;
  BRACKETED.lastIndex = at;
  return BRACKETED.test(source) ? BRACKETED.lastIndex : source.length;
}

function endOfString(source: string, start: number, quote: string): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === "\\" && source[at + 1] === quote) at++;
    else if (source[at] === quote) return at + 1;
  }
  return source.length;
}

function neverClosed(source: string, { start }: OpenedTag): TemplateSyntaxError {
  const message = `expression opened at ${positionToText(source, start)} is never closed`;
  return new TemplateSyntaxError(message, start, {
    code: "template_unclosed",
    hint: 'Add "}}", or write "\\{{" for the braces themselves.',
  });
}

function closedByTwo(source: string, { start }: OpenedTag): TemplateSyntaxError {
  const message = `"{{{" at ${positionToText(source, start)} is closed by "}}"`;
  return new TemplateSyntaxError(message, start, {
    code: "template_unclosed",
    hint: 'Close it with "}}}", or put a space after the first brace.',
  });
}

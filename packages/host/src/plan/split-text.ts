// A long text → parts that a channel takes, cut where a reader expects it.
import { isPairAt } from "./text.ts";

/** A longer text is a file, not a message. */
export const MAX_PARTS = 20;

/** How a text is split. */
export interface SplitOptions {
  /** Longest part, in the unit that `measure` counts. */
  readonly limit: number;
  /** Length of a text; a longer text is never shorter. Default: UTF-16 code units. */
  readonly measure?: ((text: string) => number) | undefined;
  /** The end of the last part, for characters that are not sent. */
  readonly tail: (missing: number) => string;
}

/** A fence of code that is open where a text is cut. */
interface OpenFence {
  /** The line that opens it again. */
  readonly line: string;
  readonly marker: string;
}

interface Room {
  readonly limit: number;
  readonly measure: (text: string) => number;
}

/**
 * Cuts a text into at most 20 parts: at a blank line, else at a line, a sentence, a space, else anywhere but within
 * a character. A block of code that is cut is closed and opened again. The host does this by `limit` and `measure`
 * of a channel.
 *
 * @example
 * ```ts
 * splitText("First.\n\nSecond.", { limit: 10, tail: (missing) => `[${missing} more]` }); // ["First.", "Second."]
 * ```
 */
export function splitText(text: string, options: SplitOptions): readonly string[] {
  const { limit, measure = (part: string) => part.length, tail } = options;
  const parts: string[] = [];
  let rest = trimLines(text);
  let fence: OpenFence | undefined;
  while (rest !== "") {
    const head: string = fence === undefined ? "" : `${fence.line}\n`;
    if (measure(head + rest) <= limit) return [...parts, head + rest];
    const isLast = parts.length === MAX_PARTS - 1;
    const end = isLast ? `\n\n${tail(rest.length)}` : "";
    const cut = cutPart(withoutDeepIndent(rest, limit), { head, end, limit, measure });
    fence = cut.fence;
    rest = cut.rest;
    if (isLast) return [...parts, `${cut.part}\n\n${tail(rest.length)}`];
    parts.push(cut.part);
  }
  return parts;
}

interface Cut {
  readonly part: string;
  /** What the next part begins with. */
  readonly rest: string;
  readonly fence: OpenFence | undefined;
}

function cutPart(
  rest: string,
  { head, end, limit, measure }: Room & { readonly head: string; readonly end: string },
): Cut {
  // The first try leaves no room for the end of a fence; the second does, where one is open.
  let close = "";
  for (;;) {
    const fixed = (body: string): string => head + body + close + end;
    const longest = longestPrefix(rest, { limit, measure: (body) => measure(fixed(body)) });
    const at = findCut(rest, longest);
    const body = rest.slice(0, at).trimEnd();
    const fence = openFenceOf(head + body);
    const needed = fence === undefined ? "" : `\n${fence.marker}`;
    if (needed.length <= close.length) {
      return { part: head + body + needed, rest: rest.slice(skipCutStart(rest, at)), fence };
    }
    close = needed;
  }
}

/** An indentation may fill a part by itself. */
function withoutDeepIndent(text: string, limit: number): string {
  return text.search(/\S/) > limit / 4 ? text.trimStart() : text;
}

/** The most UTF-16 units of a text that fit; at least one character, so that there is an end. */
function longestPrefix(text: string, { limit, measure }: Room): number {
  let low = 0;
  // No unit counts more than four UTF-16 units as one.
  let high = Math.min(text.length, limit * 4);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(text.slice(0, middle)) <= limit) low = middle;
    else high = middle - 1;
  }
  return Math.max(low, 1);
}

const SENTENCE_END = /[.!?…。！？](?=\s)/g;
const SPACE = /\s/;

/** At a blank line, else a line, a sentence, a space, else between two characters. */
function findCut(text: string, longest: number): number {
  const first = text.search(/\S/);
  // A blank line near the beginning would make a message of a few words.
  const early = Math.max(first, longest / 2);
  const window = text.slice(0, longest + 1);
  const sentence = [...window.matchAll(SENTENCE_END)].at(-1);
  const wanted = [
    ...[window.lastIndexOf("\n\n"), window.lastIndexOf("\n")],
    sentence === undefined ? -1 : sentence.index + 1,
  ].find((index) => index > early);
  const space = wanted ?? lastSpace(window);
  return alignToCharacter(text, space > first ? space : longest);
}

function lastSpace(window: string): number {
  let at = window.length - 1;
  while (at > 0 && !SPACE.test(window.charAt(at))) at -= 1;
  return at;
}

/** The last boundary between graphemes; inside of one that is longer than a part, of code points. */
function alignToCharacter(text: string, index: number): number {
  const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  // What follows the next character cannot join the two around the cut.
  const segments = segmenter.segment(text.slice(0, index + 2));
  const boundary = segments.containing(index)?.index ?? index;
  // The character after a backslash would begin the next part, and be markup there.
  const slashes = /\\*$/.exec(text.slice(0, boundary))?.[0].length ?? 0;
  if (slashes % 2 === 1 && boundary > 1) return boundary - 1;
  if (boundary > 0) return boundary;
  if (!isPairAt(text, index)) return index;
  return index === 1 ? 2 : index - 1;
}

/** White space at a cut goes, but for the indentation of the next line. */
function skipCutStart(text: string, from: number): number {
  let at = from;
  while (at < text.length && SPACE.test(text.charAt(at))) at += 1;
  const line = text.lastIndexOf("\n", at - 1) + 1;
  return line > from ? line : at;
}

/** Without blank lines before, and white space behind. */
function trimLines(text: string): string {
  const trimmed = `\n${text.trimEnd()}`;
  return trimmed.slice(skipCutStart(trimmed, 0));
}

const FENCE = /^[ \t]*(`{3,10}|~{3,10})(.*)$/;
const MAX_FENCE_LINE_CHARACTERS = 40;

function openFenceOf(text: string): OpenFence | undefined {
  let open: OpenFence | undefined;
  for (const line of text.split("\n")) {
    const [, marker, info = ""] = FENCE.exec(line) ?? [];
    if (marker === undefined) continue;
    if (open !== undefined) open = isEnd(open, marker, info) ? undefined : open;
    else if (marker.startsWith("~") || !info.includes("`")) {
      open = { line: line.length > MAX_FENCE_LINE_CHARACTERS ? marker : line.trimEnd(), marker };
    }
  }
  return open;
}

function isEnd(open: OpenFence, marker: string, info: string): boolean {
  return marker.startsWith(open.marker) && info.trim() === "";
}

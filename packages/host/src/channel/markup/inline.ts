// The text of a paragraph → its spans: emphasis, code, links.
import type { Inline } from "./nodes.ts";
import { readSpan } from "./read-span.ts";

/** A run of `*`, `_` or `~` that may be closed, with what came since. */
interface Frame {
  readonly mark: string;
  count: number;
  children: Inline[];
}

/** More levels of emphasis than anyone writes; renderers are recursive. */
const MAX_DEPTH = 16;

export function parseInline(text: string): readonly Inline[] {
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

// The tags of a template that are to be rewritten → what an author corrects at once: a tag, or a whole block.
import type { ForeignPiece } from "./scan-pieces.ts";

/** A piece of a template that is not written in our language. */
export interface ForeignConstruct {
  /** Offsets in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** What to write in its place; undefined where we have no words for it. */
  readonly text: string | undefined;
  /** Whether the text comes near, and may render something else: a person decides. */
  readonly isGuess?: boolean;
  /** Whether it stands in the text, and not in double braces. */
  readonly isText: boolean;
}

/** A block whose tags only make sense when they are all rewritten. */
export type WholeBlock = Omit<ForeignConstruct, "text" | "isGuess">;

/** `blocks` are not within each other, and in order, as `edits` are. */
export function joinEdits(
  source: string,
  edits: readonly ForeignConstruct[],
  blocks: readonly WholeBlock[],
): readonly ForeignConstruct[] {
  const single = edits.filter((edit) => !blocks.some((block) => contains(block, edit)));
  const whole = blocks.map((block) => {
    const inner = edits.filter((edit) => contains(block, edit));
    // A block of which one tag stays as it was makes sense in neither language.
    const isKnown = inner.every(({ text }) => text !== undefined);
    const isGuess = inner.some((edit) => edit.isGuess === true);
    return { ...block, text: isKnown ? rewrite(source, inner, block) : undefined, isGuess };
  });
  return [...single, ...whole].toSorted((one, other) => one.start - other.start);
}

function rewrite(source: string, edits: readonly ForeignConstruct[], block: WholeBlock): string {
  let text = "";
  let at = block.start;
  for (const edit of edits) {
    text += source.slice(at, edit.start) + (edit.text as string);
    at = edit.end;
  }
  return text + source.slice(at, block.end);
}

function contains(outer: WholeBlock, inner: WholeBlock): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

export function writeTag({ trimsBefore, trimsAfter }: ForeignPiece, inner: string): string {
  return `{{${trimsBefore ? "~" : ""}${inner}${trimsAfter ? "~" : ""}}}`;
}

/** The white space around the tags goes where it went around the one tag. */
export function withTrims({ trimsBefore, trimsAfter }: ForeignPiece, text: string): string {
  const before = trimsBefore ? text.replace(/^\{\{/, "{{~") : text;
  return trimsAfter ? before.replace(/\}\}$/, "~}}") : before;
}

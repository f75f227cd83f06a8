// The start of a comment or a raw block → the whole of it as one tag: nothing inside is looked at.

import type { Tag } from "./tag.ts";
import { positionToText, TemplateSyntaxError } from "./template-problem.ts";

export function scanComment(source: string, start: number, bangAt: number): Tag {
  const isLong = source.startsWith("!--", bangAt);
  const close = isLong ? /--~?\}\}/g : /\}\}/g;
  // The dashes that open a comment can close it: "{{!--}}" is a whole one.
  close.lastIndex = bangAt + 1;
  if (close.exec(source) !== null) {
    const end = close.lastIndex;
    return {
      ...VERBATIM,
      kind: "comment",
      start,
      end,
      innerStart: start,
      inner: "",
      trimsBefore: source[start + 2] === "~",
      trimsAfter: source[end - 3] === "~",
    };
  }
  const message = `comment opened at ${positionToText(source, start)} is never closed`;
  const hint = isLong ? 'Add "--}}".' : 'Add "}}".';
  throw new TemplateSyntaxError(message, start, { code: "template_unclosed", hint });
}

export function scanRawBlock(source: string, start: number): Tag {
  const innerStart = start + 4;
  const headerEnd = source.indexOf("}}}}", innerStart);
  const inner = source.slice(innerStart, headerEnd === -1 ? undefined : headerEnd);
  const name = /^\s*([^\s}]*)/.exec(inner)?.[1] as string;
  const close = headerEnd === -1 ? undefined : findRawClose(source, headerEnd);
  if (close === undefined) throw rawNeverClosed(source, start, name);
  if (close.name !== name) throw rawMismatch(source, start, { name, close });
  return { ...VERBATIM, kind: "raw", start, end: close.end, innerStart, inner };
}

const VERBATIM = { type: "Tag", sigil: "", trimsBefore: false, trimsAfter: false } as const;

/** What stands in a raw block, in the pieces that whitespace control looks at one by one. */
export function rawPieces(source: string, { innerStart, inner, end }: Tag): readonly string[] {
  const bodyStart = innerStart + inner.length + 4;
  const bodyEnd = source.lastIndexOf("{{{{/", end - 1);
  const pieces = source.slice(bodyStart, bodyEnd).split(RAW_EDGE);
  return pieces.filter((piece) => piece !== "");
}

const RAW_EDGE = /(\{\{\{\{(?:\/[^\s{}]*\}\}\}\}|(?!\/)))/;

interface RawClose {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Raw blocks nest, whatever their names; only the outermost pair is compared. */
function findRawClose(source: string, from: number): RawClose | undefined {
  const edge = /\{\{\{\{(?:\/([^\s{}]*)\}\}\}\}|(?!\/))/g;
  edge.lastIndex = from;
  let depth = 1;
  for (let found = edge.exec(source); found !== null; found = edge.exec(source)) {
    const [, name] = found;
    depth += name === undefined ? 1 : -1;
    if (name !== undefined && depth === 0) return { name, start: found.index, end: edge.lastIndex };
  }
  return undefined;
}

function rawNeverClosed(source: string, start: number, name: string): TemplateSyntaxError {
  const at = positionToText(source, start);
  const message = `raw block "${name}" opened at ${at} is never closed`;
  const hint = `Add "{{{{/${name}}}}}".`;
  return new TemplateSyntaxError(message, start, { code: "template_unclosed", hint });
}

function rawMismatch(
  source: string,
  start: number,
  { name, close }: { readonly name: string; readonly close: RawClose },
): TemplateSyntaxError {
  const openedAt = positionToText(source, start);
  const closedAt = positionToText(source, close.start);
  const message = `raw block "${name}" opened at ${openedAt} is closed by "{{{{/${close.name}}}}}" at ${closedAt}`;
  return new TemplateSyntaxError(message, close.start, {
    code: "template_block_mismatch",
    hint: `Write "{{{{/${name}}}}}".`,
  });
}

// The offset of a mistake in a template → the end of the tag, or of the word within a tag, that begins there.

export function findEndOfSpan(source: string, start: number): number {
  if (source.startsWith("{{", start)) return endOfTag(source, start);
  if (source[start] === "(") return endOfCall(source, start);
  WORD.lastIndex = start;
  const word = WORD.exec(source)?.[0] ?? "";
  return Math.min(start + Math.max(word.length, 1), source.length);
}

/** A string, or a path and its `[…]` segments. */
const WORD = /"(?:\\"|[^"])*"?|'(?:\\'|[^'])*'?|(?:\[[^\]]*\]|[^\s(){}|="'])+/y;

/** Braces, strings and segments, or any other character. */
const PIECE = /~?\}{2,}|\{\{|"(?:\\"|[^"])*"|'(?:\\'|[^'])*'|\[[^\]]*\]|[\s\S]/g;

/** A tag that is never closed ends with its line, or where the next one begins. */
function endOfTag(source: string, start: number): number {
  const braces = /^\{+/.exec(source.slice(start, start + 4)) as RegExpExecArray;
  const opened = braces[0].length;
  PIECE.lastIndex = start + opened;
  for (let piece = PIECE.exec(source); piece !== null; piece = PIECE.exec(source)) {
    const [text] = piece;
    if (text === "{{") return trimmedEnd(source, start, piece.index);
    if (text.endsWith("}}")) {
      const tilde = text.startsWith("~") ? 1 : 0;
      return piece.index + tilde + Math.min(opened, text.length - tilde);
    }
  }
  return trimmedEnd(source, start, source.length);
}

function trimmedEnd(source: string, start: number, end: number): number {
  const [line = ""] = source.slice(start, end).split(/[\r\n]/, 1);
  return start + line.trimEnd().length;
}

function endOfCall(source: string, start: number): number {
  let depth = 0;
  PIECE.lastIndex = start;
  for (let piece = PIECE.exec(source); piece !== null; piece = PIECE.exec(source)) {
    const [text] = piece;
    if (text === "(") depth += 1;
    else if (text === ")") depth -= 1;
    else if (text.endsWith("}}")) return piece.index;
    if (depth === 0) return piece.index + 1;
  }
  return source.length;
}

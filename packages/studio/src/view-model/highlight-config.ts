// The text of a config → its lines as pieces with classes, for the layer under the editor's text.

export interface Piece {
  readonly text: string;
  readonly kind?: "comment" | "key" | "expression" | "focused";
}

/** A range of the text that is drawn as focused. */
export type Focus = readonly [start: number, end: number] | undefined;

const COMMENT = /(?<=^|\s)(?:#|\/\/).*$/;
const KEY = /^(\s*(?:- )*)(["']?[\w$.*-]+["']?)(?=\s*:(?:\s|$))/;
const EXPRESSION = /\{\{[\s\S]*?\}\}/g;

/** Long lines are drawn without colors: a pattern over a megabyte would hold up the page. */
const MAX_COLORED_CHARACTERS = 2_000;

/** Each key makes a line that is not needed again. */
const MAX_KNOWN_LINES = 20_000;

/** Lines that `known` has are the same lists as before, so that who draws them can leave them alone. */
export function highlightConfig(
  text: string,
  focus: Focus,
  known: Map<string, readonly Piece[]> = new Map(),
): readonly (readonly Piece[])[] {
  let start = 0;
  if (known.size > MAX_KNOWN_LINES) known.clear();
  return text.split("\n").map((line) => {
    const pieces = known.get(line) ?? piecesOf(line);
    known.set(line, pieces);
    const from = start;
    start += line.length + 1;
    return focus === undefined || focus[1] <= from || focus[0] > from + line.length
      ? pieces
      : withFocus(pieces, focus[0] - from, focus[1] - from);
  });
}

function piecesOf(line: string): readonly Piece[] {
  if (line.length > MAX_COLORED_CHARACTERS) return [{ text: line }];
  const comment = COMMENT.exec(line);
  // A "#" or "//" within a template is text: https://…
  const end =
    comment === null || /["'{]/.test(line.slice(0, comment.index)) ? line.length : comment.index;
  const code = line.slice(0, end);
  const key = KEY.exec(code);
  const pieces: Piece[] = [];
  let at = 0;
  if (key !== null) {
    const [whole = "", indent = "", name = ""] = key;
    pieces.push({ text: indent }, { text: name, kind: "key" });
    at = whole.length;
  }
  for (const match of code.slice(at).matchAll(EXPRESSION)) {
    const from = match.index + (key?.[0].length ?? 0);
    pieces.push({ text: code.slice(at, from) }, { text: match[0], kind: "expression" });
    at = from + match[0].length;
  }
  pieces.push({ text: code.slice(at) });
  if (end < line.length) pieces.push({ text: line.slice(end), kind: "comment" });
  return pieces.filter(({ text }) => text !== "");
}

/** Splits the pieces at the focused range of their line. */
function withFocus(pieces: readonly Piece[], start: number, end: number): readonly Piece[] {
  let at = 0;
  return pieces.flatMap((piece) => {
    const from = at;
    at += piece.text.length;
    const [low, high] = [Math.max(start, from) - from, Math.min(end, at) - from];
    if (low >= high) return [piece];
    return [
      { ...piece, text: piece.text.slice(0, low) },
      { text: piece.text.slice(low, high), kind: "focused" as const },
      { ...piece, text: piece.text.slice(high) },
    ].filter(({ text }) => text !== "");
  });
}

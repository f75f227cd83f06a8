// Any text → its JSON5 tokens. Never fails.

export interface Json5Token {
  readonly kind: "bracket" | "mark" | "string" | "word" | "comment" | "other";
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** False for a string or comment that is not closed. */
  readonly isClosed: boolean;
}

const TOKEN =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>"(?:\\[\s\S]|[^"\\])*"?|'(?:\\[\s\S]|[^'\\])*'?)|(?<bracket>[{}[\]])|(?<mark>[,:])|(?<word>[\p{L}\p{N}_$+.\\-]+)|(?<other>\S)/gu;

/**
 * Yields one token at a time, so that a caller can stop at the first unclosed string: each of those is searched to
 * the end of the text.
 */
export function* scanJson5(source: string): Generator<Json5Token> {
  for (let end = 0; ; ) {
    TOKEN.lastIndex = end;
    const match = TOKEN.exec(source);
    if (match === null) return;
    const token = toToken(match, source);
    yield token;
    end = token.end;
  }
}

function toToken(
  { 0: text, index: start, groups = {} }: RegExpExecArray,
  source: string,
): Json5Token {
  const [kind] = Object.entries(groups).find(([, found]) => found !== undefined) as [
    Json5Token["kind"],
    string,
  ];
  const end = start + text.length;
  if (kind === "string" && !isWholeString(text, source.slice(end, end + 100))) {
    const [line = ""] = text.split(/\r?\n/, 1);
    return { kind, text: line, start, end: start + line.length, isClosed: false };
  }
  const isClosed = !text.startsWith("/*") || (text.length > 3 && text.endsWith("*/"));
  return { kind, text, start, end, isClosed };
}

/** A string of several lines may also be an unclosed one that reaches to the start of the next string. */
function isWholeString(text: string, rest: string): boolean {
  const isClosed = text.length > 1 && text.at(-1) === text[0] && !isEscaped(text, text.length - 1);
  if (!isClosed) return false;
  const hasLineEnd = /[^\\]\r?\n/.test(text);
  return !hasLineEnd || /^\s*(?:[,}\]:]|$)/.test(rest);
}

/** After an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === "\\") start--;
  return (at - start) % 2 === 1;
}

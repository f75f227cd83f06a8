// The inside of a tag → its tokens; undefined where a character belongs to no language that we know.

export interface ForeignToken {
  readonly kind: "text" | "number" | "name" | "sign" | "end";
  /** Of a text without its quotation marks. */
  readonly text: string;
  /** Offsets within the inside of the tag. */
  readonly start: number;
  readonly end: number;
  /** Whether white space precedes it: `a .b` is two paths in Go, and `a.b` is one. */
  readonly isApart: boolean;
}

const TOKEN =
  /(\s*)(?:("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`)|(\d+(?:\.\d+)?)|([@$]?[A-Za-z_\u00a1-\uffff][\w\u00a1-\uffff]*(?:-[\w\u00a1-\uffff]+)*|\$)|((?:\.\.\/)+|[!=]==|[!=<>]=|<>|:=|&&|\|\||\?\?|\?\.|[-+*/%<>=!|?:,.()[\]~]))/y;

/** Nobody writes longer expressions by hand. */
const MAX_TOKENS = 200;

export function scanTokens(inner: string): readonly ForeignToken[] | undefined {
  const tokens: ForeignToken[] = [];
  const text = inner.trimEnd();
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null || tokens.length === MAX_TOKENS) return undefined;
    const [, space = "", quoted, number, name, sign = ""] = found;
    const isApart = space !== "" || at === 0;
    const place = { start: at + space.length, end: TOKEN.lastIndex, isApart };
    if (quoted !== undefined) tokens.push({ kind: "text", text: unescapeText(quoted), ...place });
    else if (number !== undefined) tokens.push({ kind: "number", text: number, ...place });
    else if (name !== undefined) tokens.push({ kind: "name", text: name, ...place });
    else tokens.push({ kind: "sign", text: sign, ...place });
    at = TOKEN.lastIndex;
  }
  tokens.push({ kind: "end", text: "", start: at, end: at, isApart: true });
  return tokens;
}

/** Other languages write a line break as `\n`; our texts have no escapes. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\\n", "\n"],
  ["\\t", "\t"],
  ['\\"', '"'],
  ["\\'", "'"],
]);

function unescapeText(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\./g, (pair) => ESCAPES.get(pair) ?? pair);
}

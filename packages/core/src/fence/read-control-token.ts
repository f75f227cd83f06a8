// A text and a position in it → whether a control token of a chat template begins there.
import { CONTROL_TOKENS, MAX_NAME_CHARACTERS } from "./control-tokens.ts";
import { type Cursor, widthOf } from "./cursor.ts";
import { countLetters, signsLike } from "./look-alikes.ts";

/** The tokens behind each opening, by the first character of their rest. */
const RESTS: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> = new Map(
  ["<<", "<", "[", "]"].map((opening) => [opening, restsOf(opening)]),
);

function restsOf(opening: string): ReadonlyMap<string, readonly string[]> {
  const rests = CONTROL_TOKENS.filter((token) => openingOf(token) === opening).map((token) =>
    token.slice(opening.length),
  );
  const initials = new Set(rests.map((rest) => rest.charAt(0)));
  return new Map(
    [...initials].map((initial) => [initial, rests.filter((rest) => rest.startsWith(initial))]),
  );
}

function openingOf(token: string): string {
  return token.startsWith("<<") ? "<<" : token.charAt(0);
}

/** On success it moves the cursor behind the token. */
export function readControlToken(cursor: Cursor): boolean {
  const start = cursor.at;
  const signs = signsLike(cursor.text.codePointAt(start) as number);
  const openings = signs.startsWith("<") ? ["<<", "<"] : [signs];
  return openings.some((opening) => {
    cursor.at = start;
    if (!readSpelled(cursor, opening)) return false;
    return readNameToPipe(cursor, opening) || readRest(cursor, opening);
  });
}

/** What follows an opening: an optional slash, and the rest of a token. */
function readRest(cursor: Cursor, opening: string): boolean {
  readSpelled(cursor, "/");
  const { at } = cursor;
  const code = cursor.text.codePointAt(at);
  const rests = RESTS.get(opening);
  if (code === undefined || rests === undefined) return false;
  const initials = code > 0x7f ? rests.values() : [rests.get(initialOf(code)) ?? []];
  for (const candidates of initials) {
    for (const rest of candidates) {
      if (readSpelled(cursor, rest)) return true;
    }
  }
  return false;
}

function initialOf(code: number): string {
  return String.fromCharCode(code).toLowerCase();
}

/** Letter by letter and sign by sign. */
export function readSpelled(cursor: Cursor, spelled: string): boolean {
  const { at } = cursor;
  for (let read = 0; read < spelled.length; ) {
    const code = cursor.text.codePointAt(cursor.at);
    const count = code === undefined ? 0 : countSpelled(code, spelled.slice(read));
    if (count === 0) {
      cursor.at = at;
      return false;
    }
    cursor.at += widthOf(code as number);
    read += count;
  }
  return true;
}

/**
 * ASCII characters, also of full width, only count as themselves: `<e05>` is an error code, not a token. "⋘" may count as
 * fewer brackets than it shows.
 */
function countSpelled(code: number, rest: string): number {
  const isFullWidth = code >= 0xff01 && code <= 0xff5e;
  if (isFullWidth || code <= 0x7f) {
    return initialOf(isFullWidth ? code - 0xfee0 : code) === rest.charAt(0) ? 1 : 0;
  }
  const signs = signsLike(code);
  return signs === "" ? countLetters(code, rest) : countCommon(signs, rest);
}

function countCommon(signs: string, rest: string): number {
  let count = 0;
  while (count < signs.length && signs[count] === rest[count]) count++;
  return count;
}

/** `|`, a name, and `|>`; or, behind `<|`, letters and `>`, as Gemma has it. */
function readNameToPipe(cursor: Cursor, opening: string): boolean {
  const start = cursor.at;
  const close = opening === "<" ? ">" : "]";
  if (opening === "<<" || opening === "]" || !readSpelled(cursor, "|")) return false;
  let isWord = opening === "<";
  let isPipe = false;
  for (let length = 0; length <= MAX_NAME_CHARACTERS + 1; length++) {
    const code = cursor.text.codePointAt(cursor.at);
    if (code === undefined) break;
    cursor.at += widthOf(code);
    const signs = signsLike(code);
    if (signs.startsWith(close) && (isPipe ? length >= 2 : length >= 1 && isWord)) return true;
    if (isOutsideOfNames(code)) break;
    isPipe = signs === "|";
    isWord &&= WORD.test(String.fromCodePoint(code));
  }
  cursor.at = start;
  return false;
}

const WORD = /[\p{L}\p{N}\p{Pc}▁/:.-]/u;

/** Line ends, `<`, `>`, `[` and `]`. The notes in place of tokens have brackets, so they are in no name. */
function isOutsideOfNames(code: number): boolean {
  return code === 0x0a || "<>[]＜＞".includes(String.fromCodePoint(code));
}

// A text and a position in it → whether a control token of a chat template begins there.
import { type Cursor, MAX_INVISIBLE_RUN, skipInvisible, widthOf } from "./cursor.ts";
import { countLetters, isInvisible, signsLike } from "./look-alikes.ts";

/** The rest of a token behind its opening and an optional slash: tokens that mark turns and roles. */
const TOKENS: readonly { readonly opening: string; readonly rests: readonly string[] }[] = [
  { opening: "[", rests: ["inst]"] },
  { opening: "<<", rests: ["sys>>"] },
  {
    opening: "<",
    rests: ["start_of_turn>", "end_of_turn>", "bos>", "eos>", "pad>", "unk>"],
  },
];

/** The longest name between the pipes of `<|…|>`. */
const MAX_NAME_CHARACTERS = 64;

/** On success it moves the cursor behind the token. */
export function readControlToken(cursor: Cursor): boolean {
  const start = cursor.at;
  if (!isOpening(cursor.text.codePointAt(start) as number)) return false;
  if (readSpelled(cursor, "<|") && readNameToPipe(cursor)) return true;
  return TOKENS.some(({ opening, rests }) => {
    cursor.at = start;
    if (!readSpelled(cursor, opening)) return false;
    skipSlash(cursor);
    const { at } = cursor;
    const next = cursor.text.codePointAt(at);
    // A letter must follow: this check costs one step for each bracket of a long run.
    if (next === undefined || signsLike(next) !== "") return false;
    return rests.some((rest) => {
      cursor.at = at;
      return readSpelled(cursor, rest);
    });
  });
}

function isOpening(code: number): boolean {
  const signs = signsLike(code);
  return signs === "[" || signs.startsWith("<");
}

/** Skips an optional slash, and invisible characters before and after it. */
function skipSlash(cursor: Cursor): void {
  const { at } = cursor;
  skipInvisible(cursor);
  if (!readSpelled(cursor, "/")) cursor.at = at;
  skipInvisible(cursor);
}

/** Letter by letter and sign by sign, with invisible characters between them. */
function readSpelled(cursor: Cursor, spelled: string): boolean {
  for (let read = 0; read < spelled.length; ) {
    if (read > 0) skipInvisible(cursor);
    const code = cursor.text.codePointAt(cursor.at);
    if (code === undefined) return false;
    const count = countSpelled(code, spelled.slice(read));
    if (count === 0) return false;
    cursor.at += widthOf(code);
    read += count;
  }
  return true;
}

/**
 * ASCII letters and digits only count as themselves: `<e05>` is an error code, not a token. "⋘" may
 * count as fewer brackets than it shows.
 */
function countSpelled(code: number, rest: string): number {
  const signs = signsLike(code);
  if (signs !== "") return countCommon(signs, rest);
  if (code > 0x7f) return countLetters(code, rest);
  return String.fromCharCode(code).toLowerCase() === rest.charAt(0) ? 1 : 0;
}

function countCommon(signs: string, rest: string): number {
  let count = 0;
  while (count < signs.length && signs[count] === rest[count]) count++;
  return count;
}

/** What follows `<|`: a name of 1 to 64 characters, and `|>`. */
function readNameToPipe(cursor: Cursor): boolean {
  let length = 0;
  let sincePipe = Number.POSITIVE_INFINITY;
  while (length <= MAX_NAME_CHARACTERS + 1 + MAX_INVISIBLE_RUN) {
    const code = cursor.text.codePointAt(cursor.at);
    if (code === undefined || code === 0x0a) return false;
    cursor.at += widthOf(code);
    const signs = signsLike(code);
    const nameLength = length - 1 - sincePipe;
    if (signs.startsWith(">") && sincePipe <= MAX_INVISIBLE_RUN && nameLength >= 1) {
      return nameLength <= MAX_NAME_CHARACTERS;
    }
    if (isPlainBracket(code)) return false;
    if (signs === "|") sincePipe = 0;
    else sincePipe = isInvisible(code) ? sincePipe + 1 : Number.POSITIVE_INFINITY;
    length++;
  }
  return false;
}

/** `<`, `>` and their full-width forms, which no name contains. */
function isPlainBracket(code: number): boolean {
  return code === 0x3c || code === 0x3e || code === 0xff1c || code === 0xff1e;
}

// A text and a position in it → whether a control token of a chat template, or the label of a role, begins there.
import { lazily } from "@hookwright/base";
import { CONTROL_TOKENS, MAX_NAME_CHARACTERS, ROLE_LABELS } from "./control-tokens.ts";
import { type Cursor, initialOf, readSpelled, widthOf } from "./cursor.ts";
import { signsLike } from "./look-alikes.ts";

/** The tokens behind each opening, by the first character of their rest. */
const RESTS = lazily(
  (): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> =>
    new Map(["<<", "<", "[", "]"].map((opening) => [opening, restsOf(opening)])),
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
  const rests = RESTS().get(opening);
  if (code === undefined || rests === undefined) return false;
  const initials = code > 0x7f ? rests.values() : [rests.get(initialOf(code)) ?? []];
  for (const candidates of initials) {
    for (const rest of candidates) {
      if (readSpelled(cursor, rest)) return true;
    }
  }
  return false;
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

/** The colon and its look-alikes. */
const COLONS = ":：︓﹕∶ː꞉";

/** On success it moves the cursor behind the colon. */
export function readRoleLabel(cursor: Cursor): boolean {
  return ROLE_LABELS.some((label) => {
    const start = cursor.at;
    if (readSpelled(cursor, label)) {
      while (cursor.text.charAt(cursor.at) === " ") cursor.at++;
      const colon = cursor.text.charAt(cursor.at++);
      if (colon !== "" && COLONS.includes(colon)) return true;
    }
    cursor.at = start;
    return false;
  });
}

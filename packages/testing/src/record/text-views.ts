// A text → the same without encodings or without line breaks, and the position of each character.
//
// A secret that an encoding or an invisible character splits does not have the shape of a secret.
import { isOddText } from "./random-text.ts";

/** A decoded text. Its character at `index` is from `starts[index]` to `ends[index]` of the original. */
export interface TextView {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** A text that was encoded more often is not fully decoded. */
const MAX_ROUNDS = 4;

/** Escapes of JSON, JavaScript, URLs, HTML and shells, and invisible characters. `=` and a line break is quoted-printable. */
const UNITS = [
  "%[\\dA-Fa-f]{2}",
  "\\\\(?:u[\\dA-Fa-f]{4}|u\\{[\\dA-Fa-f]{1,6}\\}|x[\\dA-Fa-f]{2}|[\\\\/\"'nrt]|\\r?\\n)",
  "&(?:#\\d{1,7}|#[xX][\\dA-Fa-f]{1,6}|amp|lt|gt|quot|apos|nbsp|equals|colon|commat|sol|lowbar|period);",
  "=\\r?\\n",
  "<wbr ?/?>",
  "[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f\\p{Cf}\\p{Default_Ignorable_Code_Point}]",
];

const UNIT = new RegExp(UNITS.join("|"), "gu");

const QUOTED_UNIT = new RegExp([...UNITS, "=[\\dA-F]{2}"].join("|"), "gu");

const IS_QUOTED_PRINTABLE = /=(?:\r?\n|3D)/;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\\n", "\n"],
  ["\\r", "\r"],
  ["\\t", "\t"],
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&apos;", "'"],
  ["&nbsp;", " "],
  ["&equals;", "="],
  ["&colon;", ":"],
  ["&commat;", "@"],
  ["&sol;", "/"],
  ["&lowbar;", "_"],
  ["&period;", "."],
]);

/** A quick check that most texts do not pass. */
const HAS_UNIT = /[%\\&=<]|[^\n\r\t\x20-\x7e]/;

/** Undefined if nothing is encoded. */
export function readDecoded(text: string): TextView | undefined {
  if (!HAS_UNIT.test(text)) return undefined;
  let view: TextView | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const read = view?.text ?? text;
    const unit = IS_QUOTED_PRINTABLE.test(read) ? QUOTED_UNIT : UNIT;
    const edits = Array.from(read.matchAll(unit)).flatMap(({ 0: written, index }) => {
      const decoded = decodeUnit(written);
      return decoded === written ? [] : [{ start: index, end: index + written.length, decoded }];
    });
    if (edits.length === 0) break;
    view = edit(read, edits, view);
  }
  return view;
}

/** Percent-encoded and quoted-printable bytes beyond ASCII stay encoded, because no secret has them. */
function decodeUnit(written: string): string {
  const known = ESCAPES.get(written);
  if (known !== undefined) return known;
  const hex = /^(?:%|\\[ux]\{?|&#[xX]|=)([\dA-Fa-f]{1,6})[};]?$/.exec(written)?.[1];
  if (hex !== undefined) {
    const code = Number.parseInt(hex, 16);
    const isByte = written.startsWith("%") || written.startsWith("=");
    return isByte && code > 0x7e ? written : characterOf(code, written);
  }
  const decimal = /^&#(\d{1,7});$/.exec(written)?.[1];
  if (decimal !== undefined) return characterOf(Number(decimal), written);
  // The character after a backslash, unless it is a line break, which is removed.
  return /^\\[\\/"']$/.test(written) ? written.slice(1) : "";
}

function characterOf(code: number, written: string): string {
  return code > 0x10_ff_ff ? written : String.fromCodePoint(code);
}

/** A line break between two parts of a token, and the indentation after it. */
const BREAK = /\r?\n[ \t>|]{0,40}/g;

const TOKEN_CHARACTER = /[\w+/.=~:-]/;

const TOKEN_PART = /[\w+/.=~:-]{1,200}/y;

/**
 * The text without the line breaks that may be inside a token; undefined if there are none. A token that is known to
 * begin after a break does not continue the previous line. `"all"` removes every break.
 */
export function readJoined(
  text: string,
  begins: ((index: number) => boolean) | "all",
  within?: TextView,
): TextView | undefined {
  if (!text.includes("\n")) return undefined;
  const edits = Array.from(text.matchAll(BREAK)).flatMap(({ 0: written, index }) => {
    const end = index + written.length;
    if (begins === "all") return [{ start: index, end, decoded: "" }];
    if (!TOKEN_CHARACTER.test(text.charAt(index - 1)) || begins(end)) return [];
    TOKEN_PART.lastIndex = end;
    const part = TOKEN_PART.exec(text)?.[0] ?? "";
    return goesOnToken(part) ? [{ start: index, end, decoded: "" }] : [];
  });
  return edits.length === 0 ? undefined : edit(text, edits, within);
}

/** A word at the beginning of the next line does not continue a token. */
function goesOnToken(part: string): boolean {
  if (/\d/.test(part) && /[A-Za-z]/.test(part)) return true;
  return part.length >= 8 && (/^[\dA-Fa-f]+$/.test(part) || isOddText(part));
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly decoded: string;
}

/** `text` is the text of `within`, if there is one. */
function edit(text: string, edits: readonly Edit[], within: TextView | undefined): TextView {
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  const parts: string[] = [];
  let at = 0;
  let length = 0;
  const add = (from: number, to: number): void => {
    starts[length] = within?.starts[from] ?? from;
    ends[length] = within?.ends[to - 1] ?? to;
    length += 1;
  };
  const copy = (to: number): void => {
    parts.push(text.slice(at, to));
    for (; at < to; at++) add(at, at + 1);
  };
  for (const { start, end, decoded } of edits) {
    copy(start);
    parts.push(decoded);
    Array.from({ length: decoded.length }, () => add(start, end));
    at = end;
  }
  copy(text.length);
  return { text: parts.join(""), starts: starts.subarray(0, length), ends };
}

// A text → what HTML, URLs and JSON spell in it with other characters, and its decoded form.
import { CHARACTERS_BY_C1, CHARACTERS_BY_NAME, STYLED_LETTER } from "./character-references.ts";
import type { Edit } from "./edits.ts";
import { isInvisible } from "./look-alikes.ts";

/** Each sign that begins an escape, with a quick check whether it may stand for an opening. */
const SIGNS = [
  { sign: "&", mayOpen: mayReferToOpening },
  { sign: "%", mayOpen: (text: string, at: number) => OPENING_IN_URL.test(text.slice(at, at + 2)) },
  { sign: "\\", mayOpen: (text: string, at: number) => "uUxX".includes(text.charAt(at)) },
];

/** `%3c`, `%5b`, and `%253c`. */
const OPENING_IN_URL = /^(?:3c|5b|25)/i;

/** Whether an escape in the text may stand for the first sign of a marker or a token. */
export function hasEscapedOpening(text: string): boolean {
  return SIGNS.some(({ sign, mayOpen }) => {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      if (mayOpen(text, at + 1)) return true;
    }
    return false;
  });
}

/** Numbers, and names like `lt`, `lang`, `nlt`, `prec`; behind `&amp;` as well. */
function mayReferToOpening(text: string, from: number): boolean {
  // Most of these signs stand alone.
  if (text.charCodeAt(from) === 0x20) return false;
  let at = from;
  // Not by recursion: a text may have `amp;` a hundred thousand times.
  while (text.startsWith("amp", at)) at += text.charCodeAt(at + 3) === 0x3b ? 4 : 3;
  const code = text.charCodeAt(at) | 0x20;
  if (code === 0x23 || code === 0x6c) return true;
  const next = text.charCodeAt(at + 1) | 0x20;
  if (code === 0x61) return next === 0x6d;
  if (code === 0x6e) return next === 0x6c || next === 0x65;
  return code === 0x70 && next === 0x72;
}

/** `&lt;`, `&#60;`, `&#x3c;`, `&amp;lt;`; `%3c`, `%253c`; `\u003c`, `\u{3c}`, `\x3c`. */
const ESCAPE = new RegExp(
  [
    String.raw`&(?:amp;?|#0{0,9}38;?|#x0{0,9}26;?)*(?:#(\d{1,12});?|#x([\da-f]{1,12});?|`,
    String.raw`([a-z][a-z\d]{1,23});|(lt|gt|amp|nbsp|shy|[lr]aquo))|%(?:25)*([0-7][\da-f])`,
    String.raw`|\\(?:u([\da-f]{4})|u\{([\da-f]{1,8})\}|x([\da-f]{2}))`,
  ].join(""),
  "gi",
);

export function findEscapes(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (const match of text.matchAll(ESCAPE)) {
    const { 0: spelled, index: start } = match;
    const replacement = decode(match);
    if (replacement === undefined) continue;
    edits.push({ start, end: start + spelled.length, replacement });
  }
  return edits;
}

function decode(groups: RegExpExecArray): string | undefined {
  const name = groups[3] ?? groups[4];
  if (name !== undefined) return characterFromName(name.toLowerCase());
  const decimal = groups[1];
  const hexadecimal = groups[2] ?? groups[5] ?? groups[6] ?? groups[7] ?? groups[8];
  return characterFromCode(
    decimal === undefined ? Number.parseInt(hexadecimal as string, 16) : Number(decimal),
  );
}

function characterFromName(name: string): string | undefined {
  return CHARACTERS_BY_NAME.get(name) ?? STYLED_LETTER.exec(name)?.[1];
}

function characterFromCode(code: number): string | undefined {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  return CHARACTERS_BY_C1.get(code) ?? (isInvisible(code) ? "" : String.fromCodePoint(code));
}

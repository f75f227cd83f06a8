// JSON text → the same text in which integers that a double cannot hold stand in quotation marks; and a
// quick look at its bytes that tells whether there can be any.

/** 9,007,199,254,740,993, the least integer that a double cannot hold, has 16 digits. */
const MIN_DIGITS = 16;

const MINUS = 0x2d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BOUNDARIES = unitsOf(",:[]{}");
const NUMBER_STARTS = unitsOf("-0123456789");
const NUMBER_UNITS = unitsOf("-0123456789+.Ee");

/**
 * False where no integer has 16 digits. Every body pays for this, so it looks at one byte in 16, which
 * is enough: so many digits reach over at least one of them. Eight such looks are one turn, because a
 * loop around each would cost half; `| 0` spares engines the question whether a sum is an integer.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: as a function, the turn takes a fifth longer.
export function mayHoldLongInteger(bytes: Uint8Array): boolean {
  const { length } = bytes as { readonly length: number };
  const lastTurn = length - 120;
  let at = MIN_DIGITS - 1;
  while (at < length) {
    if (at < lastTurn) {
      if (isDigit(bytes[at])) at |= 0;
      else if (isDigit(bytes[(at + 16) | 0])) at = (at + 16) | 0;
      else if (isDigit(bytes[(at + 32) | 0])) at = (at + 32) | 0;
      else if (isDigit(bytes[(at + 48) | 0])) at = (at + 48) | 0;
      else if (isDigit(bytes[(at + 64) | 0])) at = (at + 64) | 0;
      else if (isDigit(bytes[(at + 80) | 0])) at = (at + 80) | 0;
      else if (isDigit(bytes[(at + 96) | 0])) at = (at + 96) | 0;
      else if (isDigit(bytes[(at + 112) | 0])) at = (at + 112) | 0;
      else {
        at = (at + 128) | 0;
        continue;
      }
      // Sixteen digits over a byte go on for eight at one of its sides. Most have fewer, and end here.
      if (!isDigit(bytes[(at - 8) | 0]) && !isDigit(bytes[(at + 8) | 0])) {
        at = (at + 16) | 0;
        continue;
      }
    }
    const end = passRun(bytes, at);
    if (end === FOUND) return true;
    // The next run begins behind this one, so that no byte is looked at often.
    at = end + MIN_DIGITS;
  }
  return false;
}

/**
 * One comparison: the digits are 0x30 to 0x39. Never called for what is beyond the end: engines would
 * keep it ready for undefined, too, and it takes a third longer then.
 */
function isDigit(byte: number | undefined): boolean {
  return ((byte as number) ^ 0x30) < 10;
}

const FOUND = -1;

/**
 * The end of the digits at a place, or that they can be a long integer. Ids in quotation marks are
 * frequent, and so are decimals with many digits: those are none.
 */
function passRun(bytes: Uint8Array, at: number): number {
  if (!isDigit(bytes[at])) return at;
  let start = at;
  let end = at + 1;
  while (start > 0 && isDigit(bytes[start - 1])) start -= 1;
  while (end < bytes.length && isDigit(bytes[end])) end += 1;
  if (end - start < MIN_DIGITS) return end;
  const before = bytes[start - 1] === MINUS ? start - 2 : start - 1;
  return isBoundary(bytes[before]) && isBoundary(bytes[end]) ? FOUND : end;
}

/** What stands before or behind a number: the ends of the text, white space, or one of `,:[]{}`. */
function isBoundary(byte: number | undefined): boolean {
  return byte === undefined || byte <= 0x20 || BOUNDARIES.has(byte);
}

/** Whether whatever parsed this number may have changed its last digits. */
export function isUnsafeInteger(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

interface QuotedIntegers {
  readonly text: string;
  /** The integers that were put in quotation marks, in order. */
  readonly integers: readonly string[];
}

/** `text` must be valid JSON. Takes linear time and no stack, whatever the nesting. */
export function quoteLongIntegers(text: string): QuotedIntegers {
  const integers: string[] = [];
  let quoted = "";
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = endOfString(text, at);
    } else if (NUMBER_STARTS.has(unit)) {
      const end = endOfNumber(text, at);
      const token = text.slice(at, end);
      if (isLongInteger(token)) {
        integers.push(token);
        quoted += `${text.slice(copied, at)}"${token}"`;
        copied = end;
      }
      at = end;
    } else {
      at += 1;
    }
  }
  return { text: quoted + text.slice(copied), integers };
}

/** Whether a number of JSON is an integer of which `Number` would change the digits. */
function isLongInteger(token: string): boolean {
  return token.length >= MIN_DIGITS && /^-?\d+$/.test(token) && String(Number(token)) !== token;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

/** Whether an odd number of backslashes stands before it. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (at - start) % 2 === 1;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (NUMBER_UNITS.has(text.charCodeAt(end))) end += 1;
  return end;
}

function unitsOf(characters: string): ReadonlySet<number> {
  return new Set([...characters].map((character) => character.charCodeAt(0)));
}

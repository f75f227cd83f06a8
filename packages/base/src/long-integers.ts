// JSON text → the same text in which numbers that a double cannot hold stand in quotation marks; and a
// quick look at its bytes that tells whether there can be any.

/** 9,007,199,254,740,993, the least integer that a double cannot hold, has 16 digits. */
const MIN_DIGITS = 16;

/** With an exponent of two digits, fewer digits make no number beyond the largest double, about 1.8e308. */
const MANY_DIGITS = 200;

const MINUS = 0x2d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const PLUS = 0x2b;
const SMALL_E = 0x65;
const BOUNDARIES = unitsOf(",:[]{}");
const NUMBER_STARTS = unitsOf("-0123456789");
const NUMBER_UNITS = unitsOf("-0123456789+.Ee");

/** False where no integer has 16 digits, and no number 200 digits before its point or three in its exponent. */
export function mayHoldLongNumber(bytes: Uint8Array): boolean {
  return mayHoldLongDigits(bytes) || mayHoldHugeExponent(bytes);
}

/**
 * False where no integer has 16 digits. Every body pays for this, so it looks at one byte in 16, which
 * is enough: so many digits reach over at least one of them. Eight such looks are one turn, because a
 * loop around each would cost half; `| 0` spares engines the question whether a sum is an integer.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: as a function, the turn takes a fifth longer.
function mayHoldLongDigits(bytes: Uint8Array): boolean {
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
 * The end of the digits at a place, or that they can be a long number. Ids in quotation marks are
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
  // So many digits may make a number too large, whatever follows.
  const isWhole = end - start >= MANY_DIGITS || isBoundary(bytes[end]);
  return isWhole && isBoundary(bytes[before]) ? FOUND : end;
}

/**
 * False where no number has an exponent of three digits, without which none of fewer than 200 digits is beyond a double.
 * Looks at one byte in three: so many digits reach over one of them. Unrolled like the other look, for the same reason.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: as in `mayHoldLongDigits`.
function mayHoldHugeExponent(bytes: Uint8Array): boolean {
  const { length } = bytes as { readonly length: number };
  const lastTurn = length - 24;
  // The least such number is `1e309`, which ends here.
  let at = 4;
  while (at < length) {
    if (at < lastTurn) {
      if (isDigit(bytes[at])) at |= 0;
      else if (isDigit(bytes[(at + 3) | 0])) at = (at + 3) | 0;
      else if (isDigit(bytes[(at + 6) | 0])) at = (at + 6) | 0;
      else if (isDigit(bytes[(at + 9) | 0])) at = (at + 9) | 0;
      else if (isDigit(bytes[(at + 12) | 0])) at = (at + 12) | 0;
      else if (isDigit(bytes[(at + 15) | 0])) at = (at + 15) | 0;
      else if (isDigit(bytes[(at + 18) | 0])) at = (at + 18) | 0;
      else if (isDigit(bytes[(at + 21) | 0])) at = (at + 21) | 0;
      else {
        at = (at + 24) | 0;
        continue;
      }
    }
    if (isDigit(bytes[at]) && isInExponent(bytes, at)) return true;
    at = (at + 3) | 0;
  }
  return false;
}

/** Whether the digit is one of the first three of an exponent. Most are not near an `e`, and end here. */
function isInExponent(bytes: Uint8Array, at: number): boolean {
  return (
    isExponentAt(bytes, at - 1) ||
    isExponentAt(bytes, at - 2) ||
    isExponentAt(bytes, at - 3) ||
    isExponentAt(bytes, at - 4)
  );
}

/** Whether an `e` stands between a digit and three digits, which may have a plus. */
function isExponentAt(bytes: Uint8Array, at: number): boolean {
  if (((bytes[at] as number) | 0x20) !== SMALL_E || at < 1 || !isDigit(bytes[at - 1])) return false;
  const start = bytes[at + 1] === PLUS ? at + 2 : at + 1;
  if (start + 2 >= bytes.length) return false;
  return isDigit(bytes[start]) && isDigit(bytes[start + 1]) && isDigit(bytes[start + 2]);
}

/** What stands before or behind a number: the ends of the text, white space, or one of `,:[]{}`. */
function isBoundary(byte: number | undefined): boolean {
  return byte === undefined || byte <= 0x20 || BOUNDARIES.has(byte);
}

/** Whether whatever parsed this number may have changed its last digits, or all of them. */
export function isUnsafeNumber(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

interface QuotedNumbers {
  readonly text: string;
  /** The numbers that were put in quotation marks, in order. */
  readonly quoted: readonly string[];
}

/** `text` must be valid JSON. Takes linear time and no stack, whatever the nesting. */
export function quoteLongNumbers(text: string): QuotedNumbers {
  const quoted: string[] = [];
  let written = "";
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = endOfString(text, at);
    } else if (NUMBER_STARTS.has(unit)) {
      const end = endOfNumber(text, at);
      const token = text.slice(at, end);
      if (isBeyondDouble(token)) {
        quoted.push(token);
        written += `${text.slice(copied, at)}"${token}"`;
        copied = end;
      }
      at = end;
    } else {
      at += 1;
    }
  }
  return { text: written + text.slice(copied), quoted };
}

/** Whether a number of JSON is an integer of which `Number` would change the digits, or too large for any double. */
export function isBeyondDouble(token: string): boolean {
  return isLongInteger(token) || !Number.isFinite(Number(token));
}

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

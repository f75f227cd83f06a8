// The text of a body → its JSON value. Numbers that a double cannot hold become text.

/** What `parseJson` returns. */
export type ParseJsonResult =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** The numbers that the value has as text, in order: integers and numbers that no double can hold. */
      readonly integersAsText: readonly string[];
    }
  | { readonly ok: false };

const NONE: readonly never[] = [];

/** The same check as `mayHoldLongNumber`, for a text. */
const MAY_HOLD = /\d{16}|\d[eE]\+?\d{3}/;

/**
 * Parses a body as the HTTP gates do: like `JSON.parse`, but an integer whose digits a double would change,
 * such as `820982911946154508`, becomes the text of its digits, and a number that no double can hold, such as
 * `1e999`, the text that was sent. Never throws.
 *
 * `bytes` is the text in UTF-8, if available: bytes are scanned faster than text.
 *
 * @example
 * ```ts
 * const parsed = parseJson('{"id": 820982911946154508}');
 * console.log(parsed.ok && parsed.value); // { id: "820982911946154508" }
 * ```
 */
export function parseJson(text: string, bytes?: Uint8Array): ParseJsonResult {
  try {
    // Parsed first even if long integers follow: quotation marks would turn the invalid `{1: 2}` into valid
    // JSON.
    const value: unknown = JSON.parse(text);
    const mayHold = bytes === undefined ? MAY_HOLD.test(text) : mayHoldLongNumber(bytes);
    if (!mayHold) return { ok: true, value, integersAsText: NONE };
    const { text: written, quoted } = quoteLongNumbers(text);
    if (quoted.length === 0) return { ok: true, value, integersAsText: NONE };
    return { ok: true, value: JSON.parse(written), integersAsText: quoted };
  } catch {
    return { ok: false };
  }
}

/** 9,007,199,254,740,993, the least integer that a double cannot hold, has 16 digits. */
const MIN_DIGITS = 16;

/** With a two-digit exponent, fewer digits cannot exceed the largest double, about 1.8e308. */
const MANY_DIGITS = 200;

const MINUS = 0x2d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const PLUS = 0x2b;
const SMALL_E = 0x65;
const BOUNDARIES = unitsOf(",:[]{}");
const NUMBER_STARTS = unitsOf("-0123456789");
const NUMBER_UNITS = unitsOf("-0123456789+.Ee");

/** False if no integer has 16 digits, and no number has 200 digits before its point or three in its exponent. */
export function mayHoldLongNumber(bytes: Uint8Array): boolean {
  return mayHoldLongDigits(bytes) || mayHoldHugeExponent(bytes);
}

/**
 * False if no integer has 16 digits. Every body pays for this, so only one byte in 16 is checked: 16 digits
 * cover at least one of them. The loop is unrolled eight times, because a turn for each check would cost
 * half; `| 0` tells engines that a sum is an integer.
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
      // Sixteen digits around a byte extend at least eight to one side. Most runs are shorter and end here.
      if (!isDigit(bytes[(at - 8) | 0]) && !isDigit(bytes[(at + 8) | 0])) {
        at = (at + 16) | 0;
        continue;
      }
    }
    const end = passRun(bytes, at);
    if (end === FOUND) return true;
    // The next run begins after this one, so that no byte is checked often.
    at = end + MIN_DIGITS;
  }
  return false;
}

/**
 * One comparison: the digits are 0x30 to 0x39. Never called beyond the end: engines would then compile it for
 * undefined, too, which takes a third longer.
 */
function isDigit(byte: number | undefined): boolean {
  return ((byte as number) ^ 0x30) < 10;
}

const FOUND = -1;

/**
 * The end of the run of digits at a position, or whether it can be a long number. Quoted ids and long
 * fractions are frequent and are not long numbers.
 */
function passRun(bytes: Uint8Array, at: number): number {
  if (!isDigit(bytes[at])) return at;
  let start = at;
  let end = at + 1;
  while (start > 0 && isDigit(bytes[start - 1])) start -= 1;
  while (end < bytes.length && isDigit(bytes[end])) end += 1;
  if (end - start < MIN_DIGITS) return end;
  const before = bytes[start - 1] === MINUS ? start - 2 : start - 1;
  // That many digits may exceed a double, whatever follows.
  const isWhole = end - start >= MANY_DIGITS || isBoundary(bytes[end]);
  return isWhole && isBoundary(bytes[before]) ? FOUND : end;
}

/**
 * False if no number has a three-digit exponent, which a number of fewer than 200 digits needs to exceed a
 * double. Only one byte in three is checked: three digits cover one of them. Unrolled for the same reason as
 * above.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: as in `mayHoldLongDigits`.
function mayHoldHugeExponent(bytes: Uint8Array): boolean {
  const { length } = bytes as { readonly length: number };
  const lastTurn = length - 24;
  // The shortest such number is `1e309`, which ends here.
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

/** Whether the digit is one of the first three of an exponent. Most digits are not near an `e` and end here. */
function isInExponent(bytes: Uint8Array, at: number): boolean {
  return (
    isExponentAt(bytes, at - 1) ||
    isExponentAt(bytes, at - 2) ||
    isExponentAt(bytes, at - 3) ||
    isExponentAt(bytes, at - 4)
  );
}

/** Whether there is an `e` between a digit and three digits, which may have a plus. */
function isExponentAt(bytes: Uint8Array, at: number): boolean {
  if (((bytes[at] as number) | 0x20) !== SMALL_E || at < 1 || !isDigit(bytes[at - 1])) return false;
  const start = bytes[at + 1] === PLUS ? at + 2 : at + 1;
  if (start + 2 >= bytes.length) return false;
  return isDigit(bytes[start]) && isDigit(bytes[start + 1]) && isDigit(bytes[start + 2]);
}

/** Whether the byte can be next to a number: the end of the text, white space, or one of `,:[]{}`. */
function isBoundary(byte: number | undefined): boolean {
  return byte === undefined || byte <= 0x20 || BOUNDARIES.has(byte);
}

/** Whether a parser may have changed the digits of this number. */
export function isUnsafeNumber(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

interface QuotedNumbers {
  readonly text: string;
  /** The quoted numbers, in order. */
  readonly quoted: readonly string[];
}

/** Quotes long numbers in valid JSON. Takes linear time and no stack, for any nesting. */
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

/** Whether a JSON number is an integer whose digits `Number` would change, or too large for any double. */
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

/** Whether an odd number of backslashes precedes it. */
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

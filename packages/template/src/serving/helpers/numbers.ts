// Numbers for people: number, money, percent, bytes, plural.
import { COST } from "../render/budget.ts";
import type {
  CallLiterals,
  Helper,
  HelperCall,
  PrepareResult,
  ValueHelper,
} from "../render/helper.ts";
import { isTruthy, numberFromValue, textFromArgument, wholeNumberWithin } from "./arguments.ts";
import { checkRoom } from "./check-room.ts";
import {
  type Decimal,
  decimalFromExact,
  decimalFromValue,
  digitsFromValue,
  divideExact,
  type ExactNumber,
  exactFromValue,
  findWrongDigits,
  joinDigits,
  multiplyExact,
  roundDecimal,
  roundExact,
  shiftPoint,
  trimZeros,
} from "./decimal.ts";

/** Currencies have up to four digits after the point, cryptographic ones eighteen. */
const MAX_SHIFT_DIGITS = 20;

const writeNumber: HelperCall = ([value], hash, frame) => {
  frame.run.budget.spend(COST.numbers);
  const number = decimalFromValue(value);
  if (number === undefined) return "";
  const shifted = shiftPoint(number, shiftFromValue(hash["shift"]) ?? 0);
  return joinDigits(round(shifted, hash["digits"]), hash, frame);
};

/**
 * `{{number value digits=n shift=n grouping="," decimal="."}}`: a number with separated thousands.
 *
 * With `digits` it has exactly that many digits after the point, at most 20, rounded half away from
 * zero; without `digits` it keeps its own. `shift` first moves the point by that many digits:
 * `shift=-2` converts cents to euros. `grouping=""` does not separate the thousands. A value that is
 * not a number renders as an empty string. A number that is written as a text keeps all of its digits.
 *
 * @example
 * {"amount": 1234567.891, "id": "12345678901234567890"}
 * {{number amount}} | {{number amount digits=2 grouping="." decimal=","}} | {{number id}}
 * → 1,234,567.891 | 1.234.567,89 | 12,345,678,901,234,567,890
 *
 * @example
 * {"price": 1.005, "load": 3}
 * {{number price digits=2}} {{number load digits=1}}
 * → 1.01 3.0
 *
 * @example
 * {"amount": 123450, "currency": "eur"}
 * {{number amount shift=-2 digits=2}} {{upper currency}}
 * → 1,234.50 EUR
 */
const numberHelper: ValueHelper = {
  kind: "value",
  name: "number",
  arity: [1, 1],
  hash: ["digits", "shift", "grouping", "decimal"],
  call: writeNumber,
  prepare: checkLiterals,
};

function checkLiterals({ hash: { digits, shift } }: CallLiterals): PrepareResult {
  const misuse = findWrongDigits(digits);
  if (misuse !== undefined) return misuse;
  if (shift !== undefined && shiftFromValue(shift.value) === undefined) {
    const range = `from -${MAX_SHIFT_DIGITS} to ${MAX_SHIFT_DIGITS}`;
    return { ok: false, problem: `takes a shift that is a whole number ${range}` };
  }
  return { ok: true, call: writeNumber };
}

function shiftFromValue(value: unknown): number | undefined {
  return wholeNumberWithin(value, -MAX_SHIFT_DIGITS, MAX_SHIFT_DIGITS);
}

function round(number: Decimal, digitsValue: unknown): Decimal {
  const digits = digitsFromValue(digitsValue);
  return digits === undefined ? number : roundDecimal(number, digits);
}

/** No code is longer. The text of an event is not converted to upper case as a whole. */
const CODE_LENGTH = 3;

const money: HelperCall = ([value, currencyValue], hash, frame) => {
  frame.run.budget.spend(COST.numbers);
  const amount = decimalFromValue(value);
  if (amount === undefined) return "";
  const currency = textFromArgument(currencyValue, frame).trim();
  const code = currency.length === CODE_LENGTH ? currency.toUpperCase() : currency;
  const digits = digitsFromValue(hash["digits"]) ?? CURRENCY_DIGITS.get(code);
  if (digits === undefined) return asItCame(textFromArgument(value, frame).trim(), currency);
  const { fraction, ...rest } = shiftPoint(amount, -digits);
  // An amount that has fractions of the smallest unit keeps them, and is not rounded in silence.
  const kept = fraction.slice(0, digits) + trimZeros(fraction.slice(digits));
  const text = joinDigits({ ...rest, fraction: kept }, hash, frame);
  checkRoom(text.length + 1 + code.length, frame);
  return code === "" ? text : `${text} ${code}`;
};

function asItCame(amount: string, currency: string): string {
  return currency === "" ? amount : `${amount} ${currency}`;
}

/**
 * `{{money amount currency digits=n grouping="," decimal="."}}`: an amount that counts the smallest
 * unit of a currency, and the code of the currency.
 *
 * How many digits are behind the point comes from ISO 4217: two for most currencies, none for JPY,
 * three for KWD. `digits=2` overrides it, where a provider counts in another way. The amount of an
 * unknown currency is shown as it came. For an amount in whole units write `number`. An amount that
 * is not a number renders as an empty string.
 *
 * @example
 * {"amount": 1999, "currency": "usd", "total": 123456700}
 * {{money amount currency}}, {{money amount "jpy"}}, {{money amount "KWD"}}, {{money total "eur" grouping="." decimal=","}}
 * → 19.99 USD, 1,999 JPY, 1.999 KWD, 1.234.567,00 EUR
 *
 * @example
 * {"price": {"value": 250, "unit": "points"}}
 * {{money price.value price.unit}}
 * → 250 points
 */
const moneyHelper: ValueHelper = {
  kind: "value",
  name: "money",
  arity: [2, 2],
  hash: ["digits", "grouping", "decimal"],
  call: money,
  prepare: ({ hash: { digits } }: CallLiterals): PrepareResult =>
    findWrongDigits(digits) ?? { ok: true, call: money },
};

const HUNDRED = { units: 100n, scale: 0 };

const percent: HelperCall = ([partValue, wholeValue = 1], { digits }, frame) => {
  const part = exactFromValue(partValue, frame);
  const whole = exactFromValue(wholeValue, frame);
  if (part === undefined || whole === undefined) return "";
  const share = divideExact(multiplyExact(part, HUNDRED), whole);
  if (share === undefined) return "";
  const shown = roundDecimal(decimalFromExact(share), digitsFromValue(digits) ?? 0);
  return `${joinDigits(shown, { grouping: "" }, frame)}%`;
};

/**
 * `{{percent part whole digits=0}}`: how much of the whole the part is, in percent.
 *
 * Without a whole, the part is a share of 1. The result has exactly `digits` digits after the point,
 * rounded half away from zero. It renders as an empty string where the whole is zero, or where a
 * value is not a number.
 *
 * @example
 * {"passed": 7, "tests": 8, "ratio": 0.421, "none": 0}
 * {{percent passed tests}} {{percent passed tests digits=1}} {{percent ratio}}{{percent passed none}}
 * → 88% 87.5% 42%
 */
const percentHelper: ValueHelper = {
  kind: "value",
  name: "percent",
  arity: [1, 2],
  hash: ["digits"],
  call: percent,
  prepare: ({ hash: { digits } }: CallLiterals): PrepareResult =>
    findWrongDigits(digits) ?? { ok: true, call: percent },
};

const DECIMAL_UNITS: readonly string[] = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];

const BINARY_UNITS: readonly string[] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

/** More digits say nothing about a size that is to be read. */
const FRACTION_DIGITS = 1;

/**
 * `{{bytes count binary=true}}`: a number of bytes in the largest unit that fits, with at most one
 * digit after the point.
 *
 * Units are powers of 1000: kB, MB, GB, TB, PB, EB. `binary=true` counts in powers of 1024: KiB, MiB
 * and so on. A value that is not a number renders as an empty string.
 *
 * @example
 * {"size": 1500000, "memory": 1572864, "small": 512}
 * {{bytes size}}, {{bytes memory binary=true}}, {{bytes small}}
 * → 1.5 MB, 1.5 MiB, 512 B
 */
const bytesHelper: ValueHelper = {
  kind: "value",
  name: "bytes",
  arity: [1, 1],
  hash: ["binary"],
  call: ([value], { binary }, frame) => {
    const count = exactFromValue(value, frame);
    if (count === undefined) return "";
    return isTruthy(binary)
      ? writeBytes(count, BINARY_UNITS, 1024n)
      : writeBytes(count, DECIMAL_UNITS, 1000n);
  },
};

function writeBytes(count: ExactNumber, units: readonly string[], step: bigint): string {
  let size = 1n;
  let shown = roundTo(count, size);
  let unit = 0;
  // Compared after rounding: 999,999 bytes are 1 MB, and not 1000 kB.
  while (unit < units.length - 1 && isAtLeast(shown, step)) {
    unit += 1;
    size *= step;
    shown = roundTo(count, size);
  }
  const { isNegative, whole, fraction } = decimalFromExact(shown);
  const kept = trimZeros(fraction);
  return `${isNegative ? "-" : ""}${whole}${kept === "" ? "" : `.${kept}`} ${units[unit]}`;
}

function roundTo({ units, scale }: ExactNumber, size: bigint): ExactNumber {
  // One digit more for rounding.
  const kept = FRACTION_DIGITS + 1;
  return roundExact(
    { units: (units * 10n ** BigInt(kept)) / size, scale: scale + kept },
    FRACTION_DIGITS,
  );
}

function isAtLeast({ units, scale }: ExactNumber, least: bigint): boolean {
  const bound = least * 10n ** BigInt(scale);
  return units >= bound || units <= -bound;
}

/**
 * `{{plural count "singular" "plural"}}`: the count and its word, the singular for exactly 1.
 *
 * Without a plural the singular gets an "s". A list counts its elements. A value that is not a
 * number renders as an empty string.
 *
 * @example
 * {"commits": ["a", "b", "c"], "files": 1, "branches": 2}
 * {{plural commits "commit"}}, {{plural files "file"}}, {{plural branches "branch" "branches"}}
 * → 3 commits, 1 file, 2 branches
 */
const pluralHelper: ValueHelper = {
  kind: "value",
  name: "plural",
  arity: [2, 3],
  hash: [],
  call: ([value, ...words], _hash, frame) => {
    const count = Array.isArray(value) ? value.length : numberFromValue(value);
    if (count === undefined) return "";
    const [singular, plural] = words.map((word) => textFromArgument(word, frame));
    return `${count} ${count === 1 ? singular : plural || `${singular}s`}`;
  },
};

/** ISO 4217, list one of 2025, and codes that were withdrawn since 2018, which old payments have. */
const CODES_BY_DIGITS: readonly (readonly [digits: number, codes: string])[] = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
  [
    2,
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD " +
      "CAD CDF CHE CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP " +
      "GEL GHS GIP GMD GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK " +
      "LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK " +
      "NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD " +
      "SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD " +
      "XCG YER ZAR ZMW ZWG ZWL",
  ],
];

/** Codes of metals, funds and tests have no smaller unit by the standard, and are not listed. */
export const CURRENCY_DIGITS: ReadonlyMap<string, number> = new Map(
  CODES_BY_DIGITS.flatMap(([digits, codes]) =>
    codes.split(" ").map((code): [string, number] => [code, digits]),
  ),
);

/** In the order of the docs. */
export const NUMBERS_HELPERS: readonly Helper[] = [
  numberHelper,
  pluralHelper,
  percentHelper,
  bytesHelper,
  moneyHelper,
];

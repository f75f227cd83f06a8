// Numbers: for people (number, plural, percent, bytes, money) and exact decimal arithmetic.
import { COST } from "../render/budget.ts";
import type { Frame } from "../render/frame.ts";
import type { CallLiterals, HelperCall, LiteralProblem, ValueHelper } from "../render/helper.ts";
import {
  checkRoom,
  checkWhole,
  createTextReader,
  isTruthy,
  numberFromValue,
  textFromArgument,
  wholeNumberWithin,
} from "./arguments.ts";
import {
  addExact,
  checkDigits,
  type Decimal,
  decimalFromExact,
  decimalFromValue,
  digitsFromValue,
  divideExact,
  type ExactNumber,
  exactFromValue,
  multiplyExact,
  roundDecimal,
  roundExact,
  shiftPoint,
  textFromExact,
  trimZeros,
  valueFromExact,
} from "./decimal.ts";
import { defineHelpers } from "./define-helpers.ts";

export const numbersHelpers: readonly ValueHelper[] = defineHelpers({
  /**
   * `{{number value digits=n shift=n grouping="," decimal="."}}`: a number with separated thousands.
   *
   * `digits`, up to 20, fixes the digits after the point, rounded half away from zero. `shift` first moves
   * the point: `shift=-2` converts cents to euros. A value that is not a number renders as an empty string.
   *
   * @example
   * {"amount": 1234567.891, "cents": 123450, "id": "12345678901234567890"}
   * {{number amount}} | {{number amount digits=2 grouping="." decimal=","}} | {{number cents shift=-2 digits=2}} | {{number id}}
   * → 1,234,567.891 | 1.234.567,89 | 1,234.50 | 12,345,678,901,234,567,890
   */
  number: {
    arity: [1, 1],
    hash: ["digits", "shift", "grouping", "decimal"],
    call: ([value], hash, frame) => {
      frame.run.budget.spend(COST.numbers);
      const number = decimalFromValue(value);
      if (number === undefined) return "";
      const shifted = shiftPoint(number, shiftFromValue(hash["shift"]) ?? 0);
      const digits = digitsFromValue(hash["digits"]);
      return joinDigits(
        digits === undefined ? shifted : roundDecimal(shifted, digits),
        hash,
        frame,
      );
    },
    prepare: checkNumber,
  },

  /**
   * `{{plural count "singular" "plural"}}`: the count and its word, the singular for exactly 1.
   *
   * Without a plural the singular gets an "s". A list counts its elements. A value that is not a number
   * renders as an empty string.
   *
   * @example
   * {"items": ["a", "b", "c"], "files": 1, "branches": 2}
   * {{plural items "item"}}, {{plural files "file"}}, {{plural branches "branch" "branches"}}
   * → 3 items, 1 file, 2 branches
   */
  plural: {
    arity: [2, 3],
    call: ([value, ...words], _hash, frame) => {
      const count = Array.isArray(value) ? value.length : numberFromValue(value);
      if (count === undefined) return "";
      const [singular, plural] = words.map((word) => textFromArgument(word, frame));
      return `${count} ${count === 1 ? singular : plural || `${singular}s`}`;
    },
  },

  /**
   * `{{percent part whole digits=0}}`: how much of the whole the part is, in percent, with exactly `digits`
   * digits after the point.
   *
   * Without a whole, the part is a share of 1. A whole of zero, and a value that is not a number, renders as
   * an empty string.
   *
   * @example
   * {"passed": 7, "tests": 8, "ratio": 0.421, "none": 0}
   * {{percent passed tests}} {{percent passed tests digits=1}} {{percent ratio}}{{percent passed none}}
   * → 88% 87.5% 42%
   */
  percent: {
    arity: [1, 2],
    hash: ["digits"],
    call: ([partValue, wholeValue = 1], { digits }, frame) => {
      const part = exactFromValue(partValue, frame);
      const whole = exactFromValue(wholeValue, frame);
      if (part === undefined || whole === undefined) return "";
      const share = divideExact(multiplyExact(part, HUNDRED), whole);
      if (share === undefined) return "";
      const shown = roundDecimal(decimalFromExact(share), digitsFromValue(digits) ?? 0);
      return `${joinDigits(shown, { grouping: "" }, frame)}%`;
    },
    prepare: checkDigits,
  },

  /**
   * `{{bytes count binary=true}}`: a number of bytes in the largest unit that fits, with at most one digit
   * after the point.
   *
   * Units are powers of 1000, up to EB; `binary=true` counts in powers of 1024: KiB, MiB. A value that is not
   * a number renders as an empty string.
   *
   * @example
   * {"size": 1500000, "memory": 1572864, "small": 512}
   * {{bytes size}}, {{bytes memory binary=true}}, {{bytes small}}
   * → 1.5 MB, 1.5 MiB, 512 B
   */
  bytes: {
    arity: [1, 1],
    hash: ["binary"],
    call: ([value], { binary }, frame) => {
      const count = exactFromValue(value, frame);
      if (count === undefined) return "";
      return isTruthy(binary)
        ? writeBytes(count, BINARY_UNITS, 1024n)
        : writeBytes(count, DECIMAL_UNITS, 1000n);
    },
  },

  /**
   * `{{money amount currency digits=n grouping="," decimal="."}}`: an amount that counts the smallest unit of
   * a currency, with the code of the currency.
   *
   * ISO 4217 says how many digits a currency has: two for most, none for JPY. `digits=2` overrides it. With an
   * unknown currency the amount stays as it is. For whole units write `number`.
   *
   * @example
   * {"amount": 1999, "currency": "usd", "total": 123456700, "unit": "points"}
   * {{money amount currency}}, {{money amount "jpy"}}, {{money total "eur" grouping="." decimal=","}}, {{money amount unit}}
   * → 19.99 USD, 1,999 JPY, 1.234.567,00 EUR, 1999 points
   */
  money: {
    arity: [2, 2],
    hash: ["digits", "grouping", "decimal"],
    call: ([value, currencyValue], hash, frame) => {
      frame.run.budget.spend(COST.numbers);
      const amount = decimalFromValue(value);
      if (amount === undefined) return "";
      const currency = textFromArgument(currencyValue, frame).trim();
      const code = currency.length === CODE_LENGTH ? currency.toUpperCase() : currency;
      const digits = digitsFromValue(hash["digits"]) ?? CURRENCY_DIGITS.get(code);
      if (digits === undefined) return withUnit(textFromArgument(value, frame).trim(), currency);
      const { fraction, ...rest } = shiftPoint(amount, -digits);
      // An amount that has fractions of the smallest unit keeps them, and is not rounded in silence.
      const kept = fraction.slice(0, digits) + trimZeros(fraction.slice(digits));
      const text = joinDigits({ ...rest, fraction: kept }, hash, frame);
      checkRoom(text.length + 1 + code.length, frame);
      return withUnit(text, code);
    },
    prepare: checkDigits,
  },

  /**
   * `{{add a b}}`: the sum of two or more numbers, in decimals: 0.1 and 0.2 are 0.3.
   *
   * A value that is not a number makes the result an empty string; `(default value 0)` counts a missing value
   * as 0.
   *
   * @example
   * {"net": 0.1, "tax": "0.2", "files": {"added": 3, "changed": 4}}
   * {{add net tax}} {{add files.added files.changed (default files.removed 0)}}
   * → 0.3 7
   */
  add: {
    arity: [2, Number.POSITIVE_INFINITY],
    call: calculate((...numbers) => numbers.reduce(addExact)),
  },

  /**
   * `{{subtract a b}}`: the first number minus the second, calculated as `add` does.
   *
   * @example
   * {"total": 19.99, "paid": "5", "limit": 10, "used": 10}
   * {{subtract total paid}} {{#if (subtract limit used)}}some left{{else}}none left{{/if}}
   * → 14.99 none left
   */
  subtract: {
    arity: [2, 2],
    call: calculate((from, { units, scale }) => addExact(from, { units: -units, scale })),
  },

  /**
   * `{{multiply a b}}`: the product of two numbers, calculated as `add` does.
   *
   * @example
   * {"quantity": 3, "price": "1.10"}
   * {{multiply price quantity}}
   * → 3.3
   */
  multiply: { arity: [2, 2], call: calculate(multiplyExact) },

  /**
   * `{{divide a b}}`: the first number divided by the second, with at most 20 digits after the point.
   *
   * A division by zero, or a value that is not a number, renders as an empty string.
   *
   * @example
   * {"ms": 90500, "files": 3, "none": 0}
   * {{divide ms 1000}} {{round (divide 100 files) digits=1}}{{divide files none}}
   * → 90.5 33.3
   */
  divide: { arity: [2, 2], call: calculate((dividend, divisor) => divideExact(dividend, divisor)) },

  /**
   * `{{round value digits=0}}`: the number with at most that many digits after the point, rounded half away
   * from zero.
   *
   * For a fixed number of digits write `number`. A value that is not a number renders as an empty string.
   *
   * @example
   * {"load": 2.5, "rate": 1.005, "whole": 3}
   * {{round load}} {{round rate digits=2}} {{round whole digits=2}}
   * → 3 1.01 3
   */
  round: {
    arity: [1, 1],
    hash: ["digits"],
    call: ([value], { digits }, frame) => {
      const number = exactFromValue(value, frame);
      if (number === undefined) return "";
      return valueFromExact(roundExact(number, digitsFromValue(digits) ?? 0));
    },
    prepare: checkDigits,
  },
});

/** Currencies have up to four digits after the point, cryptographic ones eighteen. */
const MAX_SHIFT_DIGITS = 20;

function checkNumber(literals: CallLiterals): LiteralProblem | undefined {
  const range = [-MAX_SHIFT_DIGITS, MAX_SHIFT_DIGITS] as const;
  return checkDigits(literals) ?? checkWhole(literals.hash["shift"], range, "a shift that is");
}

function shiftFromValue(value: unknown): number | undefined {
  return wholeNumberWithin(value, -MAX_SHIFT_DIGITS, MAX_SHIFT_DIGITS);
}

/** English notation, as English is the language of the other defaults. */
const DEFAULT_GROUPING = ",";

const DEFAULT_DECIMAL = ".";

interface Separators {
  /** Between the thousands. */
  readonly grouping?: unknown;
  /** Before the fraction. */
  readonly decimal?: unknown;
}

function joinDigits(
  { isNegative, whole, fraction }: Decimal,
  separators: Separators,
  frame: Frame,
): string {
  const readText = createTextReader(frame);
  const { grouping: groupingValue = DEFAULT_GROUPING, decimal: decimalValue = DEFAULT_DECIMAL } =
    separators;
  const grouping = readText(groupingValue);
  const decimal = readText(decimalValue);
  const groups = Math.ceil(whole.length / 3);
  // The sign, the digits and the separators.
  const length = 1 + whole.length + groups * grouping.length + decimal.length + fraction.length;
  checkRoom(length, frame);
  frame.run.budget.spend(length * COST.codedCharacters);
  const sign = isNegative && /[1-9]/.test(whole + fraction) ? "-" : "";
  const grouped = sign + groupDigits(whole, groups).join(grouping);
  return fraction === "" ? grouped : grouped + decimal + fraction;
}

function groupDigits(digits: string, groups: number): readonly string[] {
  const first = digits.length - (groups - 1) * 3;
  return Array.from({ length: groups }, (_, index) =>
    digits.slice(Math.max(first + (index - 1) * 3, 0), first + index * 3),
  );
}

const HUNDRED: ExactNumber = { units: 100n, scale: 0 };

const DECIMAL_UNITS: readonly string[] = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];

const BINARY_UNITS: readonly string[] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

/** More digits say nothing about a size that is to be read. */
const SIZE_DIGITS = 1;

function writeBytes(count: ExactNumber, units: readonly string[], step: bigint): string {
  const limit = step * 10n ** BigInt(SIZE_DIGITS);
  let size = 1n;
  let shown = inUnit(count, size);
  let unit = 0;
  // Compared after rounding: 999,999 bytes are 1 MB, and not 1000 kB.
  while (unit < units.length - 1 && (shown.units >= limit || shown.units <= -limit)) {
    unit += 1;
    size *= step;
    shown = inUnit(count, size);
  }
  return `${textFromExact(shown)} ${units[unit]}`;
}

function inUnit(count: ExactNumber, size: bigint): ExactNumber {
  return divideExact(count, { units: size, scale: 0 }, SIZE_DIGITS) as ExactNumber;
}

/** No code is longer. The text of an event is not converted to upper case as a whole. */
const CODE_LENGTH = 3;

function withUnit(amount: string, unit: string): string {
  return unit === "" ? amount : `${amount} ${unit}`;
}

/** The call of a helper whose arguments are all numbers. */
function calculate(
  operation: (...numbers: [ExactNumber, ExactNumber, ...ExactNumber[]]) => ExactNumber | undefined,
): HelperCall {
  return (args, _hash, frame) => {
    const numbers: ExactNumber[] = [];
    for (const arg of args) {
      const number = exactFromValue(arg, frame);
      if (number === undefined) return "";
      numbers.push(number);
    }
    const result = operation(...(numbers as [ExactNumber, ExactNumber]));
    return result === undefined ? "" : valueFromExact(result);
  };
}

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

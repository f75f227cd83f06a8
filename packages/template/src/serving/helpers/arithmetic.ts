// Exact decimal arithmetic: add, subtract, multiply, divide, round.
import type {
  CallLiterals,
  Helper,
  HelperCall,
  PrepareResult,
  ValueHelper,
} from "../render/helper.ts";
import {
  addExact,
  digitsFromValue,
  divideExact,
  exactFromValue,
  exactFromValues,
  findWrongDigits,
  multiplyExact,
  negateExact,
  roundExact,
  valueFromExact,
} from "./decimal.ts";

/**
 * `{{add a b}}`: the sum of two or more numbers.
 *
 * Numbers are calculated in decimals: 0.1 and 0.2 are 0.3. Where one of the values is not a number, it
 * renders as an empty string; `(default value 0)` counts a missing value as 0.
 *
 * @example
 * {"net": 0.1, "tax": "0.2", "files": {"added": 3, "changed": 4}}
 * {{add net tax}} {{add files.added files.changed (default files.removed 0)}}
 * → 0.3 7
 */
const addHelper: ValueHelper = {
  kind: "value",
  name: "add",
  arity: [2, Number.POSITIVE_INFINITY],
  hash: [],
  call: (args, _hash, frame) => {
    const numbers = exactFromValues(args, frame);
    return numbers === undefined ? "" : valueFromExact(numbers.reduce(addExact));
  },
};

/**
 * `{{subtract a b}}`: the first number without the second.
 *
 * It calculates as `add` does. Where one of the values is not a number, it renders as an empty string.
 *
 * @example
 * {"total": 19.99, "paid": "5", "limit": 10, "used": 10}
 * {{subtract total paid}} {{#if (subtract limit used)}}some left{{else}}none left{{/if}}
 * → 14.99 none left
 */
const subtractHelper: ValueHelper = {
  kind: "value",
  name: "subtract",
  arity: [2, 2],
  hash: [],
  call: ([left, right], _hash, frame) => {
    const from = exactFromValue(left, frame);
    const taken = exactFromValue(right, frame);
    if (from === undefined || taken === undefined) return "";
    return valueFromExact(addExact(from, negateExact(taken)));
  },
};

/**
 * `{{multiply a b}}`: the product of two numbers.
 *
 * It calculates as `add` does. Where one of the values is not a number, it renders as an empty string.
 *
 * @example
 * {"quantity": 3, "price": "1.10"}
 * {{multiply quantity price}}
 * → 3.3
 */
const multiplyHelper: ValueHelper = {
  kind: "value",
  name: "multiply",
  arity: [2, 2],
  hash: [],
  call: ([left, right], _hash, frame) => {
    const first = exactFromValue(left, frame);
    const second = exactFromValue(right, frame);
    if (first === undefined || second === undefined) return "";
    return valueFromExact(multiplyExact(first, second));
  },
};

/**
 * `{{divide a b}}`: the first number divided by the second.
 *
 * The result has at most 20 digits after the point; `round` and `number` shorten it. A division by
 * zero, or by a value that is not a number, renders as an empty string.
 *
 * @example
 * {"ms": 90500, "files": 3, "none": 0}
 * {{divide ms 1000}} {{round (divide 100 files) digits=1}}{{divide files none}}
 * → 90.5 33.3
 */
const divideHelper: ValueHelper = {
  kind: "value",
  name: "divide",
  arity: [2, 2],
  hash: [],
  call: ([left, right], _hash, frame) => {
    const dividend = exactFromValue(left, frame);
    const divisor = exactFromValue(right, frame);
    if (dividend === undefined || divisor === undefined) return "";
    const quotient = divideExact(dividend, divisor);
    return quotient === undefined ? "" : valueFromExact(quotient);
  },
};

const round: HelperCall = ([value], { digits }, frame) => {
  const number = exactFromValue(value, frame);
  if (number === undefined) return "";
  return valueFromExact(roundExact(number, digitsFromValue(digits) ?? 0));
};

/**
 * `{{round value digits=0}}`: the number with at most that many digits after the point, rounded half
 * away from zero.
 *
 * The result is a number to calculate with; for a fixed number of digits and separated thousands
 * write `number`. A value that is not a number renders as an empty string.
 *
 * @example
 * {"load": 2.5, "rate": 1.005, "whole": 3}
 * {{round load}} {{round rate digits=2}} {{round whole digits=2}}
 * → 3 1.01 3
 */
const roundHelper: ValueHelper = {
  kind: "value",
  name: "round",
  arity: [1, 1],
  hash: ["digits"],
  call: round,
  prepare: ({ hash: { digits } }: CallLiterals): PrepareResult =>
    findWrongDigits(digits) ?? { ok: true, call: round },
};

/** In the order of the docs. */
export const ARITHMETIC_HELPERS: readonly Helper[] = [
  addHelper,
  subtractHelper,
  multiplyHelper,
  divideHelper,
  roundHelper,
];

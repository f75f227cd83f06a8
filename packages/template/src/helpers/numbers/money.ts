// {{money amount currency}}: an amount in the smallest unit of a currency, as people write it.
import { COST } from "../../render/budget.ts";
import type { CallLiterals, HelperCall, PrepareResult, ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { checkRoom } from "../check-room.ts";
import { CURRENCY_DIGITS } from "./currencies.ts";
import { decimalFromValue, shiftPoint } from "./decimal-from-value.ts";
import { trimZeros } from "./exact-number.ts";
import { digitsFromValue, findWrongDigits } from "./fraction-digits.ts";
import { joinDigits } from "./join-digits.ts";

/** No code is longer. The text of an event is not converted to upper case as a whole. */
const CODE_LENGTH = 3;

const money: HelperCall = ([value, currencyValue], hash, frame) => {
  frame.budget.spend(COST.numbers);
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
export const moneyHelper: ValueHelper = {
  kind: "value",
  name: "money",
  arity: [2, 2],
  hash: ["digits", "grouping", "decimal"],
  call: money,
  prepare: ({ hash: { digits } }: CallLiterals): PrepareResult =>
    findWrongDigits(digits) ?? { ok: true, call: money },
};

// Any value → the number that it is or that its text writes in plain decimals, or none.

/** No exponent, no hexadecimal: "1e3" and "0x10" are names more often than numbers. */
const PLAIN_DECIMAL = /^[+-]?\d+(?:\.\d+)?$/;

/** A finite number as it is; a text such as " -12.50 " as the nearest number. */
export function numberFromValue(value: unknown): number | undefined {
  const number = typeof value === "string" ? numberFromText(value.trim()) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function numberFromText(text: string): number | undefined {
  return PLAIN_DECIMAL.test(text) ? Number(text) : undefined;
}

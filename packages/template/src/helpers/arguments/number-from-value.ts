// A number, or a text that writes one in plain decimals → the number; undefined for any other value.

/** No exponents and no hexadecimals: "1e3" and "0x10" are names more often than numbers. */
const PLAIN_DECIMAL = /^[+-]?\d+(?:\.\d+)?$/;

/** Accepts finite numbers, and texts with outer white space such as " -12.50 ". */
export function numberFromValue(value: unknown): number | undefined {
  const number = typeof value === "string" ? numberFromText(value.trim()) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function numberFromText(text: string): number | undefined {
  return PLAIN_DECIMAL.test(text) ? Number(text) : undefined;
}

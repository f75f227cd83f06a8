// An ECDSA signature in DER → its two numbers of fixed length one after the other, as WebCrypto wants it.

/**
 * Strict: a sequence of two positive integers in their shortest form, and nothing behind it. Undefined
 * for anything else.
 */
export function derToRaw(der: Uint8Array, numberBytes: number): Uint8Array | undefined {
  if (der[0] !== SEQUENCE || der[1] !== der.length - 2 || der.length > 127) return undefined;
  const raw = new Uint8Array(2 * numberBytes);
  const end = writeInteger(der, 2, raw.subarray(0, numberBytes));
  if (end === undefined) return undefined;
  return writeInteger(der, end, raw.subarray(numberBytes)) === der.length ? raw : undefined;
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;

/** Where the integer ends; undefined where it is none, or too long for `target`. */
function writeInteger(der: Uint8Array, start: number, target: Uint8Array): number | undefined {
  const length = der[start + 1];
  if (der[start] !== INTEGER || length === undefined || length === 0) return undefined;
  const end = start + 2 + length;
  const bytes = der.subarray(start + 2, end);
  if (bytes.length !== length || (bytes[0] as number) > 0x7f) return undefined;
  const hasZero = bytes[0] === 0;
  if (hasZero && length > 1 && (bytes[1] as number) <= 0x7f) return undefined;
  const digits = hasZero ? bytes.subarray(1) : bytes;
  if (digits.length > target.length) return undefined;
  target.set(digits, target.length - digits.length);
  return end;
}

// The two numbers of an ECDSA signature, one after the other → the same in DER, as the crypto port wants it.

/** Undefined for bytes of another length. */
export function rawToDer(raw: Uint8Array, numberBytes: number): Uint8Array | undefined {
  if (raw.length !== 2 * numberBytes) return undefined;
  const content = [...integer(raw.subarray(0, numberBytes)), ...integer(raw.subarray(numberBytes))];
  return Uint8Array.from([0x30, content.length, ...content]);
}

/** The shortest form of a positive integer: no zeros in front but the one that keeps it positive. */
function integer(bytes: Uint8Array): readonly number[] {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? [0] : [...bytes.subarray(first)];
  const positive = (digits[0] as number) > 0x7f ? [0, ...digits] : digits;
  return [0x02, positive.length, ...positive];
}

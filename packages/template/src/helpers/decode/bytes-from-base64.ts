// A text in Base64 → its bytes. The decoders of runtimes differ for invalid texts, so none is used.

/** 255 marks characters that are not digits. It accepts both alphabets at once, which is harmless. */
const DIGITS: readonly number[] = Array.from({ length: 128 }, (_, code) =>
  digitOf(String.fromCharCode(code)),
);

export function bytesFromBase64(text: string): Uint8Array | undefined {
  const digits = text.replace(/[\t\n\f\r ]+/g, "").replace(/={1,2}$/, "");
  if (digits.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let filled = 0;
  let bits = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = DIGITS[digits.charCodeAt(index)] ?? 255;
    if (digit === 255) return undefined;
    bits = ((bits << 6) | digit) & 0xff_ffff;
    // Of four digits, the second, third and fourth complete a byte.
    const place = index % 4;
    if (place === 0) continue;
    bytes[filled] = bits >> (6 - place * 2);
    filled += 1;
  }
  return bytes;
}

function digitOf(character: string): number {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const digit = `${alphabet}+/`.indexOf(character);
  if (digit !== -1) return digit;
  const ofUrls = "-_".indexOf(character);
  return ofUrls === -1 ? 255 : alphabet.length + ofUrls;
}

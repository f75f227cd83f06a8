// Bytes → the characters that they encode in UTF-8, strictly: no overlong forms, no surrogates.

/** The character that starts at `at`; undefined where the bytes are not UTF-8. */
export function readCharacter(bytes: ArrayLike<number>, at: number): string | undefined {
  const first = bytes[at] as number;
  if (first < 0x80) return String.fromCharCode(first);
  const size = sizeFromFirst(first);
  if (size === 0) return undefined;
  let code = first & (0x7f >> size);
  for (let index = at + 1; index < at + size; index++) {
    const byte = bytes[index] ?? 0;
    if ((byte & 0xc0) !== 0x80) return undefined;
    code = (code << 6) | (byte & 0x3f);
  }
  const isShortest = sizeOfCode(code) === size;
  return isShortest && isScalar(code) ? String.fromCodePoint(code) : undefined;
}

/** How many bytes a character takes. */
export function sizeOfCharacter(character: string): number {
  return sizeOfCode(character.codePointAt(0) as number);
}

function sizeOfCode(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x1_0000 ? 3 : 4;
}

function sizeFromFirst(byte: number): number {
  if (byte >= 0xc2 && byte < 0xe0) return 2;
  if (byte >= 0xe0 && byte < 0xf0) return 3;
  return byte >= 0xf0 && byte < 0xf5 ? 4 : 0;
}

function isScalar(code: number): boolean {
  return code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
}

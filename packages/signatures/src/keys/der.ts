// Bytes in DER → one element after the other; undefined where they are not exactly that.

export interface DerElement {
  readonly tag: number;
  /** Of the tag. */
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
}

export const TAGS = {
  boolean: 0x01,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/**
 * Strict: a tag of one byte, and a length in its shortest form, of at most three bytes. Reads nothing
 * behind `end`.
 */
export function readElement(
  der: Uint8Array,
  start: number,
  end: number = der.length,
): DerElement | undefined {
  const tag = der[start];
  const first = der[start + 1];
  if (start + 2 > end || tag === undefined || first === undefined) return undefined;
  if ((tag & 0x1f) === 0x1f) return undefined;
  const more = first < 0x80 ? 0 : first - 0x80;
  const contentStart = start + 2 + more;
  if ((first >= 0x80 && more === 0) || more > 3 || contentStart > end) return undefined;
  let length = first;
  if (more > 0) {
    length = der.subarray(start + 2, contentStart).reduce((sum, byte) => sum * 256 + byte, 0);
    const shortest = more === 1 ? 0x80 : 256 ** (more - 1);
    if (length < shortest) return undefined;
  }
  if (contentStart + length > end) return undefined;
  return { tag, start, contentStart, end: contentStart + length };
}

/** No certificate has more; a bound keeps the time proportional to what is useful. */
const MAX_CHILDREN = 64;

/** The elements within one, which must fill it exactly. */
export function readChildren(
  der: Uint8Array,
  { contentStart, end }: DerElement,
): readonly DerElement[] | undefined {
  const children: DerElement[] = [];
  let at = contentStart;
  while (at < end) {
    const child = readElement(der, at, end);
    if (child === undefined || children.length === MAX_CHILDREN) return undefined;
    children.push(child);
    at = child.end;
  }
  return children;
}

/** Of the element with its tag and length. */
export function bytesOf(der: Uint8Array, { start, end }: DerElement): Uint8Array {
  return der.slice(start, end);
}

/** As text, byte by byte: names and times in certificates are ASCII. */
export function textOf(der: Uint8Array, { contentStart, end }: DerElement): string {
  return String.fromCharCode(...der.subarray(contentStart, Math.min(end, contentStart + 256)));
}

export function hexOf(der: Uint8Array, { contentStart, end }: DerElement): string {
  const bytes = der.subarray(contentStart, Math.min(end, contentStart + 32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

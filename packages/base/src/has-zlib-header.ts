// A body with the coding "deflate" → whether it has the zlib format, or is a bare stream.

/**
 * RFC 9110, 8.4.1.2: "deflate" means the zlib format, but some senders send the bare stream of RFC 1951. No
 * encoder begins such a stream with these bytes: they would be a stored block whose padding is not zero.
 */
export function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0;
}

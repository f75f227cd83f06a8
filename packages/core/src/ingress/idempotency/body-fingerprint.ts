// The bytes of a body → a short text that differs where the bytes do, by all but accident.

/**
 * Two lanes of MurmurHash3, and the length: it tells a sender that it used a key twice, in a fraction of
 * the time of a cryptographic hash. Who could forge one has the credentials, and harms its own events
 * alone. Keys are made of SHA-256.
 */
export function fingerprintBody(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let first = 0x9747b28c;
  let second = 0x3c6ef372;
  const words = bytes.length & ~3;
  for (let at = 0; at < words; at += 4) {
    const word = view.getInt32(at, true);
    first = mix(first, Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593));
    second = mix(second, Math.imul(rotate(Math.imul(word, 0x239b961b), 15), 0xab0e9789));
  }
  let rest = 0;
  for (let at = words; at < bytes.length; at++) rest = (rest << 8) | (bytes[at] as number);
  first = finish(mix(first, Math.imul(rest, 0xcc9e2d51)) ^ bytes.length);
  second = finish(mix(second, Math.imul(rest, 0x239b961b)) ^ bytes.length);
  return `${first.toString(36)}.${second.toString(36)}.${bytes.length.toString(36)}`;
}

function mix(lane: number, word: number): number {
  return (Math.imul(rotate(lane ^ word, 13), 5) + 0xe6546b64) | 0;
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function finish(lane: number): number {
  let value = lane;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

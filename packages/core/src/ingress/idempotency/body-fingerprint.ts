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
    first = mixIn(first, word, FIRST);
    second = mixIn(second, word, SECOND);
  }
  let rest = 0;
  for (let at = words; at < bytes.length; at++) rest = (rest << 8) | (bytes[at] as number);
  return [mixIn(first, rest, FIRST), mixIn(second, rest, SECOND)]
    .map((lane) => finish(lane ^ bytes.length).toString(36))
    .concat(bytes.length.toString(36))
    .join(".");
}

type Constants = readonly [number, number];

const FIRST: Constants = [0xcc9e2d51, 0x1b873593];
const SECOND: Constants = [0x239b961b, 0xab0e9789];

function mixIn(lane: number, word: number, [before, after]: Constants): number {
  const mixed = Math.imul(rotate(Math.imul(word, before), 15), after);
  return (Math.imul(rotate(lane ^ mixed, 13), 5) + 0xe6546b64) | 0;
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

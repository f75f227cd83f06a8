// The bytes of a body → a number that differs where the bytes do, by all but accident.

/**
 * Four lanes that a processor works on at once, a word of 32 bits each, and the length: it tells a sender
 * that it used a key twice, in a fraction of the time of a cryptographic hash. Who could forge one has the
 * credentials, and harms its own events alone. Keys are made of SHA-256.
 *
 * An integer of 53 bits: to keep one costs a store no text.
 */
export function fingerprintBody(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let a = 0x1747b28c;
  let b = 0x3c6ef372;
  let c = 0x2545f491;
  let d = 0x1b873593;
  const blocks = bytes.length & ~15;
  for (let at = 0; at < blocks; at += 16) {
    a = Math.imul(a ^ view.getInt32(at, true), 0xcc9e2d51);
    a = (a << 15) | (a >>> 17);
    b = Math.imul(b ^ view.getInt32(at + 4, true), 0x85ebca6b);
    b = (b << 13) | (b >>> 19);
    c = Math.imul(c ^ view.getInt32(at + 8, true), 0xc2b2ae35);
    c = (c << 14) | (c >>> 18);
    d = Math.imul(d ^ view.getInt32(at + 12, true), 0x27d4eb2f);
    d = (d << 16) | (d >>> 16);
  }
  for (let at = blocks; at < bytes.length; at++) {
    a = mix(a ^ (bytes[at] as number));
    b = Math.imul(b + (bytes[at] as number), 0x01000193);
  }
  const high = mix(mix(a ^ bytes.length) + c);
  const low = mix(mix(b + bytes.length) ^ mix(d + high));
  return (high >>> 0) * 2 ** 21 + (low >>> 11);
}

/** Every bit of the lane counts for every bit of the result. */
function mix(lane: number): number {
  let value = lane;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}

// Bytes → their SHA-1. Only keys are made with it: the port of the runtime hashes requests, and is asynchronous.

/**
 * Not for signatures or fingerprints: SHA-1 has collisions. Vendors that use the digest of a secret as the key of an
 * HMAC do not depend on them.
 */
export function sha1(bytes: Uint8Array): Uint8Array {
  const blocks = padded(bytes);
  const hash = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const words = new Int32Array(80);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = blocks.getInt32(at + 4 * i);
    for (let i = 16; i < 80; i++) {
      words[i] = rotate(
        word(words, i - 3) ^ word(words, i - 8) ^ word(words, i - 14) ^ word(words, i - 16),
        1,
      );
    }
    let [a, b, c, d, e] = hash as [number, number, number, number, number];
    for (let i = 0; i < 80; i++) {
      const [mixed, constant] = round(i, b, c, d);
      const next = (rotate(a, 5) + mixed + e + constant + word(words, i)) | 0;
      [a, b, c, d, e] = [next, a, rotate(b, 30), c, d];
    }
    for (const [index, value] of [a, b, c, d, e].entries()) {
      hash[index] = ((hash[index] as number) + value) | 0;
    }
  }
  const digest = new DataView(new ArrayBuffer(20));
  for (const [index, value] of hash.entries()) digest.setInt32(4 * index, value);
  return new Uint8Array(digest.buffer);
}

function padded(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const all = new Uint8Array(length);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  // A key is far below half a gigabyte: the upper half of the number of bits is 0.
  view.setUint32(length - 4, 8 * bytes.length);
  return view;
}

const word = (words: Int32Array, index: number) => words[index] as number;

const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits));

function round(i: number, b: number, c: number, d: number): readonly [number, number] {
  if (i < 20) return [(b & c) | (~b & d), 0x5a827999];
  if (i < 40) return [b ^ c ^ d, 0x6ed9eba1];
  if (i < 60) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc];
  return [b ^ c ^ d, 0xca62c1d6];
}

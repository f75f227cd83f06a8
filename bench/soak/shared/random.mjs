// A seed → numbers from 0 up to 1, the same for the same seed.

/**
 * Mulberry32. The same seed gives the same events and kills, though not the same interleaving.
 *
 * @param {number} seed
 * @returns {() => number}
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

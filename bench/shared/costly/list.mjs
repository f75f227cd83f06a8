// A length and a function → the list of what it gives for each index.

/** @param {number} length @param {(index: number) => unknown} item */
export function list(length, item) {
  return Array.from({ length }, (_, index) => item(index));
}

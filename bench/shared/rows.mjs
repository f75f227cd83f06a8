// Results of `interleave` → rows of a table.

/**
 * @param {string} label
 * @param {Map<string, { value: number, ratio: number, low: number, high: number }>} results in nanoseconds
 */
export function rowsFromResults(label, results) {
  return [...results].map(([name, { value, ratio, low, high }]) => [
    label,
    name,
    value.toFixed(0),
    ratio.toFixed(2),
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
  ]);
}

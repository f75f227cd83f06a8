// A function → nanoseconds per call, with the results used and strings flattened.

let sink = 0;

/**
 * A rope that nobody reads costs nothing and tells nothing: the last character is read, which makes
 * the engine write the string out.
 *
 * @param {string} text
 */
export function flatten(text) {
  sink ^= Number(text) | text.charCodeAt(text.length - 1);
}

/** @param {(turn: number) => void} call @param {number} turns */
export function nanosecondsPerCall(call, turns) {
  const start = process.hrtime.bigint();
  for (let turn = 0; turn < turns; turn++) call(turn);
  return Number(process.hrtime.bigint() - start) / turns;
}

/** @param {(turn: number) => Promise<void>} call @param {number} turns */
export async function nanosecondsPerAwait(call, turns) {
  const start = process.hrtime.bigint();
  for (let turn = 0; turn < turns; turn++) await call(turn);
  return Number(process.hrtime.bigint() - start) / turns;
}

/**
 * What nobody uses may be left out by the engine.
 *
 * @param {unknown} value
 */
export function use(value) {
  sink ^= value ? 1 : 0;
}

export function usedSink() {
  return sink;
}

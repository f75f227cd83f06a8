// A function → nanoseconds per call, with the results used and strings flattened.

let sink = 0;

/**
 * The engine builds a rope, whose text is only written when it is read. Reading the last character
 * forces that.
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

/**
 * The same in processor time, which other processes change less; a round takes some milliseconds.
 *
 * @param {(turn: number) => void} call
 * @param {number} turns
 */
export function cpuNanosecondsPerCall(call, turns) {
  const start = process.cpuUsage();
  for (let turn = 0; turn < turns; turn++) call(turn);
  const { user, system } = process.cpuUsage(start);
  return ((user + system) * 1_000) / turns;
}

/**
 * The engine may skip a computation whose result is not used.
 *
 * @param {unknown} value
 */
export function use(value) {
  sink ^= value ? 1 : 0;
}

/** A variable that nothing reads could be removed, and the calls with it. */
export function usedSink() {
  return sink;
}

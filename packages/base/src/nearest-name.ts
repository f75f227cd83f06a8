// A misspelled name and the known names → the one that was probably intended.

/**
 * The nearest name, ignoring case, if its edit distance is at most a third of the length; the first of
 * equals.
 */
export function findNearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let nearest: string | undefined;
  let best = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase(), best);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

/** A hint with the nearest name; if none is near, `otherwise`, or a list of the known names. */
export function hintNearestName(
  name: string,
  known: readonly string[],
  otherwise = `Known: ${known.join(", ")}.`,
): string {
  const nearest = findNearestName(name, known);
  return nearest === undefined ? otherwise : `Did you mean "${nearest}"?`;
}

/**
 * Longer names are not misspellings of known names, and the table below grows with the product of the
 * lengths.
 */
const LONGEST = 64;

/**
 * Optimal string alignment: insert, delete, replace, swap neighbors. It stops at `limit`, because a config
 * with thousands of unknown names compares each with all known ones, and nearly all are far away.
 */
function editDistance(a: string, b: string, limit: number): number {
  if (a.length > LONGEST || b.length > LONGEST) return Number.POSITIVE_INFINITY;
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      }
      row.push(cost);
    }
    // The minimum of a row never decreases in later rows.
    if (Math.min(...row) >= limit) return limit;
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] as number;
}

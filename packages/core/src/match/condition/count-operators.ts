// A rule → how many operators one evaluation of it runs at most, each rule for elements once.

/** Rules that are nested deeper do not compile. */
const MAX_COUNTED_LEVELS = 101;

/** Counted once, when the rule is compiled: a count at each operator made conditions a fifth slower. */
export function countOperators(rule: unknown, levels: number = MAX_COUNTED_LEVELS): number {
  if (typeof rule !== "object" || rule === null || levels === 0) return 0;
  const own = Array.isArray(rule) ? 0 : 1;
  return Object.values(rule).reduce<number>(
    (count, part) => count + countOperators(part, levels - 1),
    own,
  );
}

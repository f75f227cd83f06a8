// Names for a label → the same names, up to a number of distinct ones; the rest becomes `other`.

/** More than any written config has. A program may create more hooks, for example one per tenant. */
const MAX_NAMES = 1_000;

/** Without a bound, anybody who chooses the values of a label could make it grow. */
export function createBoundNames(maxNames: number = MAX_NAMES): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    if (known.has(name)) return name;
    if (known.size >= maxNames) return "other";
    known.add(name);
    return name;
  };
}

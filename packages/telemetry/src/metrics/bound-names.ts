// Names for a label → the same names, up to a number of different ones; the rest is `other`.

/** More than any config has. Where hooks are made by a program, for each tenant say, there may be more. */
const MAX_NAMES = 1_000;

/** Where all different ones are counted, a label grows with whatever chooses its values. */
export function createBoundNames(maxNames: number = MAX_NAMES): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    if (known.has(name)) return name;
    if (known.size >= maxNames) return "other";
    known.add(name);
    return name;
  };
}

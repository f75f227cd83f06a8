// Turns that begin and end → how many more may begin.

export interface Places {
  /** How many further runs may start. */
  freeForRuns(): number;
  /** How many further turns of main sessions may start. */
  freeForMain(): number;
  /** Takes a place; the returned function gives it back. */
  take(kind: "run" | "main"): () => void;
}

/** `max` turns in parallel, and one further for main sessions, so that runs cannot starve them. */
export function createPlaces(max: () => number): Places {
  const taken = { run: 0, main: 0 };
  const free = (): number => Math.max(0, max() + 1 - taken.run - taken.main);
  return {
    freeForRuns: () => Math.min(free(), Math.max(0, max() - taken.run)),
    freeForMain: free,
    take: (kind) => {
      taken[kind] += 1;
      let isGiven = false;
      return () => {
        if (isGiven) return;
        isGiven = true;
        taken[kind] -= 1;
      };
    },
  };
}

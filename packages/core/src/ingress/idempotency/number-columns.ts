// The numbers of a table's rows: one typed array for each column, all of the same length.

export interface Numbers {
  readonly tokens: Float64Array;
  readonly claimedUntil: Float64Array;
  readonly keptUntil: Float64Array;
  readonly bytes: Float64Array;
  /** NaN for none. */
  readonly fingerprints: Float64Array;
}

export function createNumbers(rows: number): Numbers {
  const column = () => new Float64Array(rows);
  return {
    tokens: column(),
    claimedUntil: column(),
    keptUntil: column(),
    bytes: column(),
    fingerprints: column(),
  };
}

/** With room for twice as many rows. */
export function grow(numbers: Numbers): Numbers {
  const grown = createNumbers(2 * numbers.bytes.length);
  for (const column of Object.keys(grown) as (keyof Numbers)[]) grown[column].set(numbers[column]);
  return grown;
}

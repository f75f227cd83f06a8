// A range of characters as a pattern writes it → the set that it means.
import type { CharSet } from "./char-set.ts";
import { ignoreCaseOf } from "./ignore-case.ts";
import type { PatternReader } from "./pattern-reader.ts";

/** Only written characters need it: the sets that have a name are the same in either case. */
export function setFromCodes({ ignoreCase }: PatternReader, from: number, to: number): CharSet {
  return ignoreCase ? ignoreCaseOf([from, to]) : [[from, to]];
}

// The sets of a pattern → classes of characters that no part of the pattern can tell apart.

import type { Program } from "./build-program.ts";
import { type CharSet, hasCode, ignoreCase, WORD } from "./char-set.ts";

/** The number of a class. */
export type CharClass = number;

export interface Alphabet {
  /** The number of classes. */
  readonly size: number;
  readonly classOf: (code: number) => CharClass;
  /** Which classes a set of the pattern contains. */
  readonly membersOf: (set: CharSet) => readonly boolean[];
  /** Which classes are letters of words; empty where the pattern has no `\b` and no `\B`. */
  readonly words: readonly boolean[];
}

/** Classes of ASCII characters, which most texts consist of, are in a table; others are searched. */
const ASCII = 128;

export function createAlphabet({ instructions }: Program, ignoresCase: boolean): Alphabet {
  const sets = new Set<CharSet>();
  for (const instruction of instructions) if (instruction.kind === "set") sets.add(instruction.set);
  const asksForWords = instructions.some(
    (one) => one.kind === "assertion" && one.assertion.endsWith("edge"),
  );
  const starts = startsOfClasses(asksForWords ? [...sets, WORD] : [...sets]);
  const members = (set: CharSet): readonly boolean[] => starts.map((code) => hasCode(set, code));
  const membersBySet = new Map([...sets].map((set) => [set, members(set)]));
  return {
    size: starts.length,
    classOf: classFinder(starts, ignoresCase),
    membersOf: (set) => membersBySet.get(set) as readonly boolean[],
    words: asksForWords ? members(WORD) : [],
  };
}

/** The first character of each class: a class begins where a set starts, and behind its end. */
function startsOfClasses(sets: readonly CharSet[]): readonly number[] {
  const starts = new Set([0]);
  for (const set of sets) {
    for (const [from, to] of set) starts.add(from).add(to + 1);
  }
  return [...starts].sort((a, b) => a - b);
}

function classFinder(starts: readonly number[], ignoresCase: boolean): (code: number) => CharClass {
  const find = (code: number): CharClass =>
    searchClass(starts, ignoresCase ? ignoreCase(code) : code);
  const table = Uint16Array.from({ length: ASCII }, (_, code) => find(code));
  return (code) => (code < ASCII ? (table[code] as number) : find(code));
}

/** The last class that starts at the character or before it. */
function searchClass(starts: readonly number[], code: number): CharClass {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= code) low = middle;
    else high = middle - 1;
  }
  return low;
}

// A value and its kind → a pseudonym of the same type and length, always the same one.

import { isCard, type ValueKind } from "./find-values.ts";

/** A number from 0 up to, but not including, the limit. */
export type RandomBelow = (limit: number) => number;

export interface Pseudonyms {
  readonly of: (value: string, kind: ValueKind) => string;
  readonly ofNumber: (value: number) => number;
}

const LETTERS = "abcdefghijkmnopqrstuvwxyz";
const ATTEMPTS = 50;

/** Pseudonyms are random, and the table exists only in memory, so they cannot be reversed. */
export function createPseudonyms(random: RandomBelow): Pseudonyms {
  const known = new Map<string, string>();
  const given = new Set<string>();
  let persons = 0;

  /** Every letter and digit becomes another of its class; everything else stays. */
  const scramble = (value: string): string =>
    value.replace(/[\p{L}\d]/gu, (character) => {
      if (/\d/.test(character)) return String(1 + random(9));
      const letter = LETTERS[random(LETTERS.length)] as string;
      return character === character.toLowerCase() ? letter : letter.toUpperCase();
    });

  const create = (value: string, kind: ValueKind): string => {
    if (kind === "mail") {
      const start = `person${++persons}`;
      return `${start.padEnd(value.length - "@example.com".length, "x")}@example.com`;
    }
    if (kind === "ip" && value.includes(".")) return `192.0.2.${random(256)}`;
    if (kind === "ip") return `2001:db8::${(1 + random(65_535)).toString(16)}`;
    if (kind !== "secret") return scramble(value);
    // The shape of a token must not remain.
    return Array.from(value, () => LETTERS[random(LETTERS.length)]).join("");
  };

  const of = (value: string, kind: ValueKind): string => {
    const earlier = known.get(value);
    if (earlier !== undefined) return earlier;
    let pseudonym = create(value, kind);
    // Unique, as long as there are enough pseudonyms of this length.
    for (let attempt = 0; attempt < ATTEMPTS && isBad(pseudonym, value); attempt++) {
      pseudonym = create(value, kind);
    }
    known.set(value, pseudonym);
    given.add(pseudonym);
    return pseudonym;
  };
  const isBad = (pseudonym: string, value: string): boolean =>
    given.has(pseudonym) || pseudonym === value || isCard(pseudonym);

  return {
    of,
    ofNumber: (value) => {
      const digits = String(Math.trunc(Math.abs(value)));
      const other = Number(of(digits, "card"));
      return value < 0 ? -other : other;
    },
  };
}

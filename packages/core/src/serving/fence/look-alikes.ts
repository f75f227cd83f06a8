// A code point → the letters, the signs or the kind of character that it looks like.
import { lazily } from "@hookwright/base";
import {
  ASCII_KINDS,
  ASCII_LETTERS,
  ASCII_SIGNS,
  KINDS,
  LETTER_CHOICES,
  LETTERS,
  SIGN_CHOICES,
  SIGNS,
} from "../../generated/look-alikes.ts";

/** Values of characters from U+0080 on, for a binary search. */
interface Runs {
  readonly starts: readonly number[];
  /** One code unit for each character from the start on; a blank means no value. */
  readonly values: readonly string[];
}

const letterRuns = lazily(() => readRuns(LETTERS));
const signRuns = lazily(() => readRuns(SIGNS));
/** `i` for invisible characters, `s` for separators, `b` for the brackets of markers. */
const kindRuns = lazily(() => readRuns(KINDS));

/** A run continues over a few characters without a value: fewer runs make the search faster. */
const MAX_HOLE = 4;

/** Without a regular expression, whose compilation takes longer than this loop. */
function readRuns(table: string): Runs {
  const starts: number[] = [];
  const values: string[] = [];
  let start = ASCII_LETTERS.length;
  let value = "";
  let hole = 0;
  let from = 0;
  for (let at = 0; at <= table.length; at++) {
    const code = at === table.length ? 0 : table.charCodeAt(at);
    if (code > DIGIT_9) continue;
    if (from < at) {
      const run = table.slice(from, at);
      if (hole <= MAX_HOLE) {
        value += " ".repeat(hole) + run;
      } else {
        starts.push(start);
        values.push(value);
        start += value.length + hole;
        value = run;
      }
      hole = 0;
    }
    from = at + 1;
    hole = hole * 10 + code - DIGIT_0;
  }
  return { starts: [...starts, start], values: [...values, value] };
}

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

/**
 * The number of letters at the start of `rest`, a lower-case word, that the character looks like; 0 for none.
 * It may look like several letters: "ﬆ" like "st".
 */
export function countLetters(code: number, rest: string): number {
  const value = letterValue(code);
  if (value === "" || value === " ") return 0;
  if (value >= "a") return rest.startsWith(value) ? 1 : 0;
  const choices = LETTER_CHOICES[value.charCodeAt(0) - 0x41] as readonly string[];
  return choices.find((letters) => rest.startsWith(letters))?.length ?? 0;
}

function letterValue(code: number): string {
  if (code < ASCII_LETTERS.length) return ASCII_LETTERS.charAt(code);
  return readRun(code, letterRuns());
}

/**
 * One of `< > | / _ [ ]`, or several angle brackets, because "⋘" looks like "<<<". Empty for other
 * characters.
 */
export function signsLike(code: number): string {
  const value = code < ASCII_SIGNS.length ? ASCII_SIGNS.charAt(code) : readRun(code, signRuns());
  return SIGN_CHOICES[value.charCodeAt(0) - 0x61] ?? "";
}

/** Invisible by itself, or a mark on the previous letter. */
export function isInvisible(code: number): boolean {
  return kindOf(code) === "i";
}

/** Calls `visit` for each run of invisible characters; `end` is exclusive. */
export function visitInvisible(visit: (start: number, end: number) => void): void {
  const visitRun = (start: number, kinds: string) => {
    for (const { 0: run, index } of kinds.matchAll(/i+/g)) {
      visit(start + index, start + index + run.length);
    }
  };
  const { starts, values } = kindRuns();
  visitRun(0, ASCII_KINDS);
  starts.forEach((start, at) => {
    visitRun(start, values[at] as string);
  });
}

/** Whether it is white space, a hyphen, most other signs, or invisible. */
export function isSeparator(code: number): boolean {
  const kind = kindOf(code);
  return kind === "s" || kind === "i";
}

/** Whether it looks like the bracket at the start of a marker. */
export function isBracket(code: number): boolean {
  return kindOf(code) === "b";
}

function kindOf(code: number): string {
  return code < ASCII_KINDS.length ? ASCII_KINDS.charAt(code) : readRun(code, kindRuns());
}

function readRun(code: number, { starts, values }: Runs): string {
  const index = findLast(starts, code);
  return (values[index] as string).charAt(code - (starts[index] as number));
}

/** Binary search: the index of the last start that is not after `code`. The first run begins after ASCII. */
function findLast(starts: readonly number[], code: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= code) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

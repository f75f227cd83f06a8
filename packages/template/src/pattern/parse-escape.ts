// The characters behind a backslash → a character or a set; other escapes throw a PatternError.
import type { CharSet } from "./char-set.ts";
import { NAMED_SETS } from "./named-sets.ts";
import { errorAt } from "./pattern-error.ts";
import type { PatternReader } from "./pattern-reader.ts";

/** One character, or a set that has a name. */
export type Escape = { readonly code: number } | { readonly set: CharSet };

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ["t", 9],
  ["n", 10],
  ["v", 11],
  ["f", 12],
  ["r", 13],
]);

/** Starts behind the backslash. */
export function parseEscape(reader: PatternReader): Escape {
  const at = reader.at - 1;
  const letter = reader.take();
  const set = NAMED_SETS.get(letter);
  if (set !== undefined) return { set };
  const control = CONTROLS.get(letter);
  if (control !== undefined) return { code: control };
  if (letter === "x" || letter === "u") return { code: parseCode(reader, letter, at) };
  if (letter === "") throw errorAt("a backslash with nothing behind it", at);
  if (/[0-9k]/.test(letter)) throw errorAt(`a back reference, "\\${letter}",`, at);
  if (letter === "p" || letter === "P") {
    throw errorAt(`a Unicode property, "\\${letter}",`, at, "Write a class such as [A-Za-zÀ-ÿ].");
  }
  if (/[A-Za-z]/.test(letter)) throw errorAt(`an unknown escape, "\\${letter}",`, at);
  return { code: letter.codePointAt(0) as number };
}

function parseCode(reader: PatternReader, letter: "x" | "u", at: number): number {
  const digits =
    letter === "x"
      ? reader.match(/([0-9a-f]{2})/iy)
      : reader.match(/([0-9a-f]{4})|\{(0{0,8}(?:10|[0-9a-f])?[0-9a-f]{1,4})\}/iy);
  if (digits === undefined) {
    const hint = letter === "x" ? "Write two digits: \\x41." : "Write \\u0041 or \\u{1f600}.";
    throw errorAt(`"\\${letter}" without its digits`, at, hint);
  }
  return Number.parseInt((digits[1] ?? digits[2]) as string, 16);
}

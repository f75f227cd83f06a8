// Values that were replaced → where they stand within other texts, as in `octocat/hello-world` and in URLs.
import type { TextRange } from "./random-text.ts";

/** Shorter values are parts of ordinary texts too often. */
const MIN_CHARACTERS = 4;
const MAX_CHARACTERS = 200;

const WORD = /[\p{L}\p{N}]+/gu;

/** Where a value begins before its first word, and how long it is. */
interface Extent {
  readonly before: number;
  readonly length: number;
}

interface Entry<T> {
  readonly of: Map<string, T>;
  readonly extents: Extent[];
}

/** A segment ends where no letter and no digit goes on. A text is searched in linear time, however many are known. */
export class KnownSegments<T> {
  readonly #byFirstWord = new Map<string, Entry<T>>();

  /** A value without a letter is none: ids and numbers of issues have the same digits. */
  add(value: string, facts: T): void {
    if (value.length < MIN_CHARACTERS || value.length > MAX_CHARACTERS || !/\p{L}/u.test(value)) {
      return;
    }
    const { 0: word, index: before } = [...value.matchAll(WORD)][0] as RegExpExecArray;
    const entry = this.#byFirstWord.get(word) ?? { of: new Map<string, T>(), extents: [] };
    this.#byFirstWord.set(word, entry);
    entry.of.set(value, facts);
    const { length } = value;
    if (entry.extents.some((one) => one.before === before && one.length === length)) return;
    entry.extents.push({ before, length });
    entry.extents.sort((one, other) => other.length - one.length);
  }

  find(text: string): readonly (TextRange & { readonly facts: T })[] {
    const found: (TextRange & { readonly facts: T })[] = [];
    if (this.#byFirstWord.size === 0) return found;
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const entry = this.#byFirstWord.get(word);
      if (entry === undefined || index < (found.at(-1)?.end ?? 0)) continue;
      for (const { before, length } of entry.extents) {
        const start = index - before;
        const end = start + length;
        const facts = entry.of.get(text.slice(Math.max(start, 0), end));
        if (facts === undefined || goesOn(text, end)) continue;
        found.push({ start, end, facts });
        break;
      }
    }
    return found;
  }
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

function goesOn(text: string, end: number): boolean {
  return LETTER_OR_DIGIT.test(text[end - 1] ?? "") && LETTER_OR_DIGIT.test(text[end] ?? "");
}

// Text from outside → Markdown that shows exactly this text.

import { BREAK } from "./recipient.ts";

/** What begins or ends markup anywhere in a text. */
const SIGNS = /[\\`*_~[\]()<>|!#]/g;

/** What is markup at the beginning of a line only: bullets, rules, and numbers of lists. */
const LINE_STARTS = /^([ \t]*)(?:([-+=])|(\d{1,9})([.)]))/gm;

/** An address without the signs that end one. Platforms that read Markdown themselves make a link of it as it is. */
const ADDRESS = /https?:\/\/[\w\-./:?#@&=%+,;~$]+/gi;

interface EscapeOptions {
  /** For platforms that read Markdown themselves: a backslash in an address would become a part of it. */
  readonly keepsAddresses?: boolean;
}

/**
 * @example
 * ```ts
 * escapeMarkdown("[log](https://ci.example) *now*"); // "\\[log\\]\\(https://ci.example\\) \\*now\\*"
 * ```
 */
export function escapeMarkdown(
  text: string,
  { keepsAddresses = false }: EscapeOptions = {},
): string {
  return keepsAddresses ? outsideAddresses(text, escapeSigns) : escapeSigns(text);
}

function escapeSigns(text: string): string {
  return text
    .replace(SIGNS, "\\$&")
    .replace(LINE_STARTS, (_, indent: string, sign = "", number = "", dot = "") =>
      sign === "" ? `${indent}${number}\\${dot}` : `${indent}\\${sign}`,
    );
}

/** `_` within a word is not a mark anywhere. */
const MARK = /[*~`]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;

/** A quote, or an item of a list. */
const CHAT_LINE_STARTS = /^([ \t]*)(?=>|- |\d{1,9}\. )/gm;

/** For platforms that have marks of their own and no escape: a zero-width space beside a sign takes its meaning. */
export function breakMarks(text: string): string {
  return outsideAddresses(text, (rest) =>
    rest.replace(MARK, `${BREAK}$&${BREAK}`).replace(CHAT_LINE_STARTS, `$1${BREAK}`),
  );
}

function outsideAddresses(text: string, change: (rest: string) => string): string {
  let changed = "";
  let at = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    changed += change(text.slice(at, index)) + address;
    at = index + address.length;
  }
  return changed + change(text.slice(at));
}

// @ts-check
// Unicode's tables, and what they leave out → for each character, what a reader takes it for.
import { createRequire } from "node:module";
import { BRACKETS_BY_HAND, LETTERS_BY_HAND, PIPES_BY_HAND } from "./by-hand.mjs";

/** @type {Readonly<Record<string, string>>} Unicode 13's confusables.txt: a character → its prototype. */
const CONFUSABLES = createRequire(import.meta.url)("unhomoglyph/data.json");

/** The words of the markers, and all letters of the control tokens and role labels. */
const WORDS = "end external untrusted webhook content inst sys start of turn bos eos pad unk g m v";

/** Characters that show as nothing, or sit on the letter before: they may stand between any two others. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}\p{Me}\u2800\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/u;

/** What may stand between words: white space, hyphens, and ASCII signs but the bracket itself. */
const SEPARATOR = /[\s\p{Pc}\p{Pd}·•!-/:;=-@[-`{-~]/u;

const SIGNS = "<>|/_[]";

/** Han, Hangul, unassigned and private planes: only what Unicode lists as confusable matters there. */
const SPARSE_BLOCKS = [
  [0x3400, 0x9fff],
  [0xac00, 0xf8ff],
  [0x20000, 0xdffff],
  [0xe1000, 0x10ffff],
];

/**
 * @typedef {object} LookAlike
 * @property {number} code
 * @property {string} letters alternatives, separated by spaces, the longest first
 * @property {string} kind `i` invisible, `s` separator, `b` bracket of a marker, or empty
 * @property {string} signs the signs of control tokens, or empty
 */

/** @returns {LookAlike[]} in the order of code points */
export function collectLookAlikes() {
  const found = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (isSparse(code) && CONFUSABLES[character] === undefined) continue;
    const kind = kindOf(character);
    const letters = kind === "i" ? "" : lettersOf(character);
    const signs = kind === "i" ? "" : signsOf(character);
    if (letters !== "" || kind !== "" || signs !== "") found.push({ code, letters, kind, signs });
  }
  return found;
}

/** @param {number} code */
function isSparse(code) {
  return SPARSE_BLOCKS.some(([first = 0, last = 0]) => code >= first && code <= last);
}

/**
 * A character stands for the letters of both its cases, because the markers are read in any case.
 *
 * @param {string} character
 */
function lettersOf(character) {
  const cases = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  const spellings = [...cases]
    .filter((form) => [...form].length === 1)
    .flatMap((form) => [
      ...lettersByHand(form),
      bareLetters(form.normalize("NFKD")),
      bareLetters(confusableOf(form)),
      bareLetters([...form.normalize("NFKD")].map(confusableOf).join("")),
    ])
    .filter((spelling) => spelling !== "" && WORDS.includes(spelling));
  return [...new Set(spellings)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).join(" ");
}

/** @param {string} form */
function lettersByHand(form) {
  return Object.entries(LETTERS_BY_HAND)
    .filter(([, alike]) => alike.includes(form))
    .map(([letter]) => letter);
}

/** Without the parentheses, dots and marks that Unicode writes around a letter. @param {string} text */
function bareLetters(text) {
  const parts = [...text.normalize("NFD").toLowerCase()];
  return parts.filter((part) => !isLeftOut(part)).join("");
}

/** @param {string} part */
function isLeftOut(part) {
  return SEPARATOR.test(part) || INVISIBLE.test(part) || /\p{M}/u.test(part);
}

/** @param {string} character */
function kindOf(character) {
  if (INVISIBLE.test(character)) return "i";
  if (isBracket(character)) return "b";
  if (SEPARATOR.test(character)) return "s";
  const prototype = [...(CONFUSABLES[character] ?? "x")];
  return prototype.every((part) => SEPARATOR.test(part) || INVISIBLE.test(part)) ? "s" : "";
}

const BRACKETS = new Set([...BRACKETS_BY_HAND, ...[...BRACKETS_BY_HAND].map(confusableOf)]);

/** @param {string} character */
function isBracket(character) {
  const prototype = confusableOf(character);
  return [prototype, ...prototype, ...character.normalize("NFKD")].some((form) =>
    BRACKETS.has(form),
  );
}

/** @param {string} character */
function signsOf(character) {
  const signs = [...character.normalize("NFKD")].map(signOf).join("");
  const bare = signs.replace(/[·\p{M}]/gu, "");
  return /^(?:<+|>+|[|/_[\]])$/.test(bare) ? bare : "";
}

/** @param {string} part */
function signOf(part) {
  if (SIGNS.includes(part)) return part;
  const prototype = confusableOf(part);
  if (PIPES_BY_HAND.includes(part) || PIPES_BY_HAND.includes(prototype)) return "|";
  // Unicode files the vertical bar under the letter l, so that letters and digits have to be distinguished.
  return prototype === "l" && !/[\p{L}\p{N}]/u.test(part) ? "|" : prototype;
}

/** @param {string} character */
function confusableOf(character) {
  return CONFUSABLES[character] ?? character;
}

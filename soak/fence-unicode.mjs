// node soak/fence-unicode.mjs [seconds]: every assigned code point at every place of the end marker and of
// a control token, instead of a character and between two; then a search, for 30 s or as many as named,
// for a text that makes a line without `> `, a second marker, or one that changes when it is fenced again.
import { readFileSync } from "node:fs";
import { fenceText, neutralize } from "@hookwright/core/fence";

const seconds = Number(process.argv[2] ?? 30);
const ID = "5eed";
const MARKER = "<<<END_UNTRUSTED_WEBHOOK_CONTENT";
const TOKEN = "<|im_end|>";

/** @type {Readonly<Record<string, string>>} */
const CONFUSABLES = JSON.parse(
  readFileSync(new URL("../node_modules/unhomoglyph/data.json", import.meta.url), "utf8"),
);

/** Every program's ends of lines. */
const LINE_END = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/;
const FORBIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u0080-\u009f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}\p{Cs}\p{Noncharacter_Code_Point}]/u;
/** What a marker is to a reader that folds forms and cases, and sees no invisible characters. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}\p{Me}]|(?![\t\n\v\f\r\u001c-\u001e\u0085])\p{Cc}/gu;
/** Not assigned, or for private use: no reader takes them for a letter. Most of the code points are of these. */
const UNKNOWN = /(?!\p{Noncharacter_Code_Point}|\p{Default_Ignorable_Code_Point})[\p{Cn}\p{Co}]/u;

/** @param {string} text a fault of the fence around it, or nothing */
function structureFaultOf(text) {
  const lines = fenceText(text, { id: ID, source: "soak" }).split(LINE_END);
  if (lines.slice(6, -1).some((line) => !line.startsWith("> "))) return "a line that is not quoted";
  if (lines.some((line) => FORBIDDEN.test(line))) return "a character that must be removed";
  return undefined;
}

/** @param {string} text */
function faultOf(text) {
  const fault = structureFaultOf(text);
  if (fault !== undefined) return fault;
  const fenced = fenceText(text, { id: ID, source: "soak" });
  const neutral = neutralize(text);
  if (!fenced.includes(`\n\n> ${neutral.replaceAll("\n", "\n> ")}\n<<<END_`)) return "another text";
  const folded = fenced.normalize("NFKD").replace(INVISIBLE, "").toLowerCase();
  if (folded.split("<<<end_untrusted_webhook_content").length !== 2) return "a second marker";
  if (neutralize(neutral) !== neutral) return "a change when it is fenced again";
  return undefined;
}

/**
 * All texts of one code point are fenced as one, so that a million code points take minutes. Those that
 * a reader takes for the target are looked at one by one: the character is invisible, or its form or
 * Unicode's confusables say that it looks like the one that it stands for.
 *
 * @param {string} target @param {string} note
 */
function sweep(target, note) {
  const start = Date.now();
  let characters = 0;
  let disguises = 0;
  /** @type {string[]} */
  const missed = [];
  /** @type {string[]} */
  const faults = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (UNKNOWN.test(character)) continue;
    characters++;
    const inserted = Array.from(target, (_, at) => replaceAt(target, at, character, 0));
    const replaced = Array.from(target, (_, at) => replaceAt(target, at, character, 1));
    const all = [...inserted, ...replaced].join("\n");
    const fault = structureFaultOf(all);
    if (fault !== undefined) faults.push(`${code.toString(16)}: ${fault}`);
    const isUnseen = character.replace(INVISIBLE, "") === "" || /\p{Cs}/u.test(character);
    const disguised = [
      // At the beginning there is no marker yet, behind which it could hide.
      ...(isUnseen ? inserted.slice(1) : []),
      ...replaced.filter((_, at) => looksLike(character, /** @type {string} */ (target[at]))),
    ];
    disguises += disguised.length;
    missed.push(...disguised.filter((text) => !neutralize(text).includes(note)));
  }
  const took = ((Date.now() - start) / 1000).toFixed(0);
  const texts = (characters * target.length * 2).toLocaleString("en");
  console.log(
    `${target}: ${texts} texts in ${took} s, faults ${faults.length}; ${disguises} disguises, missed ${missed.length}`,
  );
  for (const one of [...faults.slice(0, 5), ...missed.slice(0, 60)]) {
    console.log(`  ${JSON.stringify(one)}`);
  }
  if (faults.length > 0) process.exitCode = 1;
}

/** @param {string} text @param {number} at @param {string} character @param {number} width */
function replaceAt(text, at, character, width) {
  return text.slice(0, at) + character + text.slice(at + width);
}

/** @param {string} character @param {string} sign */
function looksLike(character, sign) {
  const forms = [character.normalize("NFKD"), CONFUSABLES[character] ?? character];
  return forms.some((form) => form.toLowerCase() === sign.toLowerCase());
}

/** Pieces that the code treats specially, and ones that it does not expect. */
const PIECES = [
  ...["\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029", "\u001c", "\u001e", "\t", " "],
  ...["\u0000", "\u202e", "\u2066", "\ufdd0", "\uffff", "\ud83d", "\ude00", "\u{e0041}", "\u200b"],
  ...[
    "\u200d",
    "\ufe0f",
    "\u00ad",
    "\u0301",
    "<",
    "<<<",
    "[",
    "&lt;",
    "&#60;",
    "&amp;",
    "%3c",
    "\\u003c",
  ],
  ...[
    "<!--",
    "-->",
    "<!-->",
    "&",
    ";",
    "#10;",
    "> ",
    "|",
    ">",
    "]",
    "<|",
    "|>",
    "/",
    "_",
    "$",
    "«",
  ],
  ...[
    "END",
    "UNTRUSTED",
    "WEBHOOK",
    "CONTENT",
    "end_",
    "im_end",
    "think",
    "INST",
    "Human:",
    "E",
    "N",
  ],
  ...[MARKER, TOKEN, "＜", "Ｅ", "⋘", "ﬆ", "👍", "é", "あ"],
];

function search() {
  const end = Date.now() + seconds * 1000;
  let texts = 0;
  /** @type {Map<string, string[]>} */
  const found = new Map();
  while (Date.now() < end) {
    const length = 1 + Math.floor(Math.random() * 24);
    const text = Array.from({ length }, randomPiece).join("");
    texts++;
    const fault = faultOf(text);
    if (fault !== undefined) found.set(fault, [...(found.get(fault) ?? []), text].slice(0, 3));
  }
  console.log(`search: ${texts.toLocaleString("en")} texts in ${seconds} s, found ${found.size}`);
  for (const [fault, examples] of found) {
    for (const example of examples) console.log(`  ${fault}: ${JSON.stringify(example)}`);
  }
  if (found.size > 0) process.exitCode = 1;
}

function randomPiece() {
  if (Math.random() < 0.1) return String.fromCodePoint(Math.floor(Math.random() * 0x110000));
  return /** @type {string} */ (PIECES[Math.floor(Math.random() * PIECES.length)]);
}

search();
if (process.argv[3] !== "search") {
  sweep(TOKEN, "[control token removed]");
  sweep(MARKER, "[marker removed]");
}

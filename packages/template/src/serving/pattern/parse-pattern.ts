// The text of a pattern → its tree, or a PatternError.
import {
  anyCharacter,
  type CharRange,
  type CharSet,
  complementOf,
  ignoreCaseOf,
  namedSets,
  setFromRanges,
} from "./char-set.ts";

/** Each level takes several calls on the stack. Authors nest three or four levels. */
const MAX_GROUP_DEPTH = 50;

/** The program contains a copy of the body for each repetition. RE2 has the same limit. */
const MAX_REPETITIONS = 1_000;

export function parsePattern(pattern: string, ignoreCase: boolean): PatternNode {
  const reader = new PatternReader(pattern, ignoreCase);
  const node = parseChoice(reader, 0);
  // Only a ")" ends a choice before the end of the pattern.
  if (!reader.isAtEnd) throw errorAt('a ")" without its "("', reader.at, 'Write "\\)".');
  return node;
}

function parseChoice(reader: PatternReader, depth: number): PatternNode {
  const options = [parseSequence(reader, depth)];
  while (reader.takes("|")) options.push(parseSequence(reader, depth));
  return { kind: "choice", options };
}

function parseSequence(reader: PatternReader, depth: number): PatternNode {
  const items: PatternNode[] = [];
  while (!reader.isAtEnd && reader.peek() !== "|" && reader.peek() !== ")") {
    const atom = parseAtom(reader, depth);
    items.push(parseQuantifier(reader, atom));
  }
  return { kind: "sequence", items };
}

function parseAtom(reader: PatternReader, depth: number): PatternNode {
  const { at } = reader;
  const character = reader.take();
  switch (character) {
    case "(":
      return parseGroup(reader, depth + 1);
    case "[":
      return characters(parseClass(reader));
    case ".":
      return characters(anyCharacter());
    case "^":
      return assert("start");
    case "$":
      return assert("end");
    case "\\":
      return parseBackslash(reader);
    case "*":
    case "+":
    case "?":
      throw errorAt(`a "${character}" with nothing to repeat`, at, `Write "\\${character}".`);
    case "{":
    case "}":
    case "]":
      throw errorAt(`a stray "${character}"`, at, `Write "\\${character}".`);
    default:
      return oneCharacter(reader, character.codePointAt(0) as number);
  }
}

/** Only the first group captures: the result is one text at most. */
function parseGroup(reader: PatternReader, depth: number): PatternNode {
  const at = reader.at - 1;
  if (depth > MAX_GROUP_DEPTH)
    throw errorAt(`more than ${MAX_GROUP_DEPTH} groups in each other`, at);
  const opener = reader.match(/\?(?:<?[=!]|<[A-Za-z_]\w*>|:|)/y)?.[0];
  if (opener !== undefined && /[=!]$/.test(opener)) {
    throw errorAt(`a look-around, "(${opener}",`, at, "Combine two conditions: (and … (not …)).");
  }
  if (opener === "?") throw errorAt('an unknown group, "(?",', at, 'Write "(?:…)".');
  const isCapture = opener !== "?:" && !reader.hasGroup;
  reader.hasGroup ||= isCapture;
  const body = parseChoice(reader, depth);
  if (!reader.takes(")"))
    throw errorAt('a "(" that is never closed', at, 'Add ")", or write "\\(".');
  return isCapture ? { kind: "group", body } : body;
}

function parseBackslash(reader: PatternReader): PatternNode {
  if (reader.takes("b")) return assert("edge");
  if (reader.takes("B")) return assert("no edge");
  const escaped = parseEscape(reader);
  return "set" in escaped ? characters(escaped.set) : oneCharacter(reader, escaped.code);
}

function oneCharacter(reader: PatternReader, code: number): PatternNode {
  return characters(setFromCodes(reader, code, code));
}

function characters(set: CharSet): PatternNode {
  return { kind: "set", set };
}

function assert(assertion: Assertion): PatternNode {
  return { kind: "assertion", assertion };
}

/** What may follow a part of a pattern, "*", "+", "?" or "{n,m}" → the part, repeated. */
function parseQuantifier(reader: PatternReader, body: PatternNode): PatternNode {
  const { at } = reader;
  const found = reader.match(/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y);
  if (found === undefined) return body;
  if (body.kind === "assertion") throw errorAt("a repeated ^, $, \\b or \\B", at);
  const [least, most] = boundsOf(found);
  const isTooMany = least > MAX_REPETITIONS || (most > MAX_REPETITIONS && most !== ENDLESS);
  if (isTooMany) throw errorAt(`more than ${MAX_REPETITIONS} repetitions`, at);
  if (least > most) throw errorAt("repetitions that run backwards", at);
  return {
    kind: "repeat",
    body,
    least,
    most,
    isLazy: found[0].length > 1 && found[0].endsWith("?"),
  };
}

const ENDLESS = Number.POSITIVE_INFINITY;

function boundsOf([, sign, least, comma, most]: readonly (string | undefined)[]): readonly [
  number,
  number,
] {
  if (sign !== undefined) return [sign === "+" ? 1 : 0, sign === "?" ? 1 : ENDLESS];
  if (most) return [Number(least), Number(most)];
  return [Number(least), comma ? ENDLESS : Number(least)];
}

const BACKSPACE = 8;

/** Starts after the opening bracket. */
function parseClass(reader: PatternReader): CharSet {
  const at = reader.at - 1;
  const isNegated = reader.takes("^");
  const ranges: CharRange[] = [];
  while (!reader.takes("]")) {
    if (reader.isAtEnd) throw errorAt('a "[" that is never closed', at, 'Add "]", or write "\\[".');
    ranges.push(...parseRange(reader));
  }
  if (ranges.length === 0) throw errorAt("an empty class", at, "Write its characters, or \\[\\].");
  const set = setFromRanges(ranges);
  return isNegated ? complementOf(set) : set;
}

function parseRange(reader: PatternReader): CharSet {
  const { at } = reader;
  const first = parseMember(reader);
  // A hyphen next to one of the brackets is a character.
  if (!/-[^\]]/y.test(reader.pattern.slice(reader.at, reader.at + 2))) {
    return "set" in first ? first.set : setFromCodes(reader, first.code, first.code);
  }
  reader.takes("-");
  const last = parseMember(reader);
  if (!("code" in first && "code" in last)) {
    throw errorAt("a range that does not lead from character to character", at);
  }
  if (first.code > last.code) throw errorAt("a range that runs backwards", at);
  return setFromCodes(reader, first.code, last.code);
}

function parseMember(reader: PatternReader): Escape {
  if (!reader.takes("\\")) return { code: reader.take().codePointAt(0) as number };
  return reader.takes("b") ? { code: BACKSPACE } : parseEscape(reader);
}

/** One character, or a set that has a name. */
type Escape = { readonly code: number } | { readonly set: CharSet };

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ["t", 9],
  ["n", 10],
  ["v", 11],
  ["f", 12],
  ["r", 13],
]);

/** Starts after the backslash. */
function parseEscape(reader: PatternReader): Escape {
  const at = reader.at - 1;
  const letter = reader.take();
  const set = namedSets().get(letter);
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

/** A pattern and an offset in it, which the parsers read character by character. */
class PatternReader {
  readonly pattern: string;
  readonly ignoreCase: boolean;
  at = 0;
  /** Whether a group that captures was read. */
  hasGroup = false;

  constructor(pattern: string, ignoreCase: boolean) {
    this.pattern = pattern;
    this.ignoreCase = ignoreCase;
  }

  get isAtEnd(): boolean {
    return this.at >= this.pattern.length;
  }

  /** The next character without taking it; empty at the end. */
  peek(): string {
    const code = this.pattern.codePointAt(this.at);
    return code === undefined ? "" : String.fromCodePoint(code);
  }

  take(): string {
    const character = this.peek();
    this.at += character.length;
    return character;
  }

  /** Takes the text if it comes next. */
  takes(text: string): boolean {
    if (!this.pattern.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** Takes what a sticky expression matches here. */
  match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.pattern);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }
}

/** Not for named sets such as `\w`, which contain both cases. */
function setFromCodes({ ignoreCase }: PatternReader, from: number, to: number): CharSet {
  return ignoreCase ? ignoreCaseOf([from, to]) : [[from, to]];
}

export interface PatternProblem {
  /** The rest of a sentence that begins with the helper's name. */
  readonly problem: string;
  readonly hint?: string;
}

/** Thrown by the nested calls of the parser; `compilePattern` turns it into data. */
export class PatternError extends Error {
  readonly problem: string;
  readonly hint: string | undefined;

  constructor(problem: string, hint?: string) {
    super(problem);
    this.problem = problem;
    this.hint = hint;
  }
}

/** `at` is an offset from 0; the message counts characters from 1. */
export function errorAt(what: string, at: number, hint?: string): PatternError {
  return new PatternError(`has ${what} at character ${at + 1} of its pattern`, hint);
}

/** Rethrows every other error: it is a fault in this library. */
export function problemFromError(error: unknown): PatternProblem {
  if (!(error instanceof PatternError)) throw error;
  const { problem, hint } = error;
  return hint === undefined ? { problem } : { problem, hint };
}

/** `^`, `$`, `\b` and `\B`. */
export type Assertion = "start" | "end" | "edge" | "no edge";

export type PatternNode =
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "assertion"; readonly assertion: Assertion }
  | { readonly kind: "sequence"; readonly items: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  /** The first group that captures; others are not reported. */
  | { readonly kind: "group"; readonly body: PatternNode }
  | {
      readonly kind: "repeat";
      /** Whether fewer repetitions are preferred, which decides where a match ends. */
      readonly isLazy: boolean;
      readonly body: PatternNode;
      readonly least: number;
      readonly most: number;
    };

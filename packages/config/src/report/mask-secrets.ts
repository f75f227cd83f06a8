// The text of a config in any format → the same text with the values of secret-bearing keys hidden.
import type { TextSpan } from "@hookwright/core";
import { isSecretPath, isVariableName } from "@hookwright/core/runtime";
import { SECRET_KEYS } from "../generated/secret-keys.ts";
import { countUpTo } from "../text/position.ts";

/** Keys outside of the schema are checked by name: the rest of the file belongs to the gateway. */
const SECRET_NAME =
  /token|secret|passw(?:or)?d|passphrase|^pass$|credential|authorization|cookie|(?:api|access|private|signing).?key/i;

/** The keys of the schema, and whether each bears a secret → the same test for any key, misspelt ones included. */
export function createSecretKeyTest(
  keys: Readonly<Record<string, boolean>>,
): (name: string) => boolean {
  const known = new Map(Object.entries(keys));
  const secret = [...known.keys()].filter((name) => known.get(name) === true);
  return (name) =>
    known.get(name) ?? (SECRET_NAME.test(name) || secret.some((key) => isOneTypoFrom(name, key)));
}

/** A frame shows the value of a misspelt key too, such as `tokn`, `tokenn`, `tokem` or `tokne`. */
function isOneTypoFrom(name: string, key: string): boolean {
  let start = 0;
  while (start < key.length && name[start] === key[start]) start++;
  const [written, meant] = [name.slice(start), key.slice(start)];
  const swapped = `${meant.slice(1, 2)}${meant.slice(0, 1)}${meant.slice(2)}`;
  return (
    written === swapped ||
    written === meant.slice(1) ||
    written.slice(1) === meant ||
    written.slice(1) === meant.slice(1)
  );
}

/** The text of a config that can be shown. */
export interface MaskedText {
  /** The same lines with `***` in place of each secret. */
  readonly text: string;
  /** Converts an offset of the original to one of the masked text. */
  readonly toMasked: (offset: number) => number;
}

/** A comment, a quoted text (up to its quote or the end of its line), a word, or any single character. */
const TOKEN =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?<=^|\s)#[^\n]*)|(?<quoted>"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?)|(?<word>[^\s{}[\],:"'][^\s{}[\],:]*)|[\s\S]/g;

/**
 * Hides the values of secret-bearing keys, such as `token`, in the text of a config. It works without a parser,
 * because a text that cannot be parsed is shown, too. In doubt it hides a value.
 *
 * @example
 * ```ts
 * maskSecrets('{ hooks: { token: "a-long-random-text" } }').text; // '{ hooks: { token: *** } }'
 * ```
 */
export function maskSecrets(source: string): MaskedText {
  /** The offset of a hidden value, and how many characters were removed before it. */
  const cuts: { readonly start: number; readonly removedBefore: number }[] = [];
  const ends: number[] = [];
  let removed = 0;
  const code = blankOut(source, findTextBlocks(source, isSecretKey));
  const isSecret = createSecretReader(code, isSecretKey);
  let text = "";
  for (const { 0: token, index: start, groups } of code.matchAll(TOKEN)) {
    const shown = isSecret(token, start) ? hide(token) : showToken(token, groups?.["comment"]);
    const end = start + token.length;
    text += shown === token ? source.slice(start, end) : shown;
    if (shown === token) continue;
    cuts.push({ start, removedBefore: removed });
    ends.push(end);
    removed += token.length - shown.length;
  }
  return {
    text,
    toMasked: (offset) => {
      const { start, removedBefore } = cuts[countUpTo(ends, offset)] ?? {
        start: offset,
        removedBefore: removed,
      };
      // An offset within a cut moves to its start.
      return Math.min(offset, start) - removedBefore;
    },
  };
}

/** Strings may look like keys, and contain characters that open a comment elsewhere. */
function blankOut(source: string, texts: readonly TextSpan[]): string {
  let code = "";
  for (const { start, end } of texts) {
    code += source.slice(code.length, start) + " ".repeat(end - start);
  }
  return code + source.slice(code.length);
}

/** Does not reveal the length of the secret, and keeps the number of lines. */
function hide(token: string): string {
  return `***${token.replace(/[^\n]/g, "")}`;
}

const isSecretKey = createSecretKeyTest(SECRET_KEYS);

/** A key and its separator, within a comment. */
const KEY_IN_COMMENT = /(?<![\w-])([\w-]+)["']?\s*[:=]\s*(?=\S)/g;

/** A line of the config that was commented out still contains its secret. */
function showToken(token: string, comment: string | undefined): string {
  if (comment === undefined) return token;
  const lines = comment.split("\n").map((line) => {
    const key = [...line.matchAll(KEY_IN_COMMENT)].find(([, name = ""]) => isSecretKey(name));
    return key === undefined ? line : `${line.slice(0, key.index + key[0].length)}***`;
  });
  return lines.join("\n");
}

interface Bracket {
  readonly isSecret: boolean;
}

/** A reference to a secret is an object with these keys. It names the secret and does not contain it. */
const REFERENCE_KEYS: ReadonlySet<string> = new Set(["env", "file", "source", "provider", "id"]);

/** What the value of a key of a reference is, unless it is the secret itself. */
const NAME_TESTS: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ["env", isVariableName],
  ["file", isSecretPath],
  ["id", (value) => isVariableName(value) || isSecretPath(value)],
]);

const isAnything = (): boolean => true;

/** A URL may have a token in its query, or a password before its host name. */
const ADDRESS_KEYS: ReadonlySet<string> = new Set(["hookUrl", "target"]);

/** These are always shown: they are syntax or constants, which cannot be secrets. */
const SYNTAX = /^(?:true|false|null|[:|>?~-][-+]?)$/;

const COMMENT = /^(?:\/[/*]|#)/;

/** The colon after a key. In YAML, a colon without a space after it can be part of a value. */
const COLON = /[^\S\n]*:(\s|$)?/y;

/**
 * Each token of a config, in order → whether it belongs to the value of a secret-bearing key.
 *
 * JSON5 and YAML are read alike: within brackets, a value ends at a comma or a bracket; outside of
 * brackets, it ends at the next line that is indented no deeper than its key.
 */
function createSecretReader(
  source: string,
  isSecretKey: (name: string) => boolean,
): (token: string, start: number) => boolean {
  const open: Bracket[] = [];
  /** The column of the secret-bearing key whose value is being read, outside of brackets. */
  let block: number | undefined;
  let lineStart = 0;
  let isFirst = true;
  let expectsKey = true;
  let isSecret = false;
  let isAddress = false;
  /** Within a reference: whether a value is a name, and not the token by mistake. */
  let isName: (value: string) => boolean = isAnything;
  /** Within unquoted text outside of brackets, where brackets and commas are text too. */
  let isText = false;

  const startLine = (start: number): void => {
    lineStart = start;
    isFirst = true;
    expectsKey = true;
    isText = false;
  };
  const startItem = (): void => {
    isSecret = isWithinSecret();
    isAddress = false;
    isName = isAnything;
  };
  const isWithinSecret = (): boolean => open.at(-1)?.isSecret ?? block !== undefined;

  /** A line that is indented no deeper than the key ends the value of the key. */
  const endBlock = (token: string, column: number): void => {
    isFirst = false;
    if (open.length > 0) return;
    const goesOn = block !== undefined && (column > block || (column === block && token === "-"));
    if (!goesOn) block = undefined;
    isSecret = goesOn;
    isAddress = false;
    isName = isAnything;
  };

  const readKey = (name: string, column: number): void => {
    const isWithin = isWithinSecret();
    isSecret = isWithin ? !REFERENCE_KEYS.has(name) : isSecretKey(name);
    isAddress = ADDRESS_KEYS.has(name);
    isName = (isWithin && NAME_TESTS.get(name)) || isAnything;
    if (open.length === 0 && isSecret) block ??= column;
    expectsKey = false;
  };

  const isKey = (token: string, start: number): boolean => {
    COLON.lastIndex = start + token.length;
    const colon = COLON.exec(source);
    const name = nameOf(token);
    if (open.length === 0) {
      if (!expectsKey) return false;
      // The lines of a secret block of text may look like keys.
      if (block !== undefined) return colon !== null && REFERENCE_KEYS.has(name);
      return colon !== null || isSecretKey(name);
    }
    if (colon === null) return expectsKey && !isSecret && isSecretKey(name);
    return expectsKey || !isSecret || colon[1] !== undefined || name !== token;
  };

  /** Whether the token is a bracket, or a comma between items. */
  const readPunctuation = (token: string): boolean => {
    if (token === "{" || token === "[") open.push({ isSecret });
    else if (token === "}" || token === "]") open.pop();
    else if (token !== "," || open.length === 0) return false;
    startItem();
    expectsKey = token !== "}" && token !== "]";
    return true;
  };

  const readWord = (token: string, start: number): boolean => {
    if (isKey(token, start)) {
      readKey(nameOf(token), start - lineStart);
      return false;
    }
    expectsKey = false;
    isText = open.length === 0 && !/^["']/.test(token);
    return isSecret || !isName(nameOf(token)) || (isAddress && /[?@]/.test(token));
  };

  return (token, start) => {
    if (token === "\n") startLine(start + 1);
    if (/^\s$/.test(token)) return false;
    if (isFirst) endBlock(token, start - lineStart);
    if (COMMENT.test(token)) return isSecret;
    if (isText) return token !== ":" && (isSecret || !isName(nameOf(token)));
    return !readPunctuation(token) && !SYNTAX.test(token) && readWord(token, start);
  };
}

function nameOf(token: string): string {
  return token.replace(/^["']|["']$/g, "");
}

/** `key: |` and `- >-`, optionally with a comment. */
const HEADER = /^(?<indent> *(?:- +)*)(?:(?<name>[\w"'.-]+) *: +)?[|>][\d+-]*[ \t]*(?:#.*)?$/;

/** The beginning of any line with a key. */
const KEY = /^(?<indent> *(?:- +)*)(?<name>[\w"'.-]+) *:(?:\s|$)/;

/**
 * The text before a value on a line. No two adjacent parts match the same character: otherwise a line of blanks, or
 * of
 * dashes, would take quadratic time.
 */
const KEY_BEFORE_VALUE = /^\s*(?:[-{,]+\s*)?["']?(?<name>\w[\w-]*)["']?\s*[:=]\s*/;

const SINGLE_WORD = /^\S+\s*$/;

interface OpenKey {
  readonly column: number;
  readonly name: string;
}

/** Without the line ends. A block below a secret-bearing key is hidden, unless it is a partial. */
function findTextBlocks(
  source: string,
  isSecretKey: (name: string) => boolean,
): readonly TextSpan[] {
  const found: TextSpan[] = [];
  let open: readonly OpenKey[] = [];
  /** The column of the key whose block is being read. */
  let block: number | undefined;
  for (const { 0: line, index } of source.matchAll(/[^\n]+/g)) {
    if (block !== undefined && (line.trim() === "" || leadingSpaces(line) > block)) {
      if (!isSecretLine(line, isSecretKey)) found.push({ start: index, end: index + line.length });
      continue;
    }
    block = undefined;
    const header = HEADER.exec(line.trimEnd())?.groups;
    const key = header ?? KEY.exec(line)?.groups;
    if (key === undefined) continue;
    open = openKey(open, key);
    const isBlock = header !== undefined && isText(open, isSecretKey);
    if (isBlock) block = columnOf(key);
  }
  return found;
}

type Groups = Readonly<Record<string, string | undefined>>;

function openKey(
  open: readonly OpenKey[],
  { indent = "", name = "-" }: Groups,
): readonly OpenKey[] {
  const column = indent.length;
  const above = open.filter((one) => one.column < column);
  return [...above, { column, name: name.replaceAll(/["']/g, "") }];
}

/** The lines of a block are indented deeper than its key, or than its dash if it has no key. */
function columnOf({ indent = "", name }: Groups): number {
  return name === undefined ? indent.trimEnd().length - 1 : indent.length;
}

/**
 * A key and one word after it. Attack: a line that is indented too deep becomes part of the text above it, and may
 * be the operator's token.
 */
function isSecretLine(line: string, isSecretKey: (name: string) => boolean): boolean {
  const [before = "", name = ""] = KEY_BEFORE_VALUE.exec(line) ?? [];
  const value = line.slice(before.length);
  return isSecretKey(name) && !value.includes("{{") && SINGLE_WORD.test(value);
}

function isText(open: readonly OpenKey[], isSecretKey: (name: string) => boolean): boolean {
  return open.at(-2)?.name === "partials" || !open.some(({ name }) => isSecretKey(name));
}

function leadingSpaces(line: string): number {
  return line.length - line.replace(/^ +/, "").length;
}

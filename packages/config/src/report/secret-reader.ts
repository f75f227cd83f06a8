// Each token of a config, in order → whether it belongs to the value of a secret-bearing key.
//
// JSON5 and YAML are read alike: within brackets, a value ends at a comma or a bracket; outside of
// brackets, it ends at the next line that is indented no deeper than its key.
import { isSecretPath, isVariableName } from "@hookwright/core/problems";

interface Bracket {
  readonly isSecret: boolean;
}

/** A reference to a secret is an object with these keys. It names the secret and does not contain it. */
const REFERENCE_KEYS: ReadonlySet<string> = new Set(["env", "file", "source", "provider", "id"]);

/** What the value of a key of a reference is, where it is not the secret itself. */
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

export function createSecretReader(
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

  /** Whether the token was a bracket, or a comma between items. */
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

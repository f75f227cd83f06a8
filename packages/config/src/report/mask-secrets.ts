// The text of a config in any format → the same text, line for line, with everything hidden that may be a secret.
import { hooksSchema } from "@hookwright/core";
import { findPlainKeys } from "./plain-keys.ts";

export interface MaskedText {
  readonly text: string;
  /** Where an offset of the original lies in the masked text. */
  readonly toMasked: (offset: number) => number;
}

/** Comment, quoted text (closed, or to the end of its line), word; anything else is a single character. */
const TOKEN =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?<=^|\s)#[^\n]*)|(?<quoted>"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?)|(?<word>[^\s{}[\],:"'][^\s{}[\],:]*)|[\s\S]/g;

const COLON_FOLLOWS = /[^\S\n]*:/y;

/**
 * Shows only the values of keys that Hookwright knows to be harmless. The rest of the file belongs to
 * the gateway, and a misspelt `token` is an unknown key like any other. Works on the bare text,
 * because it also serves where the text cannot be parsed; in doubt it hides too much.
 */
export function maskSecrets(source: string): MaskedText {
  const cuts: Cut[] = [];
  const shows = createReader();
  let text = "";
  for (const { 0: token, index: start, groups } of source.matchAll(TOKEN)) {
    const end = start + token.length;
    COLON_FOLLOWS.lastIndex = end;
    const isKey = COLON_FOLLOWS.test(source);
    const shown = groups?.["comment"] === undefined && shows(token, isKey) ? token : hide(token);
    text += shown;
    if (shown !== token) cuts.push({ start, end, removed: token.length - shown.length });
  }
  return {
    text,
    toMasked: (offset) => offset - cuts.reduce((sum, cut) => sum + shift(cut, offset), 0),
  };
}

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly removed: number;
}

/** How far a cut moves what stands at the offset; a place within it becomes its start. */
function shift({ start, end, removed }: Cut, offset: number): number {
  return offset < end ? Math.max(0, offset - start) : removed;
}

/** Always of one length, and with as many lines as before. */
function hide(token: string): string {
  return `***${token.replace(/[^\n]/g, "")}`;
}

const PLAIN_KEYS: ReadonlySet<string> = findPlainKeys(hooksSchema);

/** Shown whatever the key: they tell the shape of a config and cannot be a secret. */
const SHAPE = /^(?:true|false|null|\s|[:|>?~][-+]?)$/;

/** Reads the tokens one after the other and says of each whether it may be shown. */
function createReader(): (token: string, isKey: boolean) => boolean {
  /** One entry per open bracket: the key of a list, nothing for a map. */
  const open: (string | undefined)[] = [];
  let key = "";
  let expectsKey = true;
  let isFirst = true;

  const startItem = (): true => {
    key = open.at(-1) ?? "";
    expectsKey = open.at(-1) === undefined;
    isFirst = true;
    return true;
  };
  const openBracket = (listKey: string | undefined): true => {
    open.push(listKey);
    return startItem();
  };
  const closeBracket = (): true => {
    open.pop();
    key = "";
    return true;
  };
  const readKey = (token: string): boolean => {
    // What looks like a key within a value may be part of a secret, and so may what follows.
    key = expectsKey ? token.replace(/^["']|["']$/g, "") : "";
    const shown = expectsKey;
    expectsKey = false;
    return shown;
  };
  const readValue = (token: string): boolean => {
    const shown = PLAIN_KEYS.has(key) && (isFirst || !/^["']/.test(token));
    expectsKey = false;
    isFirst = false;
    return shown;
  };

  const marks = new Map<string, () => true>([
    ["\n", startItem],
    [",", startItem],
    ["{", () => openBracket(undefined)],
    ["[", () => openBracket(key)],
    ["}", closeBracket],
    ["]", closeBracket],
  ]);

  return (token, isKey) => {
    const readMark = marks.get(token);
    if (readMark !== undefined) return readMark();
    if (token === "-" || SHAPE.test(token)) return true;
    return isKey ? readKey(token) : readValue(token);
  };
}

// The text of a config in any format → the same text, line for line, with the values of secret-bearing keys hidden.
import { hooksSchema } from "@hookwright/core";
import { createSecretKeyTest } from "./secret-keys.ts";
import { createSecretReader } from "./secret-reader.ts";

export interface MaskedText {
  readonly text: string;
  /** Where an offset of the original lies in the masked text. */
  readonly toMasked: (offset: number) => number;
}

/** Comment, quoted text (closed, or to the end of its line), word; anything else is a single character. */
const TOKEN =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?<=^|\s)#[^\n]*)|(?<quoted>"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?)|(?<word>[^\s{}[\],:"'][^\s{}[\],:]*)|[\s\S]/g;

/** Works on the bare text, because a text that cannot be parsed is shown too. In doubt it hides too much. */
export function maskSecrets(source: string): MaskedText {
  const cuts: Cut[] = [];
  const isSecret = createSecretReader(source, isSecretKey);
  let text = "";
  for (const { 0: token, index: start, groups } of source.matchAll(TOKEN)) {
    const shown = isSecret(token, start) ? hide(token) : showToken(token, groups?.["comment"]);
    text += shown;
    if (shown !== token) {
      cuts.push({ start, end: start + token.length, removed: token.length - shown.length });
    }
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

/** By how much a cut moves the offset; an offset within the cut becomes its start. */
function shift({ start, end, removed }: Cut, offset: number): number {
  return offset < end ? Math.max(0, offset - start) : removed;
}

/** Always of one length, and with as many lines as before. */
function hide(token: string): string {
  return `***${token.replace(/[^\n]/g, "")}`;
}

const isSecretKey = createSecretKeyTest(hooksSchema);

/** A key and what separates it from its value, within a comment. */
const KEY_IN_COMMENT = /(?<![\w-])([\w-]+)["']?\s*[:=]\s*(?=\S)/g;

/** A line of the config that was commented out still has its secret. */
function showToken(token: string, comment: string | undefined): string {
  if (comment === undefined) return token;
  const lines = comment.split("\n").map((line) => {
    const key = [...line.matchAll(KEY_IN_COMMENT)].find(([, name = ""]) => isSecretKey(name));
    return key === undefined ? line : `${line.slice(0, key.index + key[0].length)}***`;
  });
  return lines.join("\n");
}

// The text of a config in any format → the same text with the values of secret-bearing keys hidden.
import { hooksSchema, type TextSpan } from "@hookwright/core";
import { countUpTo } from "../text/position.ts";
import { createSecretKeyTest } from "./secret-keys.ts";
import { createSecretReader } from "./secret-reader.ts";
import { findTextBlocks } from "./text-blocks.ts";

/** The text of a config that can be shown. */
export interface MaskedText {
  /** With `***` in place of each secret, and the same lines. */
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
  /** Where a value was hidden, and how many characters less there are in front of it. */
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

/** Texts may look like keys, and have characters that open a comment elsewhere. */
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

const isSecretKey = createSecretKeyTest(hooksSchema);

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

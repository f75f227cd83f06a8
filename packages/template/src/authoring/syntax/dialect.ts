// The inside of a tag in our spelling → in that of the grammar: messages[0].from, list.0.
import { BRACKET_STEP } from "@hookwright/base";

interface NormalizedDialect {
  readonly text: string;
  /** An offset in the normalized text → the offset in what the author wrote. */
  readonly originalOffset: (offset: number) => number;
}

/** One piece of text that is added, and where. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}

export function normalizeDialect(inner: string): NormalizedDialect {
  const insertions = /[[\d]/.test(inner) ? findInsertions(inner) : NOTHING;
  let text = "";
  let from = 0;
  for (const insertion of insertions) {
    text += inner.slice(from, insertion.at) + insertion.text;
    from = insertion.at;
  }
  return {
    text: text + inner.slice(from),
    originalOffset: (offset) => removeInsertions(insertions, offset),
  };
}

const NOTHING: readonly Insertion[] = [];

/** A string, a bracket segment, or a run of characters that can belong to one path. */
const TOKEN = new RegExp(
  String.raw`"(?:\\"|[^"])*"|'(?:\\'|[^'])*'|(?:${BRACKET_STEP}|[^\s"'()|=~[\]])+`,
  "g",
);

const NUMBER = /^-?\d+(?:\.\d+)?$/;

const STEP = new RegExp(String.raw`${BRACKET_STEP}|[^./[\]]+`, "g");

function findInsertions(inner: string): readonly Insertion[] {
  const insertions: Insertion[] = [];
  for (const token of inner.matchAll(TOKEN)) {
    if (/^["']/.test(token[0]) || NUMBER.test(token[0])) continue;
    for (const step of token[0].matchAll(STEP)) {
      const before = token[0][step.index - 1];
      const follows = before !== undefined && !"./@".includes(before);
      addInsertions(step[0], token.index + step.index, follows, insertions);
    }
  }
  return insertions;
}

/** `follows`: whether the step directly follows another one. */
function addInsertions(step: string, at: number, follows: boolean, insertions: Insertion[]): void {
  if (step.startsWith("[")) {
    if (follows) insertions.push({ at, text: "." });
    // `["data[email]"]`: in quotes a bracket belongs to the name; the grammar wants a backslash before it.
    for (const { index } of step.slice(0, -1).matchAll(/\]/g)) {
      insertions.push({ at: at + index, text: "\\" });
    }
  } else if (/^\d+$/.test(step)) {
    insertions.push({ at, text: "[" }, { at: at + step.length, text: "]" });
  }
}

function removeInsertions(insertions: readonly Insertion[], offset: number): number {
  let added = 0;
  for (const { at, text } of insertions) {
    if (at + added >= offset) break;
    added += text.length;
  }
  return offset - added;
}

const FOREIGN_STEP = String.raw`(?:\??\.[A-Za-z_][\w-]*|\[\d+\])`;

const DOLLAR = String.raw`\$\{\s*([a-z][\w-]*${FOREIGN_STEP}*|[A-Z_]\w*${FOREIGN_STEP}+)\s*\}`;

const SINGLE = String.raw`\{\s*([A-Za-z_][\w-]*${FOREIGN_STEP}+)\s*\}(?!\})`;

/** `${payload.a}`, and `${title}`, but not `${HOME}`, which is a variable of a shell. */
export const DOLLAR_TEXT: RegExp = new RegExp(`^${DOLLAR}`);

/** `{a.b}`, but not `{id}`, which occurs in URLs. */
export const SINGLE_TEXT: RegExp = new RegExp(`^${SINGLE}`);

const KEPT = new RegExp(String.raw`\\(?=\{%|${DOLLAR}|${SINGLE})`, "g");

/** Removes the backslashes that keep foreign syntax as text, as `\\{{` does for our own braces. */
export function unescapeForeign(text: string): string {
  return text.replace(KEPT, "");
}

// Our spellings → those of the Handlebars grammar: messages[0].from, list.0, and {{x}} before a brace.
import type { Tag } from "./tag.ts";

export interface Rewritten {
  readonly source: string;
  /** An offset in the rewritten text → the offset in what the author wrote. */
  readonly originalOffset: (offset: number) => number;
}

/** One piece of text that the rewriting added, and where. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}

export function rewriteDialect(source: string, tags: readonly Tag[]): Rewritten {
  const insertions = tags.flatMap((tag) => insertionsForTag(source, tag));
  let rewritten = "";
  let from = 0;
  for (const { at, text } of insertions) {
    rewritten += source.slice(from, at) + text;
    from = at;
  }
  return {
    source: rewritten + source.slice(from),
    originalOffset: (offset) => removeInsertions(insertions, offset),
  };
}

function removeInsertions(insertions: readonly Insertion[], offset: number): number {
  let added = 0;
  for (const { at, text } of insertions) {
    if (at + added >= offset) break;
    added += text.length;
  }
  return offset - added;
}

function insertionsForTag(source: string, tag: Tag): readonly Insertion[] {
  if (tag.kind === "comment") return [];
  const insertions = insertionsForExpression(tag.inner, tag.innerStart);
  // One brace more would close a tag of another kind; an empty comment keeps it out of this one.
  if (tag.kind !== "raw" && source[tag.end] === "}")
    insertions.push({ at: tag.end, text: "{{!}}" });
  return insertions;
}

/** A string, a bracket segment, or a run of characters that can belong to one path. */
const TOKEN = /"(?:\\"|[^"])*"|'(?:\\'|[^'])*'|(?:\[[^\]]*\]|[^\s"'()|=~[\]])+/g;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const STEP = /\[[^\]]*\]|[^./[\]]+/g;

function insertionsForExpression(inner: string, offset: number): Insertion[] {
  const insertions: Insertion[] = [];
  for (const token of inner.matchAll(TOKEN)) {
    if (/^["']/.test(token[0]) || NUMBER.test(token[0])) continue;
    for (const step of token[0].matchAll(STEP)) {
      const at = offset + token.index + step.index;
      const bracketed = step[0].startsWith("[");
      const before = token[0][step.index - 1];
      const follows = before !== undefined && !"./@".includes(before);
      if (bracketed && follows) insertions.push({ at, text: "." });
      if (!bracketed && /^\d+$/.test(step[0])) {
        insertions.push({ at, text: "[" }, { at: at + step[0].length, text: "]" });
      }
    }
  }
  return insertions;
}

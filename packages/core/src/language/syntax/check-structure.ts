// Tags → nothing, or the first block that does not fit together.

import { positionToText, TemplateSyntaxError } from "./syntax-error.ts";
import type { Tag } from "./tag.ts";

/** People nest three or four deep. */
const DEEPEST_NESTING = 100;

/** Blocks and "else if" branches within each other: each is a call, and stacks end near 3,000. */
const DEEPEST_BRANCHING = 300;

/** A block whose close is still to come. */
interface OpenBlock {
  readonly tag: Tag;
  branches: number;
  hasElse: boolean;
}

export function checkStructure(source: string, tags: readonly Tag[]): void {
  const open: OpenBlock[] = [];
  for (const tag of tags) {
    if (tag.kind === "open" || tag.kind === "inverse") {
      open.push({ tag, branches: 1, hasElse: false });
    } else if (tag.kind === "else") checkElse(source, tag, open.at(-1));
    else if (tag.kind === "close") checkClose(source, tag, open.pop()?.tag);
    else if (tag.kind === "value") checkSigil(source, tag);
    if (isTooDeep(tag, open)) throw tooDeep(tag);
  }
  const last = open.pop();
  if (last !== undefined) throw neverClosed(source, last.tag);
}

/** The name that the closing tag has to repeat. */
export function nameOfBlock({ inner }: Tag): string {
  return /^\s*((?:\[[^\]]*\]|"[^"]*"|'[^']*'|[^\s[])*)/.exec(inner)?.[1] as string;
}

function checkElse(source: string, tag: Tag, block: OpenBlock | undefined): void {
  const stray = (what: string, hint: string) => {
    const message = `"else" at ${positionToText(source, tag.start)} ${what}`;
    return new TemplateSyntaxError(message, tag.start, { code: "template_else_stray", hint });
  };
  if (block === undefined) {
    throw stray(
      "stands outside of any block",
      'Remove it, or open a block before it: "{{#if …}}".',
    );
  }
  const name = nameOfBlock(block.tag);
  if (/[>*]/.test(source[block.tag.innerStart - 1] as string)) {
    throw stray(`stands in "${name}", which has no else`, "Remove it.");
  }
  const isPlain = /^\s*(?:else)?\s*$/.test(tag.inner);
  if (block.hasElse) {
    const hint = isPlain ? 'Keep one of them, or make the first "{{else if …}}".' : "Move it up.";
    throw stray(`follows the last else of block "${name}"`, hint);
  }
  if (!isPlain && block.tag.kind === "inverse") {
    const hint = `Write "{{#unless ${name}}}" in place of "{{^${name}}}".`;
    throw stray("has a condition, and stands in an inverse block", hint);
  }
  block.hasElse = isPlain;
  block.branches += 1;
}

function checkClose(source: string, tag: Tag, opener: Tag | undefined): void {
  const name = tag.inner.trim();
  const opened = opener === undefined ? undefined : nameOfBlock(opener);
  if (opened === name) return;
  const at = positionToText(source, tag.start);
  const code = "template_block_mismatch";
  if (opener === undefined) {
    const message = `"{{/${name}}}" at ${at} closes a block that was never opened`;
    const hint = `Remove it, or open the block before it: "{{#${name} …}}".`;
    throw new TemplateSyntaxError(message, tag.start, { code, hint });
  }
  const openedAt = positionToText(source, opener.start);
  const message = `block "${opened}" opened at ${openedAt} is closed by "{{/${name}}}" at ${at}`;
  // Whoever writes "{{#else}}" did not mean to open a block.
  const hint = opened === "else" ? 'Write "{{else}}", without the "#".' : `Write "{{/${opened}}}".`;
  throw new TemplateSyntaxError(message, tag.start, { code, hint });
}

/** `{{ #if x }}`: other template languages allow it, and the close would be reported instead. */
function checkSigil(source: string, tag: Tag): void {
  if (!/^\s+[#/^>!&]/.test(tag.inner)) return;
  const text = source.slice(tag.start, tag.end);
  const message = `"${text}" has a space before its "${tag.inner.trim()[0]}"`;
  throw new TemplateSyntaxError(message, tag.start, { hint: `Write "{{${tag.inner.trim()}}}".` });
}

function isTooDeep({ inner }: Tag, open: readonly OpenBlock[]): boolean {
  if (open.length > DEEPEST_NESTING) return true;
  if (inner.includes("(") && inner.split("(").length > DEEPEST_NESTING + 1) return true;
  return open.reduce((sum, { branches }) => sum + branches, 0) > DEEPEST_BRANCHING;
}

function tooDeep(tag: Tag): TemplateSyntaxError {
  const message = `blocks or sub-expressions are nested more than ${DEEPEST_NESTING} deep, or "else if" branches more than ${DEEPEST_BRANCHING}`;
  return new TemplateSyntaxError(message, tag.start, {
    code: "template_too_deep",
    hint: "Flatten the template, or shape the payload in a transform.",
  });
}

function neverClosed(source: string, tag: Tag): TemplateSyntaxError {
  const name = nameOfBlock(tag);
  const message = `block "${name}" opened at ${positionToText(source, tag.start)} is never closed`;
  const hint = `Add "{{/${name}}}".`;
  return new TemplateSyntaxError(message, tag.start, { code: "template_unclosed", hint });
}

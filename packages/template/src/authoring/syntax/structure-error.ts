// Tags that do not fit together → the error that says which, where, and what to write.
import { hintField } from "./hint-expression.ts";
import { nameOfBlock, type Tag } from "./scan-tag.ts";
import { positionToText, TemplateSyntaxError } from "./template-problem.ts";

/** People nest three or four deep. */
export const MAX_BLOCK_DEPTH = 100;

/** Blocks and "else if" branches within each other: each is a call, and stacks end near 3,000. */
export const MAX_BRANCHES = 300;

/** The block around a tag. */
interface OpenedBlock {
  readonly tag: Tag;
  readonly hasElse: boolean;
}

export function isPlainElse({ inner }: Tag): boolean {
  return /^\s*(?:else)?\s*$/.test(inner);
}

export function elseError(
  source: string,
  tag: Tag,
  block: OpenedBlock | undefined,
): TemplateSyntaxError | undefined {
  const stray = (what: string, hint: string) => {
    const message = `"else" at ${positionToText(source, tag.start)} ${what}`;
    return new TemplateSyntaxError(message, tag.start, { code: "template_else_stray", hint });
  };
  if (block === undefined) {
    const hint = 'Remove it, or open a block before it: "{{#if …}}".';
    return stray("is outside of any block", hint);
  }
  const name = nameOfBlock(block.tag.inner);
  if (/[>*]/.test(block.tag.sigil)) {
    return stray(`is in "${name}", which has no else`, "Remove it.");
  }
  if (block.hasElse) {
    const keep = 'Keep one of them, or make the first "{{else if …}}".';
    return stray(
      `follows the last else of block "${name}"`,
      isPlainElse(tag) ? keep : "Move it up.",
    );
  }
  if (isPlainElse(tag) || block.tag.kind !== "inverse") return undefined;
  const hint = `Write "{{#unless ${name}}}" in place of "{{^${name}}}".`;
  return stray("has a condition, but is in an inverse block", hint);
}

/** For a close whose name is not that of the block that it would close. */
export function closeError(source: string, tag: Tag, opener: Tag | undefined): TemplateSyntaxError {
  const name = tag.inner.trim();
  const at = positionToText(source, tag.start);
  const code = "template_block_mismatch";
  if (opener === undefined) {
    const message = `"{{/${name}}}" at ${at} closes a block that was never opened`;
    const hint = `Remove it, or open the block before it: "{{#${name} …}}".`;
    return new TemplateSyntaxError(message, tag.start, { code, hint });
  }
  const opened = nameOfBlock(opener.inner);
  const openedAt = positionToText(source, opener.start);
  const message = `block "${opened}" opened at ${openedAt} is closed by "{{/${name}}}" at ${at}`;
  // An author who writes "{{#else}}" did not mean to open a block.
  const hint = opened === "else" ? 'Write "{{else}}", without the "#".' : `Write "{{/${opened}}}".`;
  return new TemplateSyntaxError(message, tag.start, { code, hint });
}

/** `{{ #if x }}`: other template languages allow it, and the close would be reported instead. */
export function sigilError(source: string, tag: Tag): TemplateSyntaxError | undefined {
  if (!/^\s+[#/^>!&]/.test(tag.inner)) return undefined;
  const text = source.slice(tag.start, tag.end);
  const inner = tag.inner.trim();
  const message = `"${text}" has a space before its "${inner[0]}"`;
  return new TemplateSyntaxError(message, tag.start, { hint: `Write "{{${inner}}}".` });
}

export function depthError(tag: Tag): TemplateSyntaxError {
  const message = `blocks or sub-expressions are nested more than ${MAX_BLOCK_DEPTH} deep, or "else if" branches more than ${MAX_BRANCHES}`;
  return new TemplateSyntaxError(message, tag.start, {
    code: "template_too_deep",
    hint: "Flatten the template, or shape the payload in a transform.",
  });
}

export function neverClosedError(source: string, tag: Tag): TemplateSyntaxError {
  const name = nameOfBlock(tag.inner);
  const message = `block "${name}" opened at ${positionToText(source, tag.start)} is never closed`;
  // XML that was made into JSON has a field `#text`.
  const isField =
    tag.sigil === "#" &&
    tag.inner.trim() === name &&
    /^(?!(?:if|unless|each|with)$)[\w-]+$/.test(name);
  const field = isField ? ` ${hintField(`#${name}`, `[#${name}]`)}` : "";
  const hint = `Add "{{/${name}}}".${field}`;
  return new TemplateSyntaxError(message, tag.start, { code: "template_unclosed", hint });
}

// Tags → nothing, or the first block that does not fit together.
import type { Tag } from "./scan-tags.ts";
import { positionToText, TemplateSyntaxError } from "./syntax-error.ts";

/** People nest three or four deep; the parser's stack ends somewhere near 3,000. */
const DEEPEST_NESTING = 100;

export function checkStructure(source: string, tags: readonly Tag[]): void {
  const open: Tag[] = [];
  for (const tag of tags) {
    if (tag.kind === "open" || tag.kind === "inverse") open.push(tag);
    else if (tag.kind === "else") checkElse(source, tag, open);
    else if (tag.kind === "close") checkClose(source, tag, open.pop());
    if (open.length > DEEPEST_NESTING) throw tooDeep(tag);
  }
  const last = open.pop();
  if (last !== undefined) throw neverClosed(source, last);
}

function tooDeep(tag: Tag): TemplateSyntaxError {
  return new TemplateSyntaxError(`blocks are nested more than ${DEEPEST_NESTING} deep`, tag.start, {
    code: "template_too_deep",
    hint: "Flatten the template, or shape the payload in a transform.",
  });
}

function neverClosed(source: string, tag: Tag): TemplateSyntaxError {
  const name = nameOf(tag);
  const message = `block "${name}" opened at ${positionToText(source, tag.start)} is never closed`;
  const hint = `Add "{{/${name}}}".`;
  return new TemplateSyntaxError(message, tag.start, { code: "template_unclosed", hint });
}

function checkElse(source: string, tag: Tag, open: readonly Tag[]): void {
  if (open.length > 0) return;
  const message = `"else" at ${positionToText(source, tag.start)} stands outside of any block`;
  throw new TemplateSyntaxError(message, tag.start, {
    code: "template_else_stray",
    hint: 'Remove it, or open a block before it: "{{#if …}}".',
  });
}

function checkClose(source: string, tag: Tag, opener: Tag | undefined): void {
  const name = tag.inner.trim();
  const at = positionToText(source, tag.start);
  if (opener === undefined) {
    throw new TemplateSyntaxError(
      `"{{/${name}}}" at ${at} closes a block that was never opened`,
      tag.start,
      {
        code: "template_block_mismatch",
        hint: `Remove it, or open the block before it: "{{#${name} …}}".`,
      },
    );
  }
  const opened = nameOf(opener);
  if (opened === name) return;
  const openedAt = positionToText(source, opener.start);
  throw new TemplateSyntaxError(
    `block "${opened}" opened at ${openedAt} is closed by "{{/${name}}}" at ${at}`,
    tag.start,
    { code: "template_block_mismatch", hint: `Write "{{/${opened}}}".` },
  );
}

/** The name that the closing tag has to repeat. */
function nameOf(tag: Tag): string {
  return /^\s*((?:\[[^\]]*\]|"[^"]*"|'[^']*'|[^\s[])+)/.exec(tag.inner)?.[1] ?? "";
}

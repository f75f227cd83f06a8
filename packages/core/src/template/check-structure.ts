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
    if (open.length > DEEPEST_NESTING) {
      throw new TemplateSyntaxError(
        `blocks are nested more than ${DEEPEST_NESTING} deep`,
        tag.start,
        "Flatten the template, or shape the payload in a transform.",
      );
    }
  }
  const last = open.pop();
  if (last !== undefined) {
    throw new TemplateSyntaxError(
      `block "${nameOf(last)}" opened at ${positionToText(source, last.start)} is never closed`,
      last.start,
      `Add "{{/${nameOf(last)}}}".`,
    );
  }
}

function checkElse(source: string, tag: Tag, open: readonly Tag[]): void {
  if (open.length > 0) return;
  throw new TemplateSyntaxError(
    `"else" at ${positionToText(source, tag.start)} stands outside of any block`,
    tag.start,
    'Remove it, or open a block before it: "{{#if …}}".',
  );
}

function checkClose(source: string, tag: Tag, opener: Tag | undefined): void {
  const name = tag.inner.trim();
  if (opener === undefined) {
    throw new TemplateSyntaxError(
      `"{{/${name}}}" at ${positionToText(source, tag.start)} closes a block that was never opened`,
      tag.start,
      `Remove it, or open the block before it: "{{#${name} …}}".`,
    );
  }
  if (nameOf(opener) === name) return;
  throw new TemplateSyntaxError(
    `block "${nameOf(opener)}" opened at ${positionToText(source, opener.start)} is closed by "{{/${name}}}"`,
    tag.start,
    `Write "{{/${nameOf(opener)}}}".`,
  );
}

/** The name that the closing tag has to repeat. */
function nameOf(tag: Tag): string {
  return /^\s*((?:\[[^\]]*\]|"[^"]*"|'[^']*'|[^\s[])+)/.exec(tag.inner)?.[1] ?? "";
}

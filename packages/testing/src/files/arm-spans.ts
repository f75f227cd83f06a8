// A template and the opening tag of a block → where its halves stand.
import type { TextSpan } from "@hookwright/core";

interface ArmSpans {
  readonly body: TextSpan;
  /** Behind the `{{else}}`; absent where there is none. */
  readonly other?: TextSpan;
}

const TAG = /\{\{~?!--[\s\S]*?--~?\}\}|\{\{[\s\S]*?\}\}/g;

/** Undefined for what is no block. Braces in texts and raw blocks are not looked into: at worst, less is coloured. */
export function findArms(template: string, { start, end }: TextSpan): ArmSpans | undefined {
  if (!/^\{\{~?[#^]/.test(template.slice(start, end))) return undefined;
  const tags = tagsOfBlock(template, end);
  const close = tags.find(({ kind }) => kind === "close");
  if (close === undefined) return undefined;
  const half = tags.find(({ kind }) => kind === "else");
  if (half === undefined || half.start > close.start)
    return { body: { start: end, end: close.start } };
  return {
    body: { start: end, end: half.start },
    other: { start: half.isCondition ? half.start : half.end, end: close.start },
  };
}

interface BlockTag extends TextSpan {
  readonly kind: "open" | "else" | "close";
  /** Whether the condition of an `else if` is a part of the other half. */
  readonly isCondition: boolean;
}

/** The tags behind the opening one that are of the same block. */
function tagsOfBlock(template: string, from: number): readonly BlockTag[] {
  let depth = 0;
  const own: BlockTag[] = [];
  for (const { 0: text, index } of template.slice(from).matchAll(TAG)) {
    const kind = kindOf(text);
    if (kind === undefined) continue;
    const start = from + index;
    const isCondition = /^\{\{~?\s*else\s+\w/.test(text);
    if (depth === 0) own.push({ kind, start, end: start + text.length, isCondition });
    if (kind === "open") depth += 1;
    if (kind === "close") depth -= 1;
  }
  return own;
}

function kindOf(text: string): BlockTag["kind"] | undefined {
  if (/^\{\{~?\s*(?:else\b|\^\s*~?\}\})/.test(text)) return "else";
  if (/^\{\{~?[#^]/.test(text)) return "open";
  return /^\{\{~?\//.test(text) ? "close" : undefined;
}

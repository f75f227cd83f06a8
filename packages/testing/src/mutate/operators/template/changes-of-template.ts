// A template → all changes of it, one thing at a time; none of one that cannot be read.
import { parseTemplate } from "@hookwright/template/internal";
import type { TemplateChange } from "./edit.ts";
import { mutateBlocks } from "./mutate-blocks.ts";
import { type ExpressionOptions, mutateExpressions } from "./mutate-expressions.ts";
import { mutateText } from "./mutate-text.ts";

export interface TemplateChangeOptions extends ExpressionOptions {
  /** Whether lines of literal text are dropped, too. */
  readonly text: boolean;
}

export function changesOfTemplate(
  source: string,
  { text, ...options }: TemplateChangeOptions,
): readonly TemplateChange[] {
  const read = parseTemplate(source);
  if (!read.ok) return [];
  return [
    ...mutateExpressions(read.parsed, options),
    ...mutateBlocks(source),
    ...(text ? mutateText(source) : []),
  ];
}

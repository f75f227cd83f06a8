// An explanation → lines: what each expression read and rendered, which halves of blocks were rendered, and
// which expressions were empty.

import { visibleText, visibleValue } from "@hookwright/base";
import type {
  BlockReport,
  EmptyExpression,
  Explanation,
  FieldReport,
  Span,
} from "@hookwright/core";
import type { Style } from "../style.ts";
import { blockToLines } from "./blocks-to-lines.ts";
import { reasonToText } from "./reason-to-text.ts";

/** The section with the result has the whole text. */
const MAX_VALUE_CHARS = 100;

export function fieldsToLines(explanation: Explanation, style: Style): readonly string[] {
  const { fields, blocks, emptyExpressions } = explanation;
  const shown = new Set<BlockReport>();
  const lines = fields.flatMap((field) => {
    const own = blocks.filter((block) => isOf(block, field));
    for (const block of own) shown.add(block);
    return [...describeField(field, style), ...describeBlocks(own, style)];
  });
  // A field that rendered nothing at all has no report of its own.
  const others = blocks.filter((block) => !shown.has(block));
  return [
    ...lines,
    ...others.flatMap((block) => [`${block.field} → nothing`, ...describeBlocks([block], style)]),
    ...emptyExpressions.flatMap((empty) => describeEmpty(empty, style)),
  ];
}

function isOf(block: BlockReport, { field, index }: FieldReport): boolean {
  return block.field === field && block.index === index;
}

function describeBlocks(blocks: readonly BlockReport[], style: Style): readonly string[] {
  return blocks.flatMap((block) => blockToLines(block, style)).map((line) => `    ${line}`);
}

/** The rendered text, before the policies and the fence. */
function describeField(
  { field, index, text, spans }: FieldReport,
  style: Style,
): readonly string[] {
  const name = index === undefined ? field : `[${index}] ${field}`;
  return [
    `${name} → ${visibleValue(text, MAX_VALUE_CHARS)}`,
    ...spans.flatMap((span) => describeSpan(span, style)),
  ];
}

function describeSpan({ text, origin }: Span, style: Style): readonly string[] {
  if (origin.kind === "operator") return [];
  const { expression, paths, helpers } = origin;
  const source = [...paths, ...helpers.map((name) => `helper ${name}`)].join(", ");
  const rendered = `${visibleText(expression)} → ${visibleValue(text, MAX_VALUE_CHARS)}`;
  return [`    ${rendered} ${style.dim(`(${visibleText(source)})`)}`];
}

function describeEmpty(
  { field, expression, nearest, reasons = [] }: EmptyExpression,
  style: Style,
): readonly string[] {
  const hint =
    nearest === undefined ? "" : style.hint(` Did you mean {{${visibleText(nearest)}}}?`);
  const line = `${style.warning("empty")} ${field}: ${visibleText(expression)}${hint}`;
  return [line, ...reasons.map((reason) => `    ${style.hint(reasonToText(reason))}`)];
}

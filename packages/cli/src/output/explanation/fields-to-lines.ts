// An explanation → lines: what each expression read and rendered, and which expressions were empty.
import type { Explanation } from "@hookwright/core";
import type { Style } from "../style.ts";
import { visibleText, visibleValue } from "../visible-text.ts";

type FieldReport = Explanation["fields"][number];
type Span = FieldReport["spans"][number];
type EmptyExpression = Explanation["emptyExpressions"][number];

/** The section with the result has the whole text. */
const MAX_VALUE_CHARS = 100;

export function fieldsToLines(explanation: Explanation, style: Style): readonly string[] {
  const { fields, emptyExpressions } = explanation;
  return [
    ...fields.flatMap((field) => describeField(field, style)),
    ...emptyExpressions.map((empty) => describeEmpty(empty, style)),
  ];
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

function describeEmpty({ field, expression, nearest }: EmptyExpression, style: Style): string {
  const hint =
    nearest === undefined ? "" : style.hint(` Did you mean {{${visibleText(nearest)}}}?`);
  return `${style.warning("empty")} ${field}: ${visibleText(expression)}${hint}`;
}

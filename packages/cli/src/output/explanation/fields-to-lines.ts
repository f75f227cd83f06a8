// The fields of an explanation → what every expression read and rendered, and which were empty.
import type { Explanation } from "@hookwright/core";
import type { Style } from "../style.ts";
import { visibleText, visibleValue } from "../visible-text.ts";

type FieldReport = Explanation["fields"][number];
type Span = FieldReport["spans"][number];
type EmptyExpression = Explanation["emptyExpressions"][number];

/** Characters of a rendered value: the whole text stands in the result. */
const LONGEST_VALUE = 100;

export function fieldsToLines(explanation: Explanation, style: Style): readonly string[] {
  const { fields, emptyExpressions } = explanation;
  return [
    ...fields.flatMap((field) => describeField(field, style)),
    ...emptyExpressions.map((empty) => describeEmpty(empty, style)),
  ];
}

/** Before the policies and the fence: what the templates alone made. */
function describeField(
  { field, index, text, spans }: FieldReport,
  style: Style,
): readonly string[] {
  const place = index === undefined ? field : `[${index}] ${field}`;
  return [
    `${place} → ${visibleValue(text, LONGEST_VALUE)}`,
    ...spans.flatMap((span) => describeSpan(span, style)),
  ];
}

function describeSpan({ text, origin }: Span, style: Style): readonly string[] {
  if (origin.kind === "operator") return [];
  const { expression, paths, helpers } = origin;
  const source = [...paths, ...helpers.map((name) => `helper ${name}`)].join(", ");
  const rendered = `${visibleText(expression)} → ${visibleValue(text, LONGEST_VALUE)}`;
  return [`    ${rendered} ${style.dim(`(${visibleText(source)})`)}`];
}

function describeEmpty({ field, expression, nearest }: EmptyExpression, style: Style): string {
  const hint =
    nearest === undefined ? "" : style.hint(` Did you mean {{${visibleText(nearest)}}}?`);
  return `${style.warning("empty")} ${field}: ${visibleText(expression)}${hint}`;
}

// A wrong text → the same, with the expression that made the first difference.
import type { Explanation, FieldReport, Span } from "@hookwright/core";
import type { TextOrigin, WrongField } from "./model.ts";
import { templatesOf } from "./view-action.ts";

/** Adds nothing if the operator wrote that part, or if it is unknown. */
export function withOrigin(wrong: WrongField, explanation: Explanation): WrongField {
  const { field, expected, seen } = wrong;
  if (typeof expected !== "string" || typeof seen !== "string") return wrong;
  const templates = templatesOf(field.replace(/^.*\./, ""));
  const fields =
    field === "snapshot"
      ? explanation.fields
      : explanation.fields.filter((one) => templates.includes(one.field));
  const from = findOrigin(seen, expected, fields);
  return from === undefined ? wrong : { ...wrong, from };
}

function findOrigin(
  seen: string,
  expected: string,
  fields: readonly FieldReport[],
): TextOrigin | undefined {
  const differs = lengthOfCommonStart(seen, expected);
  // The longest report is the text itself; a name may occur in it.
  const [report] = fields
    .filter((one) => isAround(one, seen, differs))
    .sort((one, other) => other.text.length - one.text.length);
  if (report === undefined) return undefined;
  const { field, spans } = report;
  let end = seen.indexOf(report.text);
  const made = spans.find(({ text }) => {
    end += text.length;
    return differs < end;
  });
  // After the last character, the last expression rendered too little.
  const { origin } = made ?? (spans.at(-1) as Span);
  if (origin.kind === "operator") return undefined;
  return { field, expression: origin.expression, paths: origin.paths };
}

function isAround({ text }: FieldReport, seen: string, place: number): boolean {
  const start = seen.indexOf(text);
  return start >= 0 && start <= place && place <= start + text.length;
}

function lengthOfCommonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

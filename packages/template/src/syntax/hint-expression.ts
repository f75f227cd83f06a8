// The inside of a tag that is no Handlebars expression → what its author may have meant to write.
import { BRACKET_STEP } from "@hookwright/base";

/** Strings and segments may hold anything. */
const VERBATIM = new RegExp(`"[^"]*"|'[^']*'|${BRACKET_STEP}`, "g");

const CALL =
  'A call names its helper first: "{{upper name}}", or within another call "(upper name)".';

/** What other languages write; the first that fits is told of. */
const HINTS: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [/\sas\s*\|/, 'Write the names between two bars, with spaces: "as |item index|".'],
  [/==/, hintOperator("eq")],
  [/!=/, hintOperator("ne")],
  [/<=/, hintOperator("lte")],
  [/>=/, hintOperator("gte")],
  [/</, hintOperator("lt")],
  [/>/, hintOperator("gt")],
  [/&&/, hintOperator("and")],
  [/\|\|/, hintOperator("or")],
  [/(?:^|[\s(])!/, 'There are no operators: write "(not a)", or "{{#unless a}}".'],
  [/\||[\w.]\(/, CALL],
];

export function hintExpression(inner: string): string {
  const code = inner.replace(VERBATIM, "x");
  const found = HINTS.find(([pattern]) => pattern.test(code));
  if (found !== undefined) return found[1];
  return "Write a path such as {{user.name}} or {{items[0].id}}, or a helper and its arguments.";
}

function hintOperator(helper: string): string {
  return `There are no operators: write "(${helper} a b)", as in "{{#if (${helper} a b)}}".`;
}

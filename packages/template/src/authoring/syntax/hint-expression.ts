// The inside of a tag that is not a Handlebars expression → what its author probably meant.
import { BRACKET_STEP, pathFromSteps, quoteNestedBrackets } from "@hookwright/base";

/** Strings and segments may hold anything. */
const VERBATIM = new RegExp(`"[^"]*"|'[^']*'|${BRACKET_STEP}`, "g");

const CALL =
  'A call names its helper first: "{{upper name}}", or within another call "(upper name)".';

/** What other languages write; the first match gives the hint. */
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
  const nested = quoteNestedBrackets(inner.trim());
  if (nested !== undefined) return `Put a name with brackets in quotes: write "{{${nested}}}".`;
  const field = nameWithSigns(inner.trim());
  if (field !== undefined) return hintField(inner.trim(), field);
  const code = inner.replace(VERBATIM, "x");
  const found = HINTS.find(([pattern]) => pattern.test(code));
  if (found !== undefined) return found[1];
  return "Write a path such as {{user.name}} or {{items[0].id}}, or a helper and its arguments.";
}

/** For a field that cannot be written without brackets. `written` is the path as the author wrote it. */
export function hintField(written: string, path: string): string {
  return `For the field "${written}" write "{{${path}}}".`;
}

const SIGNED_WORD = String.raw`[@#%&*$]?[\p{L}\p{N}_$:-]+[@#%&*?:+/€$°,;]*`;

/** A step of a path: words and signs, such as `E-Mail`, `Status@`, `50%`, `Net (EUR)`, `Order #`. */
const SIGNED_STEP = new RegExp(
  String.raw`^(?:${SIGNED_WORD}|[@#%]+)(?: +(?:\([^()[\]=<>!|&"']+\)|${SIGNED_WORD}|[@#%&*?+/€$°-]+))*$`,
  "u",
);

/** Undefined for what is not, or not only, a path. */
function nameWithSigns(inner: string): string | undefined {
  return !/[@#%&*?+/€$°()]/.test(inner) ? undefined : spellPath(inner);
}

/** `data.Status@` → `data.[Status@]`; undefined if a step cannot be the name of a field. */
export function spellPath(written: string): string | undefined {
  const steps = written.split(".");
  if (written.length > MAX_NAME || !steps.every((step) => SIGNED_STEP.test(step))) return undefined;
  // A sum or a product of two names is not a name.
  if (/&&|[\p{L}\p{N}_] +[-+*/%] +[\p{L}\p{N}_]/u.test(written)) return undefined;
  return pathFromSteps(steps);
}

const MAX_NAME = 200;

function hintOperator(helper: string): string {
  return `There are no operators: write "(${helper} a b)", as in "{{#if (${helper} a b)}}".`;
}

// Text that other template languages evaluate → how to recognise it, and the backslash that keeps it as text.

const STEP = String.raw`(?:\??\.[A-Za-z_][\w-]*|\[\d+\])`;
const DOLLAR = String.raw`\$\{\s*([a-z][\w-]*${STEP}*|[A-Z_]\w*${STEP}+)\s*\}`;
const SINGLE = String.raw`\{\s*([A-Za-z_][\w-]*${STEP}+)\s*\}(?!\})`;

/** `${payload.a}`, and `${title}`, but not `${HOME}`, which is a variable of a shell. */
export const DOLLAR_TEXT: RegExp = new RegExp(`^${DOLLAR}`);

/** `{a.b}`, but not `{id}`, which stands in URLs. */
export const SINGLE_TEXT: RegExp = new RegExp(`^${SINGLE}`);

const KEPT = new RegExp(String.raw`\\(?=\{%|${DOLLAR}|${SINGLE})`, "g");

/** The text without the backslashes that say that it is meant so, as `\\{{` does for our own braces. */
export function unescapeForeign(text: string): string {
  return text.replace(KEPT, "");
}

// The text of a config → whether it is nested so deeply that its parser could run out of stack.

/** A config needs ten levels. Parsers recurse once a level, and a full stack can end the process. */
const MAX_DEPTH = 500;

/** The YAML ways without brackets: a line of `- - - -`, or one indented by as many columns. */
const DEEP_LINE = new RegExp(`^(?: {${MAX_DEPTH}}| *(?:[-?:] +){${MAX_DEPTH / 2}})`, "m");

/** Brackets in strings count too: a string with hundreds of unclosed ones is no template either. */
export function nestsTooDeep(source: string): boolean {
  let depth = 0;
  for (const [bracket] of source.matchAll(/[{}[\]]/g)) {
    depth = bracket === "{" || bracket === "[" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) return true;
  }
  return DEEP_LINE.test(source);
}

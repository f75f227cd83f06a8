// Whether to colour → functions that style a text by its role.

/** SGR codes: bold red, bold yellow, green, cyan, bold, dim. */
const CODES = { error: "1;31", warning: "1;33", good: "32", hint: "36", title: "1", dim: "2" };

export type Style = Readonly<Record<keyof typeof CODES, (text: string) => string>>;

export function createStyle(color: boolean): Style {
  const paint = (code: string) => (text: string) =>
    color ? `\u001B[${code}m${text}\u001B[0m` : text;
  return {
    error: paint(CODES.error),
    warning: paint(CODES.warning),
    good: paint(CODES.good),
    hint: paint(CODES.hint),
    title: paint(CODES.title),
    dim: paint(CODES.dim),
  };
}

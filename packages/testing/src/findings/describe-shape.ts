// A value that a helper could not read → what it looks like, without telling what it says.

/** Enough to see what kind of text it is. */
const MAX_CHARACTERS = 32;

/** Letters are shown as `a` and `A`, digits as `9`: the text may be about a person. */
export function describeShape(value: unknown): string {
  if (typeof value === "string") return `a text like "${shapeOf(value)}"`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object") return "an object";
  return typeof value === "number" ? `a number like ${shapeOf(String(value))}` : `${value}`;
}

function shapeOf(text: string): string {
  const shape = [...text]
    .slice(0, MAX_CHARACTERS)
    .join("")
    .replaceAll(/\p{Lu}/gu, "A")
    .replaceAll(/(?!A)\p{L}/gu, "a")
    .replaceAll(/\p{N}/gu, "9")
    .replaceAll(/[\s\p{C}]/gu, " ");
  return shape.length < text.length ? `${shape}…` : shape;
}

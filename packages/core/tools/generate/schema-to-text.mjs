// @ts-check
// A JSON value → its text as the formatter leaves it: a list without objects on one line where it fits.

const WIDTH = 100;

/** @param {unknown} schema */
export function schemaToText(schema) {
  return `${toText(schema, "", 0)}\n`;
}

/**
 * @param {unknown} value
 * @param {string} indent
 * @param {number} taken columns of the line that stand before the value
 * @returns {string}
 */
function toText(value, indent, taken) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const line = lineOf(value);
    // The comma after it counts.
    if (line !== undefined && taken + line.length + 1 <= WIDTH) return line;
    const items = value.map((item) => `${inner}${toText(item, inner, inner.length)}`);
    return `[\n${items.join(",\n")}\n${indent}]`;
  }
  const entries = Object.entries(value).map(([key, item]) => {
    const start = `${inner}${JSON.stringify(key)}: `;
    return start + toText(item, inner, start.length);
  });
  return entries.length === 0 ? "{}" : `{\n${entries.join(",\n")}\n${indent}}`;
}

/**
 * Undefined for a list with an object in it.
 *
 * @param {readonly unknown[]} list
 * @returns {string | undefined}
 */
function lineOf(list) {
  const items = list.map((item) => {
    if (Array.isArray(item)) return lineOf(item);
    return typeof item === "object" ? undefined : JSON.stringify(item);
  });
  return items.includes(undefined) ? undefined : `[${items.join(", ")}]`;
}

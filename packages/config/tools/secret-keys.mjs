// @ts-check
// A JSON Schema → its keys, and of each whether it bears a secret somewhere.

/**
 * @param {unknown} schema
 * @returns {Readonly<Record<string, boolean>>}
 */
export function secretKeys(schema) {
  /** @type {Map<string, boolean>} */
  const keys = new Map();
  for (const [name, isSecret] of listKeys(schema)) {
    keys.set(name, isSecret || keys.get(name) === true);
  }
  return Object.fromEntries(keys);
}

/**
 * @param {unknown} schema
 * @returns {Generator<readonly [name: string, isSecret: boolean]>}
 */
function* listKeys(schema) {
  if (typeof schema !== "object" || schema === null) return;
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "properties") {
      for (const [name, type] of Object.entries(value)) {
        yield [name, JSON.stringify(type).includes('"#/definitions/secret"')];
      }
    }
    yield* listKeys(value);
  }
}

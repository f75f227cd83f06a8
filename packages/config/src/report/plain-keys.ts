// The JSON Schema of the config → the keys whose values may be printed.

/** Addresses may carry a token in their query. */
const ADDRESSES: ReadonlySet<string> = new Set(["hookUrl", "target"]);

/** All keys that the schema names, but those that it gives the type of a secret anywhere. */
export function findPlainKeys(schema: unknown): ReadonlySet<string> {
  const keys = [...listKeys(schema)];
  const hidden = new Set(keys.filter(({ isSecret }) => isSecret).map(({ name }) => name));
  return new Set(
    keys.map(({ name }) => name).filter((name) => !hidden.has(name) && !ADDRESSES.has(name)),
  );
}

function* listKeys(schema: unknown): Generator<{ name: string; isSecret: boolean }> {
  if (typeof schema !== "object" || schema === null) return;
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "properties") {
      for (const [name, type] of Object.entries(value as object)) {
        yield { name, isSecret: JSON.stringify(type).includes('"#/definitions/secret"') };
      }
    }
    yield* listKeys(value);
  }
}

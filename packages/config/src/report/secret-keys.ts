// The JSON Schema of the config → a test that says which keys bear secrets, misspelt ones included.

/** The name decides for keys outside of the schema: the rest of the file belongs to the gateway. */
const SECRET_NAME =
  /token|secret|passw(?:or)?d|passphrase|^pass$|credential|authorization|cookie|(?:api|access|private|signing).?key/i;

export function createSecretKeyTest(schema: unknown): (name: string) => boolean {
  const keys = [...listKeys(schema)];
  const known = new Set(keys.map(({ name }) => name));
  const secret = new Set(keys.filter(({ isSecret }) => isSecret).map(({ name }) => name));
  return (name) => {
    if (known.has(name)) return secret.has(name);
    return SECRET_NAME.test(name) || [...secret].some((key) => isOneTypoFrom(name, key));
  };
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

/** A frame shows the value of a misspelt key too, such as `tokn`, `tokenn`, `tokem` or `tokne`. */
function isOneTypoFrom(name: string, key: string): boolean {
  let start = 0;
  while (start < key.length && name[start] === key[start]) start++;
  const [written, meant] = [name.slice(start), key.slice(start)];
  const swapped = `${meant.slice(1, 2)}${meant.slice(0, 1)}${meant.slice(2)}`;
  return (
    written === swapped ||
    written === meant.slice(1) ||
    written.slice(1) === meant ||
    written.slice(1) === meant.slice(1)
  );
}

// What of a config may be printed, and what must never be.
import { hooksSchema } from "@hookwright/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { maskSecrets } from "./mask-secrets.ts";
import { findPlainKeys } from "./plain-keys.ts";

const mask = (text: string): string => maskSecrets(text).text;

test.each([
  // JSON and JSON5
  ['{ "token": "s3cret", "path": "/hooks" }', '{ "token": ***, "path": "/hooks" }'],
  ["{ token: 's3cret', enabled: true }", "{ token: ***, enabled: true }"],
  ["{ pushToken: 's3cret', label: 'x' }", "{ pushToken: ***, label: 'x' }"],
  ["{ tokne: 's3cret' }", "{ tokne: *** }"],
  ['{ "botToken": 123456, "port": 1 }', '{ "botToken": ***, "port": 1 }'],
  ["{ token:\n  's3cret',\n  path: '/x' }", "{ token:\n  ***,\n  path: '/x' }"],
  ["{ token: 's3\\\ncret', path: 1 }", "{ token: ***\n, path: 1 }"],
  ["{ keys: ['s3cret', 't0p'], presets: ['gmail'] }", "{ keys: [***, ***], presets: ['gmail'] }"],
  ["{ presets: [\n  'gmail',\n  'x' ] }", "{ presets: [\n  'gmail',\n  'x' ] }"],
  ["{ keys: [{ name: 'n' }, 's3cret'] }", "{ keys: [{ name: 'n' }, ***] }"],
  ["{ token: { env: 'NAME' }, x: 's3cret' }", "{ token: { env: 'NAME' }, x: *** }"],
  ["{ a: null, b: false, c: [] }", "{ a: null, b: false, c: [] }"],
  ["{ hookUrl: 'https://h/?token=s3cret' }", "{ hookUrl: *** }"],
  [
    "{ name: 'a', // old: s3cret\n /* s3cret\n s3cret */ id: 1 }",
    "{ name: 'a', ***\n ***\n id: 1 }",
  ],
  // Not valid, and shown all the same, because the frame says where.
  ["{ token 's3cret' }", "{ *** *** }"],
  ["{ enabled: true, token 's3cret' }", "{ enabled: true, *** *** }"],
  ["{ enabled: true token: 's3cret' }", "{ enabled: true ***: *** }"],
  ["{ name: 'a' 's3cret' }", "{ name: 'a' *** }"],
  ["{ token: 's3cret }\n path: 1", "{ token: ***\n path: 1"],
  ['{ "token": "s3cret', '{ "token": ***'],
  ["}]{ token: s3cret", "}]{ token: ***"],
  // YAML
  ["token: s3cret\npath: /hooks # s3cret", "token: ***\npath: /hooks ***"],
  [
    "hooks:\n  name: My hook's name\n  token: s3cret",
    "hooks:\n  name: My hook's name\n  token: ***",
  ],
  ["token: id:s3cret", "token: ***:***"],
  ["token: |\n  s3cret\n  more\nname: x", "token: |\n  ***\n  ***\nname: x"],
  ["keys:\n  - s3cret\n  - name: x", "keys:\n  - ***\n  - name: x"],
  ["token: 's3cret\n  goes on'\nname: x", "token: ***\n  *** ***\nname: x"],
  [
    "{ token: s3cret, name: don't, password: 's3cret' }",
    "{ token: ***, name: don't, password: *** }",
  ],
])("maskSecrets() makes %j harmless", (text, masked) => {
  expect(mask(text)).toBe(masked);
});

test("maskSecrets() does not tell how long a secret is", () => {
  expect(mask("{ token: 'a' }")).toBe(mask(`{ token: '${"a".repeat(50)}' }`));
});

test("maskSecrets() finds places again", () => {
  const text = "{ token: 's3cret', x: 'a', path: 1,\n  token: 's', id: 2 }";
  const masked = maskSecrets(text);
  for (const word of ["{ token", "path", "id"]) {
    expect(masked.toMasked(text.indexOf(word))).toBe(masked.text.indexOf(word));
  }
  expect(masked.toMasked(text.indexOf("cret"))).toBe(masked.text.indexOf("***"));
});

test("maskSecrets() keeps the lines, and hides a secret wherever it stands in an object", () => {
  const key = fc.constantFrom<string>("token", "pushToken", "password", "apiKey", "tokenn", "x y");
  const config = fc.array(fc.tuple(fc.constantFrom<string>("id", "name", "enabled"), fc.string()));
  fc.assert(
    fc.property(
      config,
      key,
      fc.nat(),
      fc.constantFrom(undefined, 2),
      (entries, name, at, indent) => {
        const all = [...entries];
        all.splice(at % (entries.length + 1), 0, [name, "S3CRET\"'\n"]);
        const text = JSON.stringify({ list: all.map(([k, v]) => ({ [k]: v })) }, undefined, indent);
        const masked = mask(text);
        expect(masked).not.toContain("S3CRET");
        expect(masked.split("\n").length).toBe(text.split("\n").length);
      },
    ),
  );
});

test("findPlainKeys() leaves out every key that the schema gives the type of a secret", () => {
  const plain = findPlainKeys(hooksSchema);
  expect(plain.has("messageTemplate")).toBe(true);
  expect(plain.has("alias")).toBe(true);
  for (const name of ["token", "pushToken", "hookUrl", "target"])
    expect(plain.has(name)).toBe(false);
});

test("findPlainKeys() leaves a name out that is a secret in one place only", () => {
  const schema = {
    properties: {
      key: { type: "string" },
      list: { items: { properties: { key: { $ref: "#/definitions/secret" } } } },
    },
  };
  expect([...findPlainKeys(schema)]).toEqual([]);
  expect([...findPlainKeys({ properties: { a: { anyOf: [null, 1] } } })]).toEqual(["a"]);
});

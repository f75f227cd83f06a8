// Texts of configs → what may be printed of them.
import { hooksSchema } from "@hookwright/core/schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { secretKeys } from "../../tools/secret-keys.mjs";
import { createSecretKeyTest, maskSecrets } from "./mask-secrets.ts";

const mask = (text: string): string => maskSecrets(text).text;

test.each([
  // JSON and JSON5
  ['{ "token": "s3cret", "path": "/hooks" }', '{ "token": ***, "path": "/hooks" }'],
  ["{ token: 's3cret', enabled: true }", "{ token: ***, enabled: true }"],
  ["{token:s3cret,path:/x}", "{token:***,path:/x}"],
  ["{ token: id:s3cret, path: 1 }", "{ token: ***:***, path: 1 }"],
  ['{ "botToken": 123456, "port": 1 }', '{ "botToken": ***, "port": 1 }'],
  ["{ token:\n  's3cret',\n  path: '/x' }", "{ token:\n  ***,\n  path: '/x' }"],
  ["{ token: 's3\\\ncret', path: 1 }", "{ token: ***\n, path: 1 }"],
  ["{ token: true, secret: null }", "{ token: true, secret: null }"],
  [
    "{ tokens: ['s3cret', 't0p'], presets: ['gmail'] }",
    "{ tokens: [***, ***], presets: ['gmail'] }",
  ],
  ["{ tokens: [{ name: 's3cret' }, 's3cret'] }", "{ tokens: [{ name: *** }, ***] }"],
  ["{ token: { env: 'NAME' }, apiKey: 's3cret' }", "{ token: { env: 'NAME' }, apiKey: *** }"],
  ["{ token: { env: 'd41d8cd98f00b204e9800998ecf8427e' } }", "{ token: { env: *** } }"],
  ["{ token: { source: 'env', id: 'Zk3_aQ9xLp27' } }", "{ token: { source: 'env', id: *** } }"],
  [
    "{ token: { source: 'env', id: 'HOOK_TOKEN' } }",
    "{ token: { source: 'env', id: 'HOOK_TOKEN' } }",
  ],
  ["token:\n  env: d41d8cd98f00b204e9800998ecf8427e\npath: /x", "token:\n  env: ***\npath: /x"],
  [
    "{ token: { file: 'Zk3vQ9xR7mT2bW8nJ4hL6pY1' }, id: 'Zk3vQ9xR7mT2' }",
    "{ token: { file: *** }, id: 'Zk3vQ9xR7mT2' }",
  ],
  ["{ token: { file: '/run/hook-token' } }", "{ token: { file: '/run/hook-token' } }"],
  ["token:\n  file: ./hook-token\npath: /x", "token:\n  file: ./hook-token\npath: /x"],
  ["token:\n  file: my Zk3vQ9xR7mT2\n  id: x\n", "token:\n  file: my ***\n  id: x\n"],
  [
    "token:\n  file: Zk3vQ9xR7mT2\nname: Zk3vQ9xR7mT2\n- Zk3vQ9",
    "token:\n  file: ***\nname: Zk3vQ9xR7mT2\n- Zk3vQ9",
  ],
  ["{ token: /* s3cret */ 's3cret' }", "{ token: *** *** }"],
  // Invalid texts, which a frame shows too.
  ["{ token 's3cret' }", "{ token *** }"],
  ["{ enabled: true, token 's3cret' }", "{ enabled: true, token *** }"],
  ["{ enabled: true token: 's3cret' }", "{ enabled: true token: *** }"],
  ["{ token: 's3cret' 'path': 1 }", "{ token: *** 'path': 1 }"],
  ["{ token: s3cret path: 1 }", "{ token: *** path: 1 }"],
  ["{ token: 's3cret }\n path: 1", "{ token: ***\n path: 1"],
  ["{ token: 's3cret\n s3cret', path: 1 }", "{ token: ***\n ***, path: 1 }"],
  ['{ "token": "s3cret', '{ "token": ***'],
  ["}]{ token: s3cret", "}]{ token: ***"],
  // YAML
  ["token: s3cret\npath: /hooks # note", "token: ***\npath: /hooks # note"],
  ["token s3cret\npath: /hooks", "token ***\npath: /hooks"],
  [
    "hooks:\n  name: My hook's name\n  token: s3cret",
    "hooks:\n  name: My hook's name\n  token: ***",
  ],
  ["token: id:s3cret", "token: ***:***"],
  ["token: s3,cr{et} s3cret", "token: ****************** ***"],
  ["token: |\n  s3cret\n  # more: s3cret\nname: x", "token: |\n  ***\n  ***\nname: x"],
  ["token: |\n  user: s3cret\nname: x", "token: |\n  ***: ***\nname: x"],
  ["token:\n  env: NAME\n  value: s3cret\n", "token:\n  env: NAME\n  ***: ***\n"],
  ["tokens:\n- s3cret\n- s3cret\nname: x", "tokens:\n- ***\n- ***\nname: x"],
  ["- token: s3cret\n  name: x", "- token: ***\n  name: x"],
  ["token: 's3cret\n  goes on'\nname: x", "token: ***\n  *** ***\nname: x"],
  ["token: { value: s3cret } # s3cret\nname: x", "token: { value: *** } ***\nname: x"],
  [
    "{ token: s3cret, name: don't, password: 's3cret' }",
    "{ token: ***, name: don't, password: *** }",
  ],
  [
    "messageTemplate: |\n  Hi\n  token: s3cret\n  password: {{p}}\ntoken: s3cret",
    "messageTemplate: |\n  Hi\n  token: ***\n  password: {{p}}\ntoken: ***",
  ],
  ["secret:\n  value: |\n    s3cret\nname: x", "secret:\n  ***: ***\n    ***\nname: x"],
  ["- >\n  a /* b\n- token: s3cret", "- >\n  a /* b\n- token: ***"],
  // URLs with a token, and commented lines
  ["{ hookUrl: 'https://h/?token=s3cret' }", "{ hookUrl: *** }"],
  ["hookUrl: https://h/?token=s3cret", "hookUrl: https://h/?token=***"],
  [
    "{ name: 'a', // token: 's3cret'\n /* old\n token=s3cret */ id: 1 }",
    "{ name: 'a', // token: ***\n /* old\n token=*** id: 1 }",
  ],
])("maskSecrets() hides the secrets of %j", (text, masked) => {
  expect(mask(text)).toBe(masked);
});

test.each([
  "{ name: 'a', custom: { deep: ['x', 1] }, // a note: see below\n}",
  "{ hookUrl: 'http://127.0.0.1:18789/hooks', sessionKey: 'hook:{{token}}' }",
  "mappings:\n  - id: a\n    messageTemplate: |\n      {{#each list}}\n      - {{name}}: x, y\n      {{/each}}\n",
  "mappings:\n  - messageTemplate: |\n      token: {{token}}\n      see https://x/?secret={{s}} /* password: ask first\n\n      password = {{p}}\n    id: a # */\n",
  "partials:\n  secret_line: >-\n    Password: {{x}}\n  list:\n  - |2 # text\n    secret of all\n",
  'when: { "==": [{ var: "payload.token" }, "secret"], in: [token, password] }',
])("maskSecrets() leaves %j as it is", (text) => {
  expect(mask(text)).toBe(text);
});

test("maskSecrets() hides the length of a secret", () => {
  expect(mask("{ token: 'a' }")).toBe(mask(`{ token: '${"a".repeat(50)}' }`));
});

test("maskSecrets() converts offsets to the masked text", () => {
  const text = "{ token: 's3cret', x: 'a', path: 1,\n  token: 's', id: 2 }";
  const masked = maskSecrets(text);
  for (const word of ["{ token", "path", "id"]) {
    expect(masked.toMasked(text.indexOf(word))).toBe(masked.text.indexOf(word));
  }
  expect(masked.toMasked(text.indexOf("cret"))).toBe(masked.text.indexOf("***"));
});

test("maskSecrets() keeps the lines, and hides a secret at any position in an object", () => {
  const key = fc.constantFrom<string>(
    "token",
    "pushToken",
    "password",
    "apiKey",
    "tokenn",
    "my secret",
  );
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

test("createSecretKeyTest() follows the schema, and checks unknown keys by name", () => {
  const isSecretKey = createSecretKeyTest(secretKeys(hooksSchema));
  const secret = ["token", "pushToken", "clientSecret", "password", "api_key"];
  expect(secret.filter((name) => !isSecretKey(name))).toEqual([]);
  const plain = ["messageTemplate", "sessionKey", "alias", "key", "path", "open"];
  expect(plain.filter(isSecretKey)).toEqual([]);
});

test.each(["tokn", "tokenn", "tokem", "tokne", "oken"])(
  "createSecretKeyTest() takes %s for a misspelt token",
  (name) => {
    expect(createSecretKeyTest(secretKeys(hooksSchema))(name)).toBe(true);
  },
);

test("createSecretKeyTest() takes a name that is a secret in one part of the schema for a secret everywhere", () => {
  const schema = {
    properties: {
      key: { type: "string" },
      list: { items: { properties: { key: { $ref: "#/definitions/secret" } } } },
    },
  };
  expect(createSecretKeyTest(secretKeys(schema))("key")).toBe(true);
  expect(
    createSecretKeyTest(secretKeys({ properties: { token: { anyOf: [null, 1] } } }))("token"),
  ).toBe(false);
});

// Configs in every layout, and what they are with one more value.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { setValue } from "./set-value.ts";

const GMAIL = { account: "you@gmail.com", credentials: { file: "login.json" }, label: "INBOX" };

async function set(
  text: string,
  path: string,
  { value = true as unknown, format = "json5" as "json5" | "yaml" } = {},
) {
  const steps = path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const result = await setValue(text, { format, path: path === "" ? [] : steps, value });
  return result.ok ? result.text : result.message;
}

describe("setValue() in JSON, JSONC and JSON5", () => {
  test.each([
    ["an empty object", "{}", "a", '{\n  "a": true\n}'],
    ["an empty object with a comment", "{ // mine\n}", "a", '{\n  "a": true // mine\n}'],
    ["an empty object with a comment in it", "{ /* x */ }", "a", '{\n  "a": true\n   /* x */ }'],
    ["an empty object below", "{\n  a: {}, // mine\n}", "a.b", "{\n  a: { b: true }, // mine\n}"],
    ["one line", '{ "a": 1 }', "b", '{ "a": 1, "b": true }'],
    ["one line, and an object", "{a: {b: 1}}", "a.c", "{a: {b: 1, c: true}}"],
    ["a comma at the end of one line", "{ a: 1, }", "b", "{ a: 1, b: true, }"],
    ["lines", '{\n\t"a": 1\n}\n', "b", '{\n\t"a": 1,\n\t"b": true\n}\n'],
    ["lines with CRLF", "{\r\n  a: 1,\r\n}", "b", "{\r\n  a: 1,\r\n  b: true,\r\n}"],
    [
      "a comment behind the last",
      "{\n  a: 1 // one, }\n}",
      "b",
      "{\n  a: 1, // one, }\n  b: true\n}",
    ],
    [
      "a comment and a comma",
      "{\n  a: 1 /* , */, // one\n}",
      "b",
      "{\n  a: 1 /* , */, // one\n  b: true,\n}",
    ],
    ["a long comment behind", "{\n  a: 1 /* \n */ }", "b", "{\n  a: 1,\n  b: true /* \n */ }"],
    [
      "comments below the last",
      "{\n  a: 1,\n  // b: 2,\n}",
      "b",
      "{\n  a: 1,\n  b: true,\n  // b: 2,\n}",
    ],
    ["a list", "{\n  list: ['x'],\n}", "list.1", "{\n  list: ['x', true],\n}"],
    ["a list on lines", '{ "list": [\n  "x"\n] }', "list.1", '{ "list": [\n  "x",\n  true\n] }'],
    ["a value", "{ a: /* old */ 'x', b: 2 }", "a", "{ a: /* old */ true, b: 2 }"],
    ["a value in a list", "{ a: [{ b: 1 }] }", "a.0.b", "{ a: [{ b: true }] }"],
    ["a key that is repeated", "{ a: 1, a: 2 }", "a", "{ a: 1, a: true }"],
    ["a byte order mark", "\uFEFF{ a: 1 }", "a", "\uFEFF{ a: true }"],
    ["the whole", "{ a: 1 }", "", "true"],
  ])("keeps %s", async (_name, text, path, expected) => {
    expect(await set(text, path)).toBe(expected);
  });

  test("writes objects and texts in the manner of the text", async () => {
    const value = { ...GMAIL, list: [], "with-dash": ["a"], on: false, n: null };
    expect(
      await set("{\n  hooks: {\n    path: '/hooks',\n  },\n}\n", "hooks.gmail", { value }),
    ).toBe(
      "{\n  hooks: {\n    path: '/hooks',\n    gmail: {\n      account: 'you@gmail.com',\n" +
        "      credentials: { file: 'login.json' },\n      label: 'INBOX',\n      list: [],\n" +
        "      'with-dash': ['a'],\n      on: false,\n      n: null,\n    },\n  },\n}\n",
    );
    expect(
      await set('{\n  "hooks": {\n    "path": "a,}"\n  }\n}', "hooks.gmail", { value: GMAIL }),
    ).toBe(
      '{\n  "hooks": {\n    "path": "a,}",\n    "gmail": {\n      "account": "you@gmail.com",\n' +
        '      "credentials": { "file": "login.json" },\n      "label": "INBOX"\n    }\n  }\n}',
    );
    expect(await set("{ a: 'x' }", "b", { value: "it's" })).toBe(`{ a: 'x', b: "it's" }`);
    expect(await set("{ a: 1 }", "b.c.0.d", { value: 1 })).toBe("{ a: 1, b: { c: [{ d: 1 }] } }");
    const long = Array.from({ length: 12 }, (_, n) => `item-${n}`);
    expect(await set("{\n a: 1\n}", "list", { value: long })).toContain(
      'list: [\n  "item-0",\n  "item-1"',
    );
    expect(await set("{\n  a: {}\n}", "a.b", { value: long })).toContain("a: {\n    b: [");
  });
});

describe("setValue() in YAML", () => {
  test.each([
    ["an empty text", "", "a.b", "a:\n  b: true\n"],
    ["only a comment", "# mine", "a", "# mine\na: true\n"],
    ["lines", "a: 1\n", "b", "a: 1\nb: true\n"],
    ["lines without the last end", "a: 1", "b", "a: 1\nb: true"],
    [
      "lines with CRLF",
      "a:\r\n  b: 1 # one\r\nc: 2\r\n",
      "a.d",
      "a:\r\n  b: 1 # one\r\n  d: true\r\nc: 2\r\n",
    ],
    [
      "comments between",
      "a:\n    b: 1\n\n# next\nc: 2\n",
      "a.d",
      "a:\n    b: 1\n    d: true\n\n# next\nc: 2\n",
    ],
    [
      "a block of text",
      "a:\n  b: |\n    x\n\n    y\nc: 1\n",
      "a.d",
      "a:\n  b: |\n    x\n\n    y\n  d: true\nc: 1\n",
    ],
    ["nested lists", "a:\n- b: 1\n  c: 2\n", "a.0.d", "a:\n- b: 1\n  c: 2\n  d: true\n"],
    ["a list", "a:\n  - x # one\nb: 1", "a.1", "a:\n  - x # one\n  - true\nb: 1"],
    ["a list without indentation", "a:\n- x\nb: 1", "a.1", "a:\n- x\n- true\nb: 1"],
    ["a flow map", "a: { b: 1 } # one", "a.c", "a: { b: 1, c: true } # one"],
    ["a flow map on lines", "a: {\n  b: 1, # one\n}", "a.c", "a: {\n  b: 1, # one\n  c: true,\n}"],
    ["a flow list", "a: [ x ]", "a.1", "a: [ x, true ]"],
    ["an empty flow list", "a: []", "a.0", "a: [true]"],
    ["a value", "a: 'x' # old\nb: 1", "a", "a: true # old\nb: 1"],
    ["a null", "a:\nb: 1", "a", "a: true\nb: 1"],
    ["a null with a comment", "a: # mine\nb: 1", "a", "a: true # mine\nb: 1"],
    ["a null above", "x:\n  a: # mine\n  b: 1", "x.a.c", "x:\n  a: # mine\n    c: true\n  b: 1"],
    ["a written null above", "a: ~ # mine", "a.c", "a: { c: true } # mine"],
    ["a null at the end", "a:", "a.b.c", "a:\n  b:\n    c: true"],
    [
      "a key that is merged",
      "x: &x { a: 1 }\ny:\n  <<: *x\n",
      "y.b",
      "x: &x { a: 1 }\ny:\n  <<: *x\n  b: true\n",
    ],
    ["a document mark", "---\na: 1\n", "b", "---\na: 1\nb: true\n"],
  ])("keeps %s", async (_name, text, path, expected) => {
    expect(await set(text, path, { format: "yaml" })).toBe(expected);
  });

  test("writes objects as blocks, and texts so that they stay texts", async () => {
    expect(
      await set("hooks:\n  path: /hooks\n", "hooks.gmail", { value: GMAIL, format: "yaml" }),
    ).toBe(
      "hooks:\n  path: /hooks\n  gmail:\n    account: you@gmail.com\n    credentials:\n" +
        "      file: login.json\n    label: INBOX\n",
    );
    const places = [
      ["a: 1\n", "b"],
      ["a: { b: 1 }", "a.c"],
      ["a: [1]", "a.1"],
      ["a:", "a"],
    ] as const;
    for (const value of ["a: b", "true", "12", "a, [b]", "x #y", "", "- a", "a\nb", "${A}", "No"]) {
      for (const [text, path] of places) {
        expect(await set(text, path, { value, format: "yaml" })).toContain("a:");
      }
    }
  });

  test("writes values of all kinds", async () => {
    const yaml = { format: "yaml" } as const;
    expect(await set("a: { b }", "a.c", { ...yaml, value: [1, null, {}, { d: [] }] })).toBe(
      "a: { b, c: [1, null, {}, { d: [] }] }",
    );
    expect(await set("a: 1", "b", { ...yaml, value: { c: "x\n\ny\n" } })).toBe(
      "a: 1\nb:\n  c: |\n    x\n\n    y",
    );
  });

  test("chooses the format by the name of the file", async () => {
    const result = await setValue("a: 1\n", { filename: "x.yml", path: ["b"], value: 2 });
    expect(result).toEqual({ ok: true, text: "a: 1\nb: 2\n" });
  });
});

test.each([
  ["a text on the way", "{ a: 'x' }", "json5", "a.b"],
  ["an element far behind a list", "{ a: [] }", "json5", "a.5"],
  ["a name in a list", "a: [x]", "yaml", "a.b"],
  ["a text on the way", "a: x", "yaml", "a.b"],
  ["an element far behind a list", "a:\n  - x\n", "yaml", "a.5"],
  ["an alias on the way", "x: &x { a: 1 }\ny: *x\n", "yaml", "y.b"],
  ["a value behind an anchor that others use", "x: &x { a: 1 }\ny: *x\n", "yaml", "x.b"],
  ["a tab before a flow", "{\n\ta: &x {}, b: *x}", "yaml", "a.c"],
] as const)("setValue() says that %s cannot be edited: %s", async (_name, text, format, path) => {
  expect(await set(text, path, { format })).toContain("cannot be set in place");
});

test("setValue() refuses a text with syntax errors", async () => {
  expect(await set("{", "a")).toBe("The config has syntax errors.");
});

/** Whether the letters of one text are in the other, in order. */
function isWithin(inner: string, outer: string): boolean {
  let at = 0;
  for (const letter of outer) if (letter === inner[at]) at += 1;
  return at === inner.length;
}

const name = fc.constantFrom("a", "b", "hooks", "x-y", "1");
const scalar = fc.oneof(
  fc.constantFrom("'t'", '"#,}"', "1", "true", "null", '"\\u0041//"', "[]", "{}"),
);
const space = fc.constantFrom("", " ", "\n", "\n  ", "\n    ");

/** Objects of any layout; the comments are of the format. */
function objects(comment: (text: string) => string): fc.Arbitrary<string> {
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      scalar,
      fc
        .record({
          members: fc.uniqueArray(fc.tuple(name, tie("tree"), space), {
            selector: ([key]) => key,
            minLength: 1,
            maxLength: 3,
          }),
          hasComma: fc.boolean(),
          close: space,
          note: fc.constantFrom("", comment("a, b } ")),
        })
        .map(({ members, hasComma, close, note }) => {
          const inner = members.map(([key, value, before]) => `${before}"${key}": ${value}`);
          return `{${inner.join(",")}${hasComma ? "," : ""}${note}${close}}`;
        }),
    ),
  }));
  return tree.map((text) => `{ "top": ${text} }`);
}

test.each([
  ["json5", (text: string) => ` // ${text}\n`],
  ["yaml", (text: string) => ` # ${text}\n  `],
] as const)(
  "setValue() only adds to a text when it inserts, in any layout of %s",
  async (format, comment) => {
    const options = { format, path: ["new", "key"], value: { a: "x" } };
    await fc.assert(
      fc.asyncProperty(objects(comment), async (text) => {
        const result = await setValue(text, options);
        // Some random texts are not valid YAML.
        if (!result.ok) return expect(result.message).toBe("The config has syntax errors.");
        expect(isWithin(text, result.text)).toBe(true);
      }),
      { numRuns: 200 },
    );
    await fc.assert(
      fc.asyncProperty(objects(comment), name, async (text, key) => {
        const result = await setValue(text, { ...options, path: ["top", key] });
        if (!result.ok) return;
        const again = await setValue(result.text, { ...options, path: ["top", key] });
        expect(again).toEqual(result);
      }),
      { numRuns: 200 },
    );
  },
);

// Paths into a config → positions in its text.
import { expect, test } from "vitest";
import { createCharacterSpans, sourceOfSpan } from "../src/text/character-spans.ts";
import { decodeYamlFlow } from "../src/text/decode-yaml-flow.ts";
import { decodeJson5Text } from "../src/text/parse-json5.ts";
import { parse, YAML } from "./support/config-texts.ts";

test("locate() finds values and keys in JSON5", async () => {
  const { locate } = await parse(
    '{\n  hooks: {\n    "token": "t", mappings: [{ id: 1 },\n {}]\n  }\n}',
  );
  expect(locate([])).toEqual({ line: 1, column: 1 });
  expect(locate([], "key")).toEqual({ line: 1, column: 1 });
  expect(locate(["hooks"])).toEqual({ line: 2, column: 10 });
  expect(locate(["hooks"], "key")).toEqual({ line: 2, column: 3 });
  expect(locate(["hooks", "token"])).toEqual({ line: 3, column: 14 });
  expect(locate(["hooks", "token"], "key")).toEqual({ line: 3, column: 5 });
  expect(locate(["hooks", "mappings", 0, "id"])).toEqual({ line: 3, column: 36 });
  expect(locate(["hooks", "mappings", 1])).toEqual({ line: 4, column: 2 });
});

test("locate() finds values and keys in YAML, through aliases too", async () => {
  const text =
    "hooks:\n  token: t\n  mappings:\n    - id: 1\n    - &m { id: 2 }\n    - *m\n  1: x\n";
  const { locate } = await parse(text, YAML);
  expect(locate([])).toEqual({ line: 1, column: 1 });
  expect(locate(["hooks", "token"])).toEqual({ line: 2, column: 10 });
  expect(locate(["hooks", "token"], "key")).toEqual({ line: 2, column: 3 });
  expect(locate(["hooks", "mappings", 0, "id"])).toEqual({ line: 4, column: 11 });
  expect(locate(["hooks", "mappings", 2])).toEqual({ line: 6, column: 7 });
  expect(locate(["hooks", "mappings", 2, "id"])).toEqual({ line: 5, column: 16 });
  expect(locate(["hooks", "1"])).toEqual({ line: 7, column: 6 });
});

test.each([
  ["json5", "{ hooks: { list: [1] } }", { line: 1, column: 10 }],
  ["yaml", "hooks: { list: [1] }", { line: 1, column: 8 }],
] as const)(
  "locate() gives the position of the nearest parent for a missing value in %s",
  async (format, text, position) => {
    const { locate } = await parse(text, { format });
    expect(locate(["hooks", "token"])).toEqual(position);
    expect(locate(["hooks", "token"], "key")).toEqual(position);
    expect(locate(["hooks", 0])).toEqual(position);
    const list = locate(["hooks", "list"]);
    expect(locate(["hooks", "list", 1])).toEqual(list);
    expect(locate(["hooks", "list", "name"])).toEqual(list);
    expect(locate(["hooks", "list", 0, "deeper"])).toEqual(locate(["hooks", "list", 0]));
  },
);

test("locate() gives the position of a YAML key that has no value", async () => {
  expect((await parse("a: 1\n? token\n", YAML)).locate(["token"])).toEqual({ line: 2, column: 3 });
  expect((await parse("", YAML)).locate(["hooks"])).toEqual({ line: 1, column: 1 });
});

test("locate() takes the last of equal keys, as the value does", async () => {
  const { config, locate } = await parse("{ a: 1, a: 2 }");
  expect(config).toEqual({ a: 2 });
  expect(locate(["a"])).toEqual({ line: 1, column: 12 });
});

test("locate() counts CRLF lines, and two columns for characters outside of the basic plane", async () => {
  const { locate } = await parse('{\r\n  a: "😀", b: 1\r\n}');
  expect(locate(["b"])).toEqual({ line: 2, column: 15 });
});

test("rangeOf() gives the range of a list in YAML whole, where a part of a text is asked for", async () => {
  const { rangeOf } = await parse("a: [1, 2]\n", YAML);
  expect(rangeOf(["a"], { within: { start: 0, end: 1 } })).toEqual(rangeOf(["a"]));
});

function decode(written: string): string {
  return decodeYamlFlow(written, 0)
    .map(({ text }) => text)
    .join("");
}

test.each([
  ["a plain text", "it''s", "it''s"],
  ["two single quotes within single quotes", "'it''s'", "it's"],
  ["two single quotes within double quotes", `"it''s"`, "it''s"],
  ["an escape within double quotes", `"a\\tb"`, "a\tb"],
  ["a backslash within single quotes", "'a\\tb'", "a\\tb"],
  ["a line end", "'a\n  b'", "a b"],
  ["empty lines", "'a\n\n\n  b'", "a\n\nb"],
  ["escapes that stand for themselves", '"a\\"\\/"', 'a"/'],
])("decodeYamlFlow() reads %s", (_, written, text) => {
  expect(decode(written)).toBe(text);
});

const PIECES = [
  { text: "ab", start: 1, end: 3 },
  { text: "\n", start: 3, end: 5 },
  { text: "", start: 5, end: 9 },
  { text: "c", start: 9, end: 10 },
];

test("sourceOfSpan() gives what stands for a part of the text", () => {
  const spans = createCharacterSpans(PIECES, "ab\nc") ?? [];
  expect(sourceOfSpan(spans, { start: 1, end: 3 })).toEqual({ start: 2, end: 5 });
  expect(sourceOfSpan(spans, { start: 2, end: 4 })).toEqual({ start: 3, end: 10 });
  expect(sourceOfSpan(spans, { start: 3, end: 5 })).toBe(undefined);
  expect(sourceOfSpan(spans, { start: 4, end: 4 })).toBe(undefined);
});

test("createCharacterSpans() gives nothing if the pieces are another text", () => {
  expect(createCharacterSpans(PIECES, "ab c")).toBe(undefined);
});

test.each([
  [{}, '{ a: 1, b: "x\\ny", c: "z" }', '"x\\ny"'],
  [YAML, "a: 1\nb: |\n  x\n  y\n\nc: z\n", "|\n  x\n  y"],
])(
  "rangeOf() gives the whole value where there is no such part of a text",
  async (options, text, whole) => {
    const { source, rangeOf } = await parse(text, options);
    const slice = (key: string, within: { start: number; end: number }) => {
      const { start, end } = rangeOf([key], { within });
      return source.slice(start.offset, end.offset);
    };
    expect(slice("a", { start: 0, end: 1 })).toBe("1");
    expect(slice("b", { start: 0, end: 9 })).toBe(whole);
    expect(slice("b", { start: 2, end: 3 })).toBe("y");
  },
);

test.each([
  ["|", "\n", ""],
  ["|+", "\n\n", "\n"],
  [">+", "\n  ", "\n"],
  ["|", "\n  x", "x\n"],
  ["|+", "\n  x\n\n", "x\n\n"],
  [">2", "\n\n    x\n  y\n\n  z", "\n  x\ny\nz\n"],
  ["|2", "\n     \n  x", "   \nx\n"],
])("rangeOf() follows a block %j%j to its end", async (header, body, value) => {
  const { config, source, rangeOf } = await parse(`a: ${header}${body}`, YAML);
  expect(config).toEqual({ a: value });
  for (const [start, character] of [...value].entries()) {
    const range = rangeOf(["a"], { within: { start, end: start + 1 } });
    const found = source.slice(range.start.offset, range.end.offset);
    expect(character === "\n" ? found.trim() : found).toBe(character === "\n" ? "" : character);
  }
});

test("rangeOf() finds what is merged: the map's own first, then the first source", async () => {
  const text =
    "x: &x { a: 1, b: 2 }\ny: &y { b: 3, c: 4 }\nz: { b: 5, <<: [*x, *y] }\nw: { <<: *y, <<: *x }\n? [k]\n: v\n<<: 1";
  const config = await parse(text.replace("\n<<: 1", ""), YAML);
  const { source, rangeOf } = config;
  const slice = (...path: string[]) => {
    const { start, end } = rangeOf(path);
    return source.slice(start.offset, end.offset);
  };
  expect(["a", "b", "c"].map((key) => slice("z", key))).toEqual(["1", "5", "4"]);
  expect(["a", "b", "c"].map((key) => slice("w", key))).toEqual(["1", "3", "4"]);
  expect(config.config).toMatchObject({ z: { a: 1, b: 5, c: 4 }, w: { a: 1, b: 3, c: 4 } });
  expect(slice("z", "d")).toBe("{ b: 5, <<: [*x, *y] }");
});

test("rangeOf() ends a block of YAML with its last value, and marks what is missing by one line", async () => {
  const text = "hooks:\n  - a: 1 # c\n    b:\n      - 2\n\n  # d\nx:\n  y:\n";
  const { source, rangeOf } = await parse(text, YAML);
  const slice = (...path: (string | number)[]) => {
    const { start, end } = rangeOf(path);
    return source.slice(start.offset, end.offset);
  };
  expect(slice("hooks")).toBe("- a: 1 # c\n    b:\n      - 2");
  expect(slice("hooks", 0, "c")).toBe("a: 1 # c");
  expect(slice("hooks", 1)).toBe("- a: 1 # c");
  expect(slice("hooks", 0, "b", 7)).toBe("- 2");
  expect(slice("x")).toBe("y:");
});

test.each([
  ["a line that goes on", "'a\\\nb'", "ab"],
  ["escapes", "'\\x41\\u0042\\n\\0'", "AB\n\0"],
  ["characters that need no escape", "'\\q\\''", "q'"],
])("decodeJson5Text() reads %s", (_, quoted, text) => {
  expect(
    decodeJson5Text(quoted, 0)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});

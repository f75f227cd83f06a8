// Decoded pieces → the source of each code unit.
import { expect, test } from "vitest";
import { parse, YAML } from "../../../test/support/config-texts.ts";
import { createCharacterSpans, sourceOfSpan } from "./character-spans.ts";

const PIECES = [
  { text: "ab", start: 1, end: 3 },
  { text: "\n", start: 3, end: 5 },
  { text: "", start: 5, end: 9 },
  { text: "c", start: 9, end: 10 },
];

test("S5 sourceOfSpan() gives what stands for a part of the text", () => {
  const spans = createCharacterSpans(PIECES, "ab\nc") ?? [];
  expect(sourceOfSpan(spans, { start: 1, end: 3 })).toEqual({ start: 2, end: 5 });
  expect(sourceOfSpan(spans, { start: 2, end: 4 })).toEqual({ start: 3, end: 10 });
  expect(sourceOfSpan(spans, { start: 3, end: 5 })).toBe(undefined);
  expect(sourceOfSpan(spans, { start: 4, end: 4 })).toBe(undefined);
});

test("S5 createCharacterSpans() gives nothing if the pieces are another text", () => {
  expect(createCharacterSpans(PIECES, "ab c")).toBe(undefined);
});

test.each([
  [{}, '{ a: 1, b: "x\\ny", c: "z" }', '"x\\ny"'],
  [YAML, "a: 1\nb: |\n  x\n  y\n\nc: z\n", "|\n  x\n  y"],
])(
  "S5 rangeOf() gives the whole value where there is no such part of a text",
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
])("S5 rangeOf() follows a block %j%j to its end", async (header, body, value) => {
  const { config, source, rangeOf } = await parse(`a: ${header}${body}`, YAML);
  expect(config).toEqual({ a: value });
  for (const [start, character] of [...value].entries()) {
    const range = rangeOf(["a"], { within: { start, end: start + 1 } });
    const found = source.slice(range.start.offset, range.end.offset);
    expect(character === "\n" ? found.trim() : found).toBe(character === "\n" ? "" : character);
  }
});

test("S5 rangeOf() finds what is merged: the map's own first, then the first source", async () => {
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

test("S5 rangeOf() ends a block of YAML with its last value, and marks what is missing by one line", async () => {
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

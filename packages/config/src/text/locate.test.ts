// Paths into a config → positions in its text.
import { expect, test } from "vitest";
import { parse, YAML } from "../../test/support/config-texts.ts";

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

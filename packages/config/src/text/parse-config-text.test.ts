// Texts in every format → plain data.
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { parse, problemsOf, YAML } from "../../test/support/config-texts.ts";
import { parseConfigText } from "./parse-config-text.ts";

test("parseConfigText() reads JSON, JSONC and JSON5", async () => {
  expect((await parse('{"a": [1, "x", null, true]}')).config).toEqual({ a: [1, "x", null, true] });
  expect((await parse('// c\n{"a": 1, /* c */ "b": 2,}')).config).toEqual({ a: 1, b: 2 });
  expect(
    (await parse("{a: 'x\\\ny', b: .5, c: 0x1F, $d_1: +Infinity, \\u0065: 1}")).config,
  ).toEqual({
    a: "xy",
    b: 0.5,
    c: 31,
    $d_1: Number.POSITIVE_INFINITY,
    e: 1,
  });
});

test("parseConfigText() reads YAML with anchors, merges and block text", async () => {
  const text =
    "base: &b { deliver: true }\nmappings:\n  - <<: *b\n    text: |\n      one\n      two\n";
  expect((await parse(text, YAML)).config).toEqual({
    base: { deliver: true },
    mappings: [{ deliver: true, text: "one\ntwo\n" }],
  });
});

test("parseConfigText() chooses the format by the ending of the name", async () => {
  for (const filename of ["hooks.yaml", "hooks.YML"]) {
    expect((await parse("a: b", { filename })).config).toEqual({ a: "b" });
  }
  for (const filename of ["hooks.json", "hooks.jsonc", "hooks.json5", "hooks.conf", "hooks"]) {
    expect((await parse("{a: 'b'}", { filename })).config).toEqual({ a: "b" });
    expect(await problemsOf("a: b", { filename })).toHaveLength(1);
  }
  expect((await parse("a: b", { filename: "hooks.json", format: "yaml" })).config).toEqual({
    a: "b",
  });
});

test("parseConfigText() returns the name, and the text without a byte order mark", async () => {
  expect(await parse("\uFEFF{a: 1}", { filename: "hooks.json5" })).toMatchObject({
    filename: "hooks.json5",
    source: "{a: 1}",
    config: { a: 1 },
  });
  expect((await parse("{}")).filename).toBe("config");
  expect(await parseConfigText("{", { filename: "f" })).toMatchObject({
    filename: "f",
    source: "{",
  });
});

test.each([
  ["json5", '{"__proto__": {"polluted": 1}, "constructor": 2}'],
  ["yaml", "__proto__: { polluted: 1 }\nconstructor: 2"],
  ["yaml", "x: &x { __proto__: { polluted: 1 } }\ny: { <<: *x }"],
] as const)("parseConfigText() reads __proto__ in %s as plain data", async (format, text) => {
  const { config } = await parse(text, { format });
  expect(JSON.parse(JSON.stringify(config))).toEqual(config);
  expect(JSON.stringify(config)).toContain('"__proto__":{"polluted":1}');
  expect(Object.getPrototypeOf(config)).toBe(Object.prototype);
  expect(Reflect.get({}, "polluted")).toBe(undefined);
});

test("parseConfigText() prints no warning", async () => {
  const warnings = vi.spyOn(process, "emitWarning");
  await parse("? [a]\n: b", YAML);
  expect(warnings).not.toHaveBeenCalled();
});

test("parseConfigText() reads any JSON in both formats", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
      const text = JSON.stringify(value);
      expect((await parse(text)).config).toEqual(JSON.parse(text));
      expect((await parse(text, YAML)).config).toEqual(JSON.parse(text));
    }),
  );
});

test("parseConfigText() reads a JSON5 text with thousands of comments, and keeps its positions", async () => {
  const comments = "// one\n/* two\n */".repeat(10_000);
  const { config, locate } = await parse(`${comments}{ a: "// no /* comment", // x\n b: 1 }`);
  expect(config).toEqual({ a: "// no /* comment", b: 1 });
  expect(locate(["b"])).toEqual({ line: 20_002, column: 5 });
});

test("parseConfigText() rejects with a fault of a parser that is not a matter of depth", async () => {
  vi.doMock("./parse-yaml.ts", () => ({
    parseYaml: () => Promise.reject(new TypeError("A fault of ours.")),
  }));
  onTestFinished(() => void vi.doUnmock("./parse-yaml.ts"));
  await expect(parseConfigText("a: 1", YAML)).rejects.toThrow("A fault of ours.");
});

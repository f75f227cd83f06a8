import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderTemplate, unitsOfTemplate } from "../../../test/render.ts";
import { COST } from "../render/budget.ts";
import { bytesFromBase64 } from "./decode.ts";

it.each([
  ["SGVsbG8=", "Hello"],
  ["SGVs\nbG8\n", "Hello"],
  ["8J-agA", "🚀"],
  ["//8=", ""],
  [null, ""],
])("base64Decode() of %j is %j", (text, decoded) => {
  expect(renderTemplate("{{base64Decode text}}", { text })).toBe(decoded);
});

it("base64Decode() restores every encoded text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (plain) => {
      const text = Buffer.from(plain).toString("base64");
      expect(renderTemplate("{{base64Decode text}}", { text })).toBe(plain);
    }),
  );
});

it("base64Decode() costs more than other helpers", () => {
  const units = (length: number) =>
    unitsOfTemplate("{{#if (base64Decode text)}}{{/if}}", { text: "A".repeat(length) });
  // Four characters of the argument are three of the result.
  expect(units(404) - units(400)).toBe(4 * COST.codedCharacters + 7 * COST.characters);
});

it.each([
  ["a+b%20c", "a b c"],
  ["%2B%26%3d", "+&="],
  ["caf%C3%A9 %F0%9F%9A%80", "café 🚀"],
  ["100%", "100%"],
  ["%41%ff%42", "A%ffB"],
  ["%ED%A0%80", "%ED%A0%80"],
  ["%2525", "%25"],
])("urlDecode() of %j is %j", (text, decoded) => {
  expect(renderTemplate("{{urlDecode text}}", { text })).toBe(decoded);
});

it("urlDecode() restores every encoded text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (plain) => {
      const text = encodeURIComponent(plain).replaceAll("%20", "+");
      expect(renderTemplate("{{urlDecode text}}", { text })).toBe(plain);
    }),
  );
});

it("urlDecode() costs more than other helpers", () => {
  const units = (text: string) => unitsOfTemplate("{{#if (urlDecode text)}}{{/if}}", { text });
  expect(units("xx") - units("x")).toBe(COST.codedCharacters + 2 * COST.characters);
  expect(units("%41%42") - units("%41")).toBe(
    3 * (COST.codedCharacters + COST.characters) + COST.keys + COST.characters,
  );
});

describe("parseJson()", () => {
  it.each([
    ['{"a":{"b":[1,2]}}', '{"a":{"b":[1,2]}}'],
    [' [1,"]"] ', '[1,"]"]'],
    ['"text"', '"text"'],
    ["null", "null"],
    ['{"\\"[":1}', '{"\\"[":1}'],
    ['{"__proto__":1}', '{"__proto__":1}'],
    ["", "null"],
    ['"open', "null"],
    ['"open\\', "null"],
    [[1], "[1]"],
  ])("of %j is %s", (text, json) => {
    expect(renderTemplate("{{json (parseJson text)}}", { text })).toBe(json);
  });

  it.each([
    ["{{#with (parseJson text)}}{{a.[0].b}} {{../other}}{{/with}}", "x y"],
    ["{{#with (parseJson text) as |m|}}{{m.a.0.b}}{{/with}}", "x"],
    ["{{#each (lookup (parseJson text) 'a')}}{{@index}}{{b}}{{/each}}", "0x"],
    ["{{#with (parseJson other)}}some{{else}}none{{/with}}", "none"],
    ["{{pluck (lookup (parseJson text) 'a') 'b'}}", '["x"]'],
    ["{{#with (parseJson text)}}{{toString}}{{constructor.name}}{{/with}}", ""],
  ])("gives a value to read: %s", (template, text) => {
    expect(renderTemplate(template, { text: '{"a":[{"b":"x"}]}', other: "y" })).toBe(text);
  });

  it("takes lists and objects in 500 levels, as many as are rendered", () => {
    const render = (levels: number) =>
      renderTemplate("{{parseJson text}}", { text: "[".repeat(levels) + "]".repeat(levels) });
    expect(render(500)).toHaveLength(1000);
    expect(render(501)).toBe("");
    expect(render(100_000)).toBe("");
    expect(renderTemplate("{{parseJson text}}", { text: "[[],".repeat(400) })).toBe("");
  });

  it("charges the budget for characters and parts", () => {
    const units = (text: string) => unitsOfTemplate("{{#if (parseJson text)}}{{/if}}", { text });
    const blanks = units(`[${" ".repeat(400)}]`) - units("[]");
    expect(blanks).toBe(400 * (COST.characters + COST.codedCharacters));
    const parts = units(`[${"0,".repeat(199)}00]`.replace("00", "10"));
    expect(parts - units(`[${" ".repeat(400)}]`)).toBeGreaterThan(199 * COST.keys);
  });

  it("is bounded in a loop", () => {
    const payload = {
      text: "[1,2,3]".repeat(20_000),
      list: Array.from({ length: 9_000 }, () => 1),
    };
    const template = "{{#each list}}{{#if (parseJson ../text)}}{{/if}}{{/each}}";
    expect(() => renderTemplate(template, payload)).toThrow("it takes too much work");
  });
});

describe("bytesFromBase64()", () => {
  it("reads the output of other encoders, in both alphabets, with and without padding and line ends", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const standard = Buffer.from(bytes).toString("base64");
        const ofUrl = Buffer.from(bytes).toString("base64url");
        for (const text of [standard, ofUrl, standard.replace(/.{5}/g, "$&\r\n")]) {
          expect(bytesFromBase64(text)).toEqual(bytes);
        }
      }),
    );
  });

  it.each(["A", "AA=A", "AA===", "AAÄA", "AA\u0000A"])("takes %j for no Base64", (text) => {
    expect(bytesFromBase64(text)).toBeUndefined();
  });

  it("accepts one padding sign for two, and ignores surplus bits", () => {
    expect(bytesFromBase64("QQ=")).toEqual(new Uint8Array([65]));
    expect(bytesFromBase64("QR==")).toEqual(new Uint8Array([65]));
  });
});

const escapeByte = (byte: number) =>
  byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16)}`;

describe("urlDecode() of UTF-8", () => {
  it("reads the first and last characters of each length", () => {
    for (const code of [0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x1_0000, 0x10_ffff]) {
      const character = String.fromCodePoint(code);
      const text = `a${encodeURIComponent(character)}b`;
      expect(renderTemplate("{{urlDecode text}}", { text })).toBe(`a${character}b`);
    }
  });

  it.each([
    [[0x80]],
    [[0xbf, 0x80]],
    [[0xc0, 0x80]],
    [[0xc1, 0xbf]],
    [[0xc3]],
    [[0xc3, 0x28]],
    [[0xe0, 0x9f, 0xbf]],
    [[0xed, 0xa0, 0x80]],
    [[0xe2, 0x82]],
    [[0xf0, 0x8f, 0xbf, 0xbf]],
    [[0xf4, 0x90, 0x80, 0x80]],
    [[0xf5, 0x80, 0x80, 0x80]],
    [[0xff]],
  ])("keeps the bytes %j, which are not a character", (bytes) => {
    const text = bytes.map((byte) => `%${byte.toString(16)}`).join("");
    expect(renderTemplate("{{urlDecode text}}", { text })).toBe(bytes.map(escapeByte).join(""));
  });
});

import { describe, expect, it } from "vitest";
import { renderTemplate, unitsOfTemplate } from "../../test/render.ts";
import { COST } from "../render/budget.ts";

describe("parseJson()", () => {
  it.each([
    ['{"a":{"b":[1,2]}}', '{"a":{"b":[1,2]}}'],
    [' [1,"]"] ', '[1,"]"]'],
    ['"text"', '"text"'],
    ["5.50", "5.5"],
    ["null", "null"],
    ['{"id":820982911946154508}', '{"id":"820982911946154508"}'],
    ['{"\\"[":1}', '{"\\"[":1}'],
    ['{"__proto__":1}', '{"__proto__":1}'],
    ["", "null"],
    ["{", "null"],
    ["{'a':1}", "null"],
    ['"open', "null"],
    ['"open\\', "null"],
    ["]]]", "null"],
    [{ a: 1 }, '{"a":1}'],
    [[1], "[1]"],
    [5, "5"],
    [true, "true"],
    [null, "null"],
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

import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

describe("groupBy()", () => {
  it.each([
    [
      '[{"a":1},{"a":"1"},{"a":2}]',
      '[{"key":"1","items":[{"a":1},{"a":"1"}]},{"key":"2","items":[{"a":2}]}]',
    ],
    [
      '[{"a":"__proto__"},{"a":"constructor"}]',
      '[{"key":"__proto__","items":[{"a":"__proto__"}]},{"key":"constructor","items":[{"a":"constructor"}]}]',
    ],
    ['[{},5,{"a":null}]', '[{"key":"","items":[{},5,{"a":null}]}]'],
    ["[]", "[]"],
    ['"aa"', "[]"],
  ])("of %s is %s", (list, groups) => {
    const payload = { list: JSON.parse(list) };
    expect(renderTemplate('{{groupBy list by="a"}}', payload)).toBe(groups);
  });

  it("does not change the list of the payload", () => {
    const list = [{ a: 1 }, { a: 1 }];
    expect(renderTemplate('{{#if (groupBy list by="a")}}{{/if}}{{list}}', { list })).toBe(
      '[{"a":1},{"a":1}]',
    );
  });

  it("is a problem of the config without a path", () => {
    expect(problemOfTemplate("{{groupBy list}}")).toMatchObject({
      message: 'helper "groupBy" takes the path of a field',
      hint: 'Write by="author.name".',
    });
  });
});

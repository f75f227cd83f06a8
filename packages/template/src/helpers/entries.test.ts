import { describe, expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

describe("entries()", () => {
  it.each([
    ['{"a":1,"b":[2]}', '[{"name":"a","value":1},{"name":"b","value":[2]}]'],
    ['{"__proto__":1,"b":2}', '[{"name":"b","value":2}]'],
    ["{}", "[]"],
    ['[{"name":"a","value":1},{"name":"b"},{"name":"a","value":3}]', '{"a":1}'],
    ['[{"value":1},{"name":"","value":2},5,null]', "{}"],
    [
      '[{"name":"__proto__","value":{"x":1}},{"name":"constructor","value":2}]',
      '{"constructor":2}',
    ],
    ["[]", "{}"],
    ['"text"', "[]"],
    ["null", "[]"],
    ["5", "[]"],
  ])("of %s is %s", (value, text) => {
    expect(renderTemplate("{{entries value}}", { value: JSON.parse(value) })).toBe(text);
  });

  it("reads name and value at other paths", () => {
    const fields = [
      { label: "Mail", answer: { text: "a@b.c" } },
      { label: "Size", answer: { text: 5 } },
    ];
    const call = '(entries fields name="label" value="answer.text")';
    expect(
      renderTemplate(`{{lookup ${call} "Mail"}} {{#with ${call}}}{{Size}}{{/with}}`, { fields }),
    ).toBe("a@b.c 5");
  });

  it("gives no inherited property", () => {
    const payload = { list: [{ name: "a", value: 1 }] };
    expect(renderTemplate('{{lookup (entries list) "toString"}}', payload)).toBe("");
  });
});

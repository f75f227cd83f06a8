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

describe("sort()", () => {
  it.each([
    [[3, 1, 2], "[1,2,3]"],
    [["10", 9, "-1", "1.5"], '["-1","1.5",9,"10"]'],
    [["b", "B", "a", "ä", "A"], '["A","B","a","b","ä"]'],
    [["b", "10a", 20, "", 100, null, "a"], '[20,100,"10a","a","b","",null]'],
    [[true, { a: 1 }, [2], "x"], '[[2],true,"x",{"a":1}]'],
    [["1.0", 1, "1"], '["1.0",1,"1"]'],
    [[], "[]"],
    ["cba", "[]"],
    [null, "[]"],
  ])("of %j is %s", (list, text) => {
    expect(renderTemplate("{{sort list}}", { list })).toBe(text);
  });

  it("reverses the order, except of empty and of equal elements", () => {
    const list = [null, "b", 1, { k: 1 }, 10, "", "a", "10"];
    expect(renderTemplate("{{sort list descending=true}}", { list })).toBe(
      '[{"k":1},"b","a",10,"10",1,null,""]',
    );
    expect(renderTemplate("{{sort list descending=no}}", { list: [2, 1], no: false })).toBe(
      "[1,2]",
    );
  });

  it("sorts by a path, and keeps the order of equal elements", () => {
    const list = [
      { id: 1, at: { n: 2 } },
      { id: 2 },
      { id: 3, at: { n: 1 } },
      { id: 4, at: { n: 2 } },
      { id: 5, at: { n: "1" } },
    ];
    const ids = (template: string) => renderTemplate(`{{pluck (${template}) "id"}}`, { list });
    expect(ids('sort list by="at.n"')).toBe("[3,5,1,4,2]");
    expect(ids('sort list by="at.n" descending=true')).toBe("[1,4,3,5,2]");
    expect(ids('sort list by="constructor"')).toBe("[1,2,3,4,5]");
  });

  it("does not change the list of the payload", () => {
    const list = [2, 1];
    expect(renderTemplate("{{sort list}}{{list}}", { list })).toBe("[1,2][2,1]");
  });

  it("names the nearest named argument", () => {
    expect(problemOfTemplate("{{sort list desending=true}}")).toMatchObject({
      message: 'helper "sort" has no named argument "desending"',
      hint: 'Did you mean "descending"?',
    });
  });
});

it.each([
  ["{{sum list}}", [0.1, 0.2, "0.3"], "0.6"],
  ["{{sum list}}", [1, null, "x", [5], "", 2], "3"],
  ["{{sum list}}", [], "0"],
  ["{{sum list}}", null, "0"],
  ["{{sum list}}", "55", "0"],
  ["{{sum list}}", ["9007199254740993", 1], "9007199254740994"],
  ['{{sum list by="a.b"}}', [{ a: { b: 1.5 } }, { a: {} }, { a: { b: "2" } }], "3.5"],
  [
    '{{sum list by="p" times="q"}}',
    [
      { p: 0.1, q: 3 },
      { p: "2", q: "0.5" },
    ],
    "1.3",
  ],
  ['{{sum list by="p" times="q"}}', [{ p: 1 }, { q: 1 }, { p: "x", q: 2 }, { p: 2, q: 0 }], "0"],
  ['{{sum list by="a.p" times="a.q.n"}}', [{ a: { p: 4, q: { n: -2 } } }, 7], "-8"],
  ["{{sum list times='q'}}", [{ q: 2 }, 5], "0"],
  ['{{money (sum list by="p" times="q") "EUR"}}', [{ p: 1999, q: 3 }], "59.97 EUR"],
  ["{{#if (sum list)}}some{{else}}none{{/if}}", [1, -1], "none"],
])("sum() as in %s of %j is %s", (template, list, text) => {
  expect(renderTemplate(template, { list })).toBe(text);
});

it.each([
  [[3, "1.5", 2], "1.5", "3"],
  [["b", "a", "B"], "B", "b"],
  [["a", 10, "9"], "9", "a"],
  [[null, "", 5, undefined], "5", "5"],
  [["2026-01-04", "2026-01-02"], "2026-01-02", "2026-01-04"],
  [[1, "1.0"], "1", "1"],
  [[null, ""], "", ""],
  [[], "", ""],
  ["cab", "", ""],
])("min() and max() of %j are %j and %j", (list, least, most) => {
  expect(renderTemplate("{{min list}}|{{max list}}", { list })).toBe(`${least}|${most}`);
});

it("min() and max() compare values at a path, and give the value", () => {
  const list = [{ n: 5 }, { n: 7 }, {}];
  expect(renderTemplate('{{min list by="n"}} {{max list by="n"}}', { list })).toBe("5 7");
});

it("min() and max() compare arguments where there are several", () => {
  expect(renderTemplate("{{min 3 x 2}} {{max 3 x 2}} {{max x y}}", { y: [9] })).toBe("2 3 [9]");
});

import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate, unitsOfTemplate } from "../../../test/render.ts";
import { COST } from "../render/budget.ts";

it.each([
  ["{{json (first v)}}", ["a", "b"], '"a"'],
  ["{{json (first v)}}", [], "null"],
  ["{{json (first v)}}", "👋b", '"👋"'],
  ["{{json (first v)}}", 57, '"5"'],
  ["{{json (first v)}}", { 0: "a" }, "null"],
  ["{{json (first v 2)}}", ["a", "b", "c"], '["a","b"]'],
  ["{{json (first v 0)}}", ["a"], "[]"],
  ["{{json (first v missing)}}", ["a"], "[]"],
  ["{{json (first v '1')}}", ["a"], '["a"]'],
])("first() as in %s of %j is %j", (template, v, text) => {
  expect(renderTemplate(template, { v })).toBe(text);
});

it("first() refuses a literal count that is not a number", () => {
  const { message, position } = problemOfTemplate("Hi\n {{first list 'two'}}");
  expect(message).toBe('helper "first" takes a whole number from 0 on as argument 2');
  expect(position).toEqual({ line: 2, column: 2 });
});

it.each([
  ["{{json (last v)}}", ["a", "b"], '"b"'],
  ["{{json (last v)}}", [], "null"],
  ["{{json (last v)}}", "b👋", '"👋"'],
  ["{{json (last v 2)}}", ["a", "b", "c"], '["b","c"]'],
  ["{{json (last v 9)}}", ["a"], '["a"]'],
  ["{{json (last v 0)}}", ["a"], "[]"],
  ["{{json (last v missing)}}", ["a"], "[]"],
])("last() as in %s of %j is %j", (template, v, text) => {
  expect(renderTemplate(template, { v })).toBe(text);
});

it.each([
  [[1, [2, 3]], "2"],
  [[], "0"],
  [{ a: 1, b: 2 }, "2"],
  [JSON.parse('{"__proto__": 1}'), "1"],
  ["a👋\ud800", "3"],
  [true, "4"],
])("length() of %j is %s", (value, text) => {
  expect(renderTemplate("{{length value}}", { value })).toBe(text);
});

it("length() charges the budget for the keys of an object, and for the characters of a text", () => {
  const objectOf = (keys: number) =>
    Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, 0]));
  const units = (value: unknown) => unitsOfTemplate("{{length value}}", { value });
  expect(units(objectOf(40)) - units(objectOf(30))).toBe(10 * COST.keys);
  expect(units("x".repeat(40)) - units("x".repeat(30))).toBe(
    10 * (COST.characters + COST.codedCharacters),
  );
});

it.each([
  ["{{unique list}}", [1, "1", 2, 1, "a", "a"], '[1,2,"a"]'],
  ["{{unique list}}", [null, "", { a: 1 }, { a: 1 }, '{"a":1}'], '[null,{"a":1}]'],
  ["{{unique list}}", ["__proto__", "__proto__", "constructor"], '["__proto__","constructor"]'],
])("unique() as in %s of %j is %s", (template, list, text) => {
  expect(renderTemplate(template, { list })).toBe(text);
});

it.each([
  ["a", [{ a: 1 }, { a: { b: 2 } }, {}], '[1,{"b":2},null]'],
  ["a[0].b", [{ a: [{ b: 1 }] }, { a: [] }], "[1,null]"],
  ["a[0", [{ "a[0": 1 }], "[null]"],
  ["constructor", [{}, [], "x"], "[null,null,null]"],
  ["__proto__", [JSON.parse('{"__proto__": 1}')], "[null]"],
  [null, [1], "[1]"],
])("pluck() of %j from %j is %s", (at, list, text) => {
  expect(renderTemplate("{{pluck list at}}", { list, at })).toBe(text);
});

it("pluck() follows at most 32 names", () => {
  let element: unknown = 1;
  for (let level = 0; level < 33; level++) element = { a: element };
  const pluck = (names: number) =>
    renderTemplate("{{pluck list at}}", {
      list: [element],
      at: Array.from({ length: names }, () => "a").join("."),
    });
  expect(pluck(32)).toBe('[{"a":1}]');
  expect(pluck(33)).toBe("[null]");
});

describe("filter()", () => {
  const jobs = [
    { id: 1, state: "ok", run: { seconds: 8 }, tags: ["a"] },
    { id: 2, state: "failed", run: { seconds: "90" }, tags: ["a", "b"] },
    { id: 3, state: "flaky", run: { seconds: 30 }, flaky: true },
    { id: 4, state: null },
  ];

  it.each([
    ['by="state" eq="ok"', "[1]"],
    ['by="state" eq=""', "[4]"],
    ['by="state" ne="ok"', "[2,3,4]"],
    ['by="run.seconds" lt=30', "[1]"],
    ['by="run.seconds" lte=30', "[1,3]"],
    ['by="run.seconds" gt=30', "[2]"],
    ['by="run.seconds" gte="30"', "[2,3]"],
    ['by="state" in=wanted', "[1,3]"],
    ['by="state" in="ok"', "[]"],
    ['by="tags" contains="b"', "[2]"],
    ['by="state" contains="a"', "[2,3]"],
    ['by="state" startsWith="f"', "[2,3]"],
    ['by="state" startsWith="f" endsWith="y"', "[3]"],
    ['by="flaky"', "[3]"],
    ['by="constructor" ne=""', "[]"],
  ])("of jobs %s selects %s", (named, ids) => {
    const payload = { jobs, wanted: ["ok", "flaky"], two: "2" };
    expect(renderTemplate(`{{pluck (filter jobs ${named}) "id"}}`, payload)).toBe(ids);
  });

  it.each([
    [["a.ts", "b.md"], '["b.md"]'],
    ["b.md", "[]"],
  ])("of %j by the elements themselves is %s", (list, text) => {
    expect(renderTemplate('{{filter list endsWith=".md"}}', { list })).toBe(text);
  });

  it("is a problem of the config where nothing is to be selected", () => {
    expect(problemOfTemplate("{{filter jobs}}")).toMatchObject({
      code: "template_helper_misused",
      message: 'helper "filter" takes named arguments that select elements',
      hint: 'Write by="state" eq="open". Comparisons are: eq ne lt lte gt gte in contains startsWith endsWith.',
    });
    expect(problemOfTemplate('{{filter jobs "ok"}}').message).toContain("takes 1 argument, not 2");
    expect(problemOfTemplate('{{filter jobs by="a" is="ok"}}').message).toContain('"is"');
  });

  it("charges the budget for each comparison", () => {
    const units = (count: number) => {
      const list = Array.from({ length: count }, () => "a");
      return unitsOfTemplate('{{filter list eq="b" ne="c"}}', { list });
    };
    expect(units(200) - units(100)).toBeGreaterThan(100 * 200);
  });
});

it.each([
  ['{{json (find list by="n" gt=1)}}', '{"n":2}'],
  ['{{json (find list by="n" gt=5)}}', "null"],
])("find() as in %s is %s", (template, text) => {
  expect(renderTemplate(template, { list: [{ n: 1 }, { n: 2 }, { n: 3 }] })).toBe(text);
});

it.each([
  ['{{count list by="n" gte=2}}', "2"],
  ['{{count list by="n"}}', "3"],
  ['{{count missing eq="a"}}', "0"],
])("count() as in %s is %s", (template, text) => {
  const list = [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 0 }];
  const payload = { list, texts: ["a", "b", "a"], field: "n", count: [{ n: 1 }] };
  expect(renderTemplate(template, payload)).toBe(text);
});

it.each([
  ["{{json (slice v 1)}}", ["a", "b", "c"], '["b","c"]'],
  ["{{json (slice v 1 2)}}", ["a", "b", "c"], '["b"]'],
  ["{{json (slice v 2 1)}}", ["a", "b", "c"], "[]"],
  ["{{json (slice v missing)}}", ["a"], '["a"]'],
  ["{{json (slice v 1 2)}}", "a👋c", '"👋"'],
  ["{{json (slice v -9 9)}}", "a👋", '"a👋"'],
  ["{{json (slice v -1)}}", "\ud800\udc00\udc00", '"\\udc00"'],
])("slice() as in %s of %j is %j", (template, v, text) => {
  expect(renderTemplate(template, { v })).toBe(text);
});

it.each([
  ["{{slice v 'one'}}", 2],
  ["{{slice v 0 1.5}}", 3],
])("slice() refuses a literal index that is not a whole number: %s", (template, position) => {
  expect(problemOfTemplate(template).message).toBe(
    `helper "slice" takes a whole number as argument ${position}`,
  );
});

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
    ['"text"', "[]"],
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

  it("ignores inherited properties", () => {
    const payload = { list: [{ name: "a", value: 1 }] };
    expect(renderTemplate('{{lookup (entries list) "toString"}}', payload)).toBe("");
  });
});

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
});

it.each([
  ["{{sum list}}", [0.1, 0.2, "0.3"], "0.6"],
  ["{{sum list}}", [1, null, "x", [5], "", 2], "3"],
  ["{{sum list}}", [], "0"],
  ["{{sum list}}", ["9007199254740993", 1], "9007199254740994"],
  ['{{sum list by="p" times="q"}}', [{ p: 1 }, { q: 1 }, { p: "x", q: 2 }, { p: 2, q: 0 }], "0"],
  ['{{money (sum list by="p" times="q") "EUR"}}', [{ p: 1999, q: 3 }], "59.97 EUR"],
])("sum() as in %s of %j is %s", (template, list, text) => {
  expect(renderTemplate(template, { list })).toBe(text);
});

it.each([
  [[3, "1.5", 2], "1.5", "3"],
  [["b", "a", "B"], "B", "b"],
  [["2026-01-04", "2026-01-02"], "2026-01-02", "2026-01-04"],
  [[1, "1.0"], "1", "1"],
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

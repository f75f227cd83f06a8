import { expect, it } from "vitest";
import { renderTemplate, unitsOfTemplate } from "../../test/render.ts";
import { COST } from "../render/budget.ts";

const rows = [
  { id: 1, who: { name: "Ann" }, tags: ["a|b"] },
  { id: 2, who: null, note: "x\ny" },
];

it.each([
  [
    "{{table rows columns='id, who.name'}}",
    "| id | who.name |\n| --- | --- |\n| 1 | Ann |\n| 2 |  |",
  ],
  ["{{table rows columns='id' titles='No.,unused'}}", "| No. |\n| --- |\n| 1 |\n| 2 |"],
  [
    "{{table rows columns='id,note' titles='No.'}}",
    "| No. | note |\n| --- | --- |\n| 1 |  |\n| 2 | x y |",
  ],
  ["{{table rows columns='tags' titles='a|b'}}", '| a\\|b |\n| --- |\n| ["a\\|b"] |\n|  |'],
  ["{{table rows columns='toString'}}", "| toString |\n| --- |\n|  |\n|  |"],
  ["{{table rows columns=''}}", "| id | who | tags |"],
  ["{{table pairs}}", "| 0 | 1 |\n| --- | --- |\n| a | b |\n| c |  |"],
  ["{{table texts columns='x'}}", "| x |\n| --- |\n|  |"],
  ["{{table texts}}", ""],
  ["{{table empty columns='x'}}", ""],
  ["{{table objects}}", ""],
  ["{{table nothing columns='x'}}", ""],
  ["{{table rows.[0] columns='x'}}", ""],
])("table() %s begins with %j", (template, text) => {
  const payload = { rows, pairs: [["a", "b"], ["c"]], texts: ["t"], empty: [], objects: [{}] };
  const table = renderTemplate(template, payload);
  expect(text === "" ? table : table.slice(0, text.length)).toBe(text);
});

it("table() reads the keys of the first row as names, dots included", () => {
  const rows = [
    { "a.b": 1, "": 2, " c ": 3 },
    { "a.b": 4, a: { b: 5 } },
  ];
  expect(renderTemplate("{{table rows}}", { rows })).toBe(
    "| a.b |  | c |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n| 4 |  |  |",
  );
});

it.each(["a,", ",a", "a,,", " , a"])("table() ignores a column without a name: %j", (columns) => {
  const rows = [{ a: 1, b: 2 }];
  const table = renderTemplate("{{table rows columns=columns titles='A'}}", { rows, columns });
  expect(table).toBe("| A |\n| --- |\n| 1 |");
});

it("table() treats null as a row without keys", () => {
  expect(renderTemplate("{{table rows}}", { rows: [null, { a: 1 }] })).toBe("");
});

it("table() shows 50 columns at most", () => {
  const names = Array.from({ length: 60 }, (_, index) => `c${index}`);
  const rows = [Object.fromEntries(names.map((name) => [name, 1]))];
  const columns = names.join(",");
  const [made] = renderTemplate("{{table rows}}", { rows }).split("\n");
  const [given] = renderTemplate("{{table rows columns=columns}}", { rows, columns }).split("\n");
  expect(made).toBe(given);
  expect(given).toMatch(/^\| c0 .* c49 \|$/);
});

it("table() charges the budget for its cells, and refuses a text that exceeds the limit before it is built", () => {
  const rows = Array.from({ length: 100 }, () => ({ a: "x", b: "y" }));
  const render = (limits: { maxCharacters?: number }) =>
    renderTemplate("{{table rows columns='a,b'}}", { rows }, { limits });
  const units = (count: number) =>
    unitsOfTemplate("{{#if (table rows columns='a,b')}}{{/if}}", { rows: rows.slice(0, count) });
  // The element of the list, two cells of a character each, and the 10 characters of the row.
  expect(units(3) - units(2)).toBe(
    3 * COST.keys + 2 * (COST.characters + COST.cellCharacters) + 10 * COST.characters,
  );
  const { length } = render({});
  expect(render({ maxCharacters: length + 1 })).toHaveLength(length);
  expect(() => render({ maxCharacters: length - 1 })).toThrow("the rendered text is too long");
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderTemplate, unitsOfTemplate } from "../../../test/render.ts";
import { COST } from "../render/budget.ts";
import { tableCell } from "./markdown.ts";

it.each([
  ["plain text, 1.5 + 2 - 3 = 0.5! (no marks) #7", "plain text, 1.5 + 2 - 3 = 0.5! (no marks) #7"],
  [
    "*a* _b_ `c` [d](e) <f> g|h ~~i~~ &amp; \\",
    "\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\<f\\> g\\|h \\~\\~i\\~\\~ \\&amp; \\\\",
  ],
  ["# a\n## b", "\\# a\n\\## b"],
  ["- a\n  + b\n\t- c", "\\- a\n  \\+ b\n\t\\- c"],
  ["> a", "\\> a"],
  ["a\n===\nb\r---", "a\n\\===\nb\r\\---"],
  ["1. a\n 23) b\n1.5 c", "1\\. a\n 23\\) b\n1\\.5 c"],
  ["1234567890. a", "1234567890. a"],
  ["", ""],
  [null, ""],
  [["a_b"], '\\["a\\_b"\\]'],
])("escapeMarkdown() of %j is %j", (text, escaped) => {
  expect(renderTemplate("{{escapeMarkdown text}}", { text })).toBe(escaped);
});

it("escapeMarkdown() charges the budget for each character, and for each that is escaped", () => {
  const units = (text: string) => unitsOfTemplate("{{escapeMarkdown text}}", { text });
  expect(units("a*")).toBe(
    units("a") +
      COST.codedCharacters +
      COST.marks +
      // Of the argument; of the result, which is rendered.
      COST.characters +
      2 * (COST.characters + COST.renderedCharacters),
  );
});

it("escapeMarkdown() refuses a text that exceeds the limit, before it is built", () => {
  const render = (text: string) =>
    renderTemplate("{{escapeMarkdown text}}", { text }, { limits: { maxCharacters: 6 } });
  expect(render("***")).toBe("\\*\\*\\*");
  expect(() => render("****")).toThrow("the rendered text is too long");
  expect(render("abcdef")).toBe("abcdef");
});

it.each([
  ["{{code text}}", "a", "```\na\n```"],
  ["{{code text}}", "a\n", "```\na\n```"],
  ["{{code text}}", "a\r\n\r\n", "```\na\r\n\r\n```"],
  ["{{code text}}", "`a` ``", "```\n`a` ``\n```"],
  ["{{code text}}", "```", "````\n```\n````"],
  ["{{code text}}", "", ""],
  ["{{code text}}", null, ""],
  ["{{code text}}", { a: 1 }, '```\n{"a":1}\n```'],
  ["{{code text language='c++'}}", "a", "```c++\na\n```"],
  ["{{code text language=text}}", "a`b\nc d", "```abcd\na`b\nc d\n```"],
  [
    "{{code text language=text}}",
    "x".repeat(31),
    `\`\`\`${"x".repeat(30)}\n${"x".repeat(31)}\n\`\`\``,
  ],
])("code() %s of %j is %j", (template, text, block) => {
  expect(renderTemplate(template, { text })).toBe(block);
});

it("code() cannot be closed by its content", () => {
  const lines = fc.array(fc.constantFrom("`", "``", "```", "~", " ", "\n", "\r", "a"));
  fc.assert(
    fc.property(lines, (pieces) => {
      const text = pieces.join("");
      const [fence, ...rest] = renderTemplate("{{code text}}", { text }).split(/\r\n?|\n/);
      if (text === "") return;
      expect(rest.pop()).toBe(fence);
      expect(rest.filter((line) => line.includes(fence as string))).toEqual([]);
    }),
  );
});

it("code() refuses a text that exceeds the limit, before it is built", () => {
  const render = (maxCharacters: number) =>
    renderTemplate("{{code text}}", { text: "`".repeat(9) }, { limits: { maxCharacters } });
  expect(render(31)).toHaveLength(31);
  expect(() => render(30)).toThrow("the rendered text is too long");
});

describe("table()", () => {
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

  it.each(["a,", ",a", "a,,"])("table() ignores a column without a name: %j", (columns) => {
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
});

describe("tableCell()", () => {
  it.each([
    ["a", "a"],
    [" a\r\n\tb ", "a b"],
    ["C:\\dir", "C:\\dir"],
    ["a\\|b", "a\\\\\\|b"],
    ["\\\\|", "\\\\\\\\\\|"],
  ])("writes %j as %j", (text, cell) => {
    expect(tableCell(text)).toBe(cell);
  });

  it("escapes every pipe that would end the cell", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("\\", "|", "a", "\n")), (pieces) => {
        const cell = tableCell(pieces.join(""));
        // A backslash and the character after it never end the cell.
        expect(cell.replace(/\\[\\|]/g, "")).not.toMatch(/[|\n]/);
      }),
    );
  });
});

// Where each backslash looks for its pipe, this takes minutes.
it("tableCell() reads a megabyte of backslashes in one pass", () => {
  expect(tableCell("\\".repeat(1_000_000))).toHaveLength(1_000_000);
  expect(tableCell(`${"\\".repeat(1_000_000)}|`)).toHaveLength(2_000_002);
});

it.each([
  ["a", "> a"],
  ["a\nb", "> a\n> b"],
  ["a\r\n\rb \n\n", "> a\n>\n> b"],
  ["  a", ">   a"],
  ["\na", ">\n> a"],
  ["> a", "> > a"],
  [" \n", ""],
  [null, ""],
])("quote() of %j is %j", (text, quoted) => {
  expect(renderTemplate("{{quote text}}", { text })).toBe(quoted);
});

it("quote() refuses a text that exceeds the limit, before it is built", () => {
  const render = (text: string) =>
    renderTemplate("{{quote text}}", { text }, { limits: { maxCharacters: 7 } });
  expect(render("a\nb")).toBe("> a\n> b");
  expect(() => render("a\n\nb")).toThrow("the rendered text is too long");
});

it.each([
  ["{{list items}}", ["a", 5, true, ["b"]], '- a\n- 5\n- true\n- ["b"]'],
  ["{{list items}}", ["a\nb\r\n\r\nc\n"], "- a\n  b\n\n  c"],
  ["{{list items}}", ["", null, " ", "a"], "- a"],
  ["{{list items}}", [], ""],
  ["{{list items}}", "a", ""],
  ["{{list items ordered=true}}", ["a", null, "b\nc"], "1. a\n2. b\n   c"],
  ["{{list items ordered=false}}", ["a"], "- a"],
  ["{{list items ordered=missing}}", ["a"], "- a"],
  ["{{list items path='constructor'}}", [{}, []], ""],
])("list() %s of %j is %j", (template, items, text) => {
  expect(renderTemplate(template, { items })).toBe(text);
});

it("list() indents by the width of the number", () => {
  const items = [...Array.from({ length: 9 }, () => "x"), "a\nb"];
  expect(renderTemplate("{{list items ordered=true}}", { items })).toMatch(/\n10\. a\n {4}b$/);
});

it("list() refuses a text that exceeds the limit, before it is built", () => {
  const render = (maxCharacters: number) =>
    renderTemplate("{{list items}}", { items: ["a\nb", "c"] }, { limits: { maxCharacters } });
  expect(render(13)).toBe("- a\n  b\n- c");
  expect(() => render(10)).toThrow("the rendered text is too long");
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

it.each([
  ["{{code text}}", "a", "```\na\n```"],
  ["{{code text}}", "a\n", "```\na\n```"],
  ["{{code text}}", "a\r\n\r\n", "```\na\r\n\r\n```"],
  ["{{code text}}", "`a` ``", "```\n`a` ``\n```"],
  ["{{code text}}", "```", "````\n```\n````"],
  ["{{code text}}", "a ````` b ``` c", "``````\na ````` b ``` c\n``````"],
  ["{{code text}}", "", ""],
  ["{{code text}}", null, ""],
  ["{{code text}}", 0, "```\n0\n```"],
  ["{{code text}}", { a: 1 }, '```\n{"a":1}\n```'],
  ["{{code text language='c++'}}", "a", "```c++\na\n```"],
  ["{{code text language=text}}", "a`b\nc d", "```abcd\na`b\nc d\n```"],
  [
    "{{code text language=text}}",
    "x".repeat(31),
    `\`\`\`${"x".repeat(30)}\n${"x".repeat(31)}\n\`\`\``,
  ],
  ["{{code text language=missing}}", "a", "```\na\n```"],
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

it("code() names its named argument in the hint about a second argument", () => {
  expect(problemOfTemplate("{{code text 'diff'}}")).toMatchObject({
    message: 'helper "code" takes 1 argument, not 2',
    hint: "Its named arguments are: language=…",
  });
});

import { describe, expect, it, test } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../../test/render.ts";
import { builtInHelpers } from "../../serving/helpers/index.ts";
import { compileTemplate } from "../template.ts";

describe("problemsFromFaults()", () => {
  it.each([
    ["{{truncate a}}", "takes 2 arguments, not 1", 'Write it as in "{{truncate title 80}}".'],
    ["{{truncate a 5 '…'}}", "takes 2 arguments, not 3", "Its named arguments are: ellipsis=…"],
    [
      "{{date a 'YYYY' 'UTC'}}",
      "takes 1 to 2 arguments, not 3",
      "Its named arguments are: zone=… dayFirst=… keep=…",
    ],
    ["{{#if}}x{{/if}}", "takes 1 argument, not 0", undefined],
  ])("refuses %s", (source, message, hint) => {
    const problem = problemOfTemplate(source);
    expect(problem.code).toBe("template_helper_misused");
    expect(problem.message).toContain(message);
    expect(problem.hint).toBe(hint);
  });

  it.each([
    ["{{#if eq a 'x'}}b{{/if}}", '"{{#if (eq a "x")}}"'],
    ["{{#if a and b}}c{{/if}}", '"{{#if (and a b)}}"'],
    ["{{upper trim a}}", '"(trim …)"'],
  ])("hints at the missing part of %s", (source, part) => {
    expect(problemOfTemplate(source).hint).toContain(part);
  });

  it.each([
    ["{{truncate a 5 elipsis=''}}", 'Did you mean "ellipsis"?'],
    ["{{date a timezone='UTC'}}", "Known: zone, dayFirst, keep."],
    ["{{upper a language='de'}}", "It takes none."],
    ["{{#each a separator=','}}x{{/each}}", "It takes none."],
  ])("refuses an unknown named argument: %s", (source, hint) => {
    const problem = problemOfTemplate(`\n ${source}`);
    expect(problem).toMatchObject({ code: "template_helper_misused", hint });
    expect(problem.message).toContain("has no named argument");
    expect(problem.position).toEqual({ line: 2, column: 2 });
  });

  it("refuses a block parameter that the block does not set", () => {
    expect(problemOfTemplate("{{#if a}}x{{else if b as |c|}}{{c}}{{/if}}")).toMatchObject({
      code: "template_helper_misused",
      message: 'block "if" does not set "c"',
      hint: 'Write "{{#with value as |c|}}" inside of it.',
    });
    expect(problemOfTemplate("{{#unless a as |b|}}x{{/unless}}").code).toBe(
      "template_helper_misused",
    );
  });

  it("accepts a correct call", () => {
    const source =
      "{{#if a includeZero=true}}{{#each l as |b c|}}{{b}}{{/each}}{{/if}}{{^if b}}!{{/if}}";
    expect(renderTemplate(source, { a: 0, l: [1] })).toBe("1!");
  });
});

const needy = [...builtInHelpers.values()].filter(
  ({ arity: [least], kind }) => least > 1 && kind === "value",
);

test.each(needy.map(({ name }) => name))(
  "problemsFromFaults() has an example that compiles for %s with too few arguments",
  (name) => {
    const { code, hint = "" } = problemOfTemplate(`{{${name} a}}`);
    expect(code).toBe("template_helper_misused");
    const example = /^Write it as in "(.*)"\.$/.exec(hint)?.[1];
    expect(example).toContain(`{{${name} `);
    expect(compileTemplate(example as string).problems).toEqual([]);
  },
);

test("problemsFromFaults() says that an argument of other engines has no name here", () => {
  expect(problemOfTemplate("{{truncate a max=8}}").hint).toBe(
    'Pass the value of "max" without its name, after the first argument. Write it as in "{{truncate title 80}}".',
  );
  expect(problemOfTemplate("{{truncate a ellipsis='x'}}").hint).toMatch(/^Write it as in/);
  expect(problemOfTemplate("{{upper b=1}}").hint).toBe(undefined);
});

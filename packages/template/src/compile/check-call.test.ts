import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

describe("checkCall()", () => {
  it.each([
    ["{{truncate a}}", "takes 2 arguments, not 1", 'Write it as in "{{truncate title 80}}".'],
    ["{{truncate a 5 '…'}}", "takes 2 arguments, not 3", "Its named arguments are: ellipsis=…"],
    [
      "{{default a}}",
      "takes at least 2 arguments, not 1",
      'Write it as in "{{default user.name "somebody"}}".',
    ],
    [
      "{{date a 'YYYY' 'UTC'}}",
      "takes 1 to 2 arguments, not 3",
      "Its named arguments are: zone=… dayFirst=… keep=…",
    ],
    ["{{upper a b}}", "takes 1 argument, not 2", undefined],
    ["{{#if}}x{{/if}}", "takes 1 argument, not 0", undefined],
    ["{{#if a b}}x{{/if}}", "takes 1 argument, not 2", "Its named arguments are: includeZero=…"],
  ])("refuses %s", (source, message, hint) => {
    const problem = problemOfTemplate(source);
    expect(problem.code).toBe("template_helper_misused");
    expect(problem.message).toContain(message);
    expect(problem.hint).toBe(hint);
  });

  it.each([
    ["{{#if eq a 'x'}}b{{/if}}", '"{{#if (eq a "x")}}"'],
    ["{{#if not a}}b{{/if}}", '"{{#if (not a)}}"'],
    ["{{#if a and b}}c{{/if}}", '"{{#if (and a b)}}"'],
    ["{{upper trim a}}", '"(trim …)"'],
    ["{{#each list as item}}x{{/each}}", '"{{#each list as |item|}}"'],
    ["{{#each item in list}}x{{/each}}", '"{{#each list as |item|}}"'],
  ])("hints at the missing part of %s", (source, part) => {
    expect(problemOfTemplate(source).hint).toContain(part);
  });

  it.each([
    ["{{truncate a 5 elipsis=''}}", 'Did you mean "ellipsis"?'],
    ["{{date a timezone='UTC'}}", "Known: zone, dayFirst, keep."],
    ["{{upper a language='de'}}", "It takes none."],
    ["{{#if a includezero=true}}x{{/if}}", 'Did you mean "includeZero"?'],
    ["{{#each a separator=','}}x{{/each}}", "It takes none."],
    ["{{#with a b=c}}x{{/with}}", "It takes none."],
  ])("refuses an unknown named argument: %s", (source, hint) => {
    const problem = problemOfTemplate(`\n ${source}`);
    expect(problem).toMatchObject({ code: "template_helper_misused", hint });
    expect(problem.message).toContain("has no named argument");
    expect(problem.position).toEqual({ line: 2, column: 2 });
  });

  it("refuses a block parameter to which the block gives no value", () => {
    expect(problemOfTemplate("{{#if a}}x{{else if b as |c|}}{{c}}{{/if}}")).toMatchObject({
      code: "template_helper_misused",
      message: 'block "if" gives no value to the name "c"',
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

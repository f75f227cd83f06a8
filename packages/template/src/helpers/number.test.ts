import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

describe("number()", () => {
  it.each([
    ["{{number n}}", 0, "0"],
    ["{{number n}}", -0, "0"],
    ["{{number n}}", 999, "999"],
    ["{{number n}}", 1000, "1,000"],
    ["{{number n}}", -1234567.5, "-1,234,567.5"],
    ["{{number n}}", "0012", "12"],
    ["{{number n}}", "9007199254740993", "9,007,199,254,740,993"],
    ["{{number n}}", 1e21, "1,000,000,000,000,000,000,000"],
    ["{{number n grouping=''}}", 1234567.5, "1234567.5"],
    ["{{number n grouping='.' decimal=','}}", 1234567.5, "1.234.567,5"],
    ["{{number n grouping=missing}}", 1234, "1,234"],
    ["{{number n grouping=null}}", 1234, "1234"],
    ["{{number n digits=2}}", 5, "5.00"],
    ["{{number n digits=0}}", 999.5, "1,000"],
    ["{{number n digits=0}}", -0.4, "0"],
    ["{{number n digits=0}}", -0.5, "-1"],
    ["{{number n digits='1'}}", 0.25, "0.3"],
    ["{{number n digits=20}}", 0.1, "0.10000000000000000000"],
    ["{{number n digits=n}}", 3, "3.000"],
    ["{{number n digits=n}}", 1.5, "1.5"],
    ["{{number n digits=n}}", 21, "21"],
    ["{{number n digits=n}}", -1, "-1"],
    ["{{number n digits=missing}}", 1.5, "1.5"],
    ["{{number n shift=-2 digits=2}}", 123450, "1,234.50"],
    ["{{number n shift=-2}}", 5, "0.05"],
    ["{{number n shift=-2 digits=0}}", -150, "-2"],
    ["{{number n shift=3}}", "1.5", "1,500"],
    ["{{number n shift=n}}", 21, "21"],
    ["{{number n shift=0}}", 7, "7"],
  ])("writes %s of %j as %s", (template, n, text) => {
    expect(renderTemplate(template, { n })).toBe(text);
  });

  it.each([null, undefined, "", "12a", true, [1], { a: 1 }])("is empty for %j", (n) => {
    expect(renderTemplate("{{number n digits=2}}", { n })).toBe("");
  });

  it.each(["-21", "1.5", "21", "'x'"])("refuses shift=%s", (shift) => {
    expect(problemOfTemplate(`{{number n shift=${shift}}}`)).toMatchObject({
      code: "template_helper_misused",
      message: 'helper "number" takes a shift that is a whole number from -20 to 20',
    });
  });

  it.each(["-1", "1.5", "21", "'x'", "null"])("refuses digits=%s", (digits) => {
    expect(problemOfTemplate(`{{number n digits=${digits}}}`)).toMatchObject({
      code: "template_helper_misused",
      message: 'helper "number" takes digits that are a whole number from 0 to 20',
    });
  });

  it("refuses a text that exceeds the limit, before it is built", () => {
    const render = (grouping: string) => {
      const limits = { maxCharacters: 20 };
      return renderTemplate("{{number n grouping=grouping}}", { n: 1234567, grouping }, { limits });
    };
    expect(render("---")).toBe("1---234---567");
    expect(() => render("-".repeat(5))).toThrow("the rendered text is too long");
  });
});

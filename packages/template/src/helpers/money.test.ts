import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";
import { CURRENCY_DIGITS } from "./numbers.ts";

describe("money()", () => {
  it.each([
    ["{{money a c}}", 1999, "usd", "19.99 USD"],
    ["{{money a c}}", 5, "EUR", "0.05 EUR"],
    ["{{money a c}}", 0, "EUR", "0.00 EUR"],
    ["{{money a c}}", -1999, "EUR", "-19.99 EUR"],
    ["{{money a c}}", "1999", " gbp ", "19.99 GBP"],
    ["{{money a c}}", 4200, "JPY", "4,200 JPY"],
    ["{{money a c}}", 1234, "kwd", "1.234 KWD"],
    ["{{money a c}}", 12345, "CLF", "1.2345 CLF"],
    ["{{money a c}}", 123456789, "USD", "1,234,567.89 USD"],
    ["{{money a c grouping=''}}", 123456789, "USD", "1234567.89 USD"],
    ["{{money a c grouping='.' decimal=','}}", 123456789, "EUR", "1.234.567,89 EUR"],
    ["{{money a c}}", "12345678901234567890", "USD", "123,456,789,012,345,678.90 USD"],
    ["{{money a c}}", 19.5, "USD", "0.195 USD"],
    ["{{money a c}}", "1999.00", "USD", "19.99 USD"],
    ["{{money a c}}", 1.5, "JPY", "1.5 JPY"],
    ["{{money a c digits=2}}", 500, "UGX", "5.00 UGX"],
    ["{{money a c digits=0}}", 500, "USD", "500 USD"],
    ["{{money a c digits=c}}", 500, "USD", "5.00 USD"],
    ["{{money a c digits=2}}", 500, "points", "5.00 points"],
    ["{{money a c digits=2}}", 500, null, "5.00"],
    ["{{money a c}}", 500, "points", "500 points"],
    ["{{money a c}}", "0500", "XYZ", "0500 XYZ"],
    ["{{money a c}}", "0500", "xyz", "0500 xyz"],
    ["{{money a c}}", 500, null, "500"],
    ["{{money a c}}", 500, ["USD"], '500 ["USD"]'],
    ["{{money a c}}", 500, "constructor", "500 constructor"],
    ["{{money a c}}", null, "USD", ""],
    ["{{money a c}}", "free", "USD", ""],
  ])("as in %s of %j and %j is %j", (template, a, c, text) => {
    expect(renderTemplate(template, { a, c })).toBe(text);
  });

  it("refuses digits that are not a whole number", () => {
    expect(problemOfTemplate("{{money a c digits=-1}}").message).toContain("takes digits that");
  });

  it("refuses a text that exceeds the limit", () => {
    const render = (c: string) =>
      renderTemplate("{{money 1 c digits=0}}", { c }, { limits: { maxCharacters: 10 } });
    expect(render("x".repeat(8))).toBe("1 xxxxxxxx");
    expect(() => render("x".repeat(9))).toThrow("the rendered text is too long");
  });
});

describe("CURRENCY_DIGITS", () => {
  it("has codes of three capital letters, each once", () => {
    const codes = [...CURRENCY_DIGITS.keys()];
    expect(codes.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
    expect(codes.length).toBe(171);
  });

  it.each([
    ["EUR", 2],
    ["HUF", 2],
    ["ISK", 0],
    ["TND", 3],
    ["UYW", 4],
  ])("says that %s has %i digits", (code, digits) => {
    expect(CURRENCY_DIGITS.get(code)).toBe(digits);
  });

  it.each(["XAU", "XXX", "XTS", "DEM"])("does not know %s", (code) => {
    expect(CURRENCY_DIGITS.has(code)).toBe(false);
  });
});

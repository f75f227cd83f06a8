import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../../test/render.ts";
import { numberFromValue } from "./arguments.ts";
import { decimalFromValue, roundDecimal } from "./decimal.ts";
import { CURRENCY_DIGITS } from "./numbers.ts";

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

it.each([
  ["{{percent a b}}", 1, 3, "33%"],
  ["{{percent a b}}", 7, 8, "88%"],
  ["{{percent a b digits=2}}", 1, "3", "33.33%"],
  ["{{percent a b digits=1}}", 1, 2, "50.0%"],
  ["{{percent a b}}", 3, 2, "150%"],
  ["{{percent a b}}", -1, 1000, "0%"],
  ["{{percent a b}}", -1, 4, "-25%"],
  ["{{percent a b}}", 123456, 1, "12345600%"],
  ["{{percent a}}", 0.421, 0, "42%"],
  ["{{percent a b}}", 1, 0, ""],
  ["{{percent a b}}", "x", 1, ""],
  ["{{percent a b}}", 1, null, ""],
  ["{{percent a missing}}", 0.5, null, "50%"],
])("percent() as in %s of %j and %j is %j", (template, a, b, text) => {
  expect(renderTemplate(template, { a, b })).toBe(text);
});

it("percent() refuses digits that are not a whole number", () => {
  expect(problemOfTemplate("{{percent a b digits='x'}}").message).toContain("takes digits that");
});

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

it.each([
  [0, "0 B", "0 B"],
  [1, "1 B", "1 B"],
  [999, "999 B", "999 B"],
  [1000, "1 kB", "1000 B"],
  [1024, "1 kB", "1 KiB"],
  [1_500_000, "1.5 MB", "1.4 MiB"],
  [1_572_864, "1.6 MB", "1.5 MiB"],
  [999_949, "999.9 kB", "976.5 KiB"],
  [999_950, "1 MB", "976.5 KiB"],
  [1_048_575, "1 MB", "1 MiB"],
  ["1099511627776", "1.1 TB", "1 TiB"],
  [1e21, "1000 EB", "867.4 EiB"],
  [-1500, "-1.5 kB", "-1.5 KiB"],
  [0.25, "0.3 B", "0.3 B"],
  [-0.01, "0 B", "0 B"],
  ["big", "", ""],
  [null, "", ""],
])("bytes() of %j is %j, and binary %j", (size, decimal, binary) => {
  expect(renderTemplate("{{bytes size}}", { size })).toBe(decimal);
  expect(renderTemplate("{{bytes size binary=true}}", { size })).toBe(binary);
  expect(renderTemplate("{{bytes size binary=false}}", { size })).toBe(decimal);
});

it.each([
  [1, "1 entry", "1 commit"],
  [0, "0 entries", "0 commits"],
  [2, "2 entries", "2 commits"],
  [-1, "-1 entries", "-1 commits"],
  [1.5, "1.5 entries", "1.5 commits"],
  ["1", "1 entry", "1 commit"],
  ["01.0", "1 entry", "1 commit"],
  [[], "0 entries", "0 commits"],
  [["a"], "1 entry", "1 commit"],
  [[1, 2], "2 entries", "2 commits"],
  ["many", "", ""],
  [null, "", ""],
  [{ length: 3 }, "", ""],
])("plural() of %j is %j and %j", (count, given, made) => {
  expect(renderTemplate('{{plural count "entry" "entries"}}', { count })).toBe(given);
  expect(renderTemplate('{{plural count "commit"}}', { count })).toBe(made);
});

it("plural() renders words of the event as fields are rendered", () => {
  expect(renderTemplate("{{plural 2 a b}}|{{plural 1 a b}}", { a: 5, b: ["x"] })).toBe(
    '2 ["x"]|1 5',
  );
  expect(renderTemplate("{{plural 2 'commit' missing}}")).toBe("2 commits");
  expect(problemOfTemplate("{{plural 2}}").message).toContain("takes 2 to 3 arguments");
});

describe("numberFromValue()", () => {
  it.each([
    [5, 5],
    [-0.5, -0.5],
    ["5", 5],
  ])("reads %j", (value, number) => {
    expect(numberFromValue(value)).toBe(number);
  });

  it.each(["", "0x10", "1,000", "9".repeat(400)])("takes the text %j for no number", (text) => {
    expect(numberFromValue(text)).toBeUndefined();
  });

  it.each([null, [5], Number.NaN, Number.POSITIVE_INFINITY])("takes %s for no number", (value) => {
    expect(numberFromValue(value)).toBeUndefined();
  });
});

describe("decimalFromValue()", () => {
  function shown(value: unknown): string | undefined {
    const decimal = decimalFromValue(value);
    if (decimal === undefined) return undefined;
    return `${decimal.isNegative ? "-" : ""}${decimal.whole}.${decimal.fraction}`;
  }

  it.each([
    [0, "0."],
    [1.5e22, "15000000000000000000000."],
    ["007", "7."],
  ])("reads the digits of %j", (value, digits) => {
    expect(shown(value)).toBe(digits);
  });

  it.each(["", "x", Number.NaN])("finds no digits in %j", (value) => {
    expect(shown(value)).toBeUndefined();
  });

  it("keeps the value of every number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(Number(shown(number))).toBe(number === 0 ? 0 : number);
      }),
    );
  });
});

describe("roundDecimal()", () => {
  function round(text: string, digits: number): string {
    const [whole, fraction = ""] = text.split(".") as [string, string?];
    const rounded = roundDecimal({ isNegative: false, whole, fraction }, digits);
    return rounded.fraction === "" ? rounded.whole : `${rounded.whole}.${rounded.fraction}`;
  }

  it.each([
    ["1.005", 2, "1.01"],
    ["1.004999", 2, "1.00"],
    ["0.5", 0, "1"],
    ["2.5", 0, "3"],
    ["9.99", 1, "10.0"],
    ["99.5", 0, "100"],
    ["199.95", 1, "200.0"],
    ["3", 2, "3.00"],
  ])("rounds %s to %d digits: %s", (text, digits, rounded) => {
    expect(round(text, digits)).toBe(rounded);
  });

  it("rounds as shifted whole numbers do", () => {
    const shifted = fc.record({
      number: fc.bigInt({ min: 0n, max: 10n ** 30n }),
      places: fc.integer({ min: 1, max: 25 }),
      digits: fc.integer({ min: 0, max: 25 }),
    });
    fc.assert(
      fc.property(shifted, ({ number, places, digits }) => {
        const text = String(number).padStart(places + 1, "0");
        const dropped = 10n ** BigInt(Math.max(places - digits, 0));
        const wanted = (number + dropped / 2n) / dropped;
        const rounded = round(`${text.slice(0, -places)}.${text.slice(-places)}`, digits);
        const kept = rounded
          .replace(".", "")
          .slice(0, digits > places ? places - digits : undefined);
        expect(BigInt(kept)).toBe(wanted);
      }),
    );
  });
});

describe("arithmetic()", () => {
  function call(template: string, a: unknown, b: unknown): string {
    return renderTemplate(`{{${template} a b}}`, { a, b });
  }

  describe.each([
    ["add", 0.1, 0.2, "0.3"],
    ["add", "1.50", 1, "2.5"],
    ["add", "9007199254740993", 1, "9007199254740994"],
    ["add", 1e21, 1, "1000000000000000000001"],
    ["add", -5, 5, "0"],
    ["add", 5e-324, 0, "5e-324"],
    ["subtract", 0.3, 0.1, "0.2"],
    ["subtract", "007", 8, "-1"],
    ["subtract", 1, "0.999999999999999999999", "0.000000000000000000001"],
    ["multiply", 1.1, 3, "3.3"],
    ["multiply", -0.1, 0.1, "-0.01"],
    ["multiply", "123456789012345678901", 10, "1234567890123456789010"],
    ["multiply", -3, 0, "0"],
    ["divide", 1, 4, "0.25"],
    ["divide", 1, 3, "0.33333333333333333333"],
    ["divide", 2, 3, "0.66666666666666666667"],
    ["divide", -2, 3, "-0.66666666666666666667"],
    ["divide", 1, "0.001", "1000"],
    ["divide", 1e-300, 1e-300, "1"],
    ["divide", 1e300, 1e-20, `1${"0".repeat(320)}`],
    ["divide", 1, 1e25, "0"],
  ] as const)("%s() of %j and %j", (name, a, b, result) => {
    it(`is ${result.slice(0, 30)}`, () => {
      expect(call(name, a, b)).toBe(name === "add" && a === 5e-324 ? SMALLEST : result);
    });
  });

  /** Without an exponent, as all results are. */
  const SMALLEST = `0.${"0".repeat(323)}5`;

  describe.each(["add", "subtract", "multiply", "divide"])("%s()", (name) => {
    it.each([
      null,
      undefined,
      "",
      "1e3",
      "12a",
      true,
      [1],
      { a: 1 },
      "1".repeat(401),
      `0.${"1".repeat(400)}`,
    ])("is empty where one value is %j", (value) => {
      expect(call(name, value, 1)).toBe("");
      expect(call(name, 1, value)).toBe("");
    });
  });

  describe("divide()", () => {
    it.each([0, -0, "0.00"])("is empty for a division by %j", (zero) => {
      expect(call("divide", 5, zero)).toBe("");
    });
  });

  describe("add()", () => {
    it("takes any number of values from two on", () => {
      expect(renderTemplate("{{add 1 2 3 4}}")).toBe("10");
      expect(renderTemplate("{{add 1 2 x 4}}")).toBe("");
      expect(problemOfTemplate("{{add 1}}").message).toContain("takes at least 2 arguments");
    });

    it("gives a number, so that zero is not true", () => {
      expect(renderTemplate("{{#if (add 1 -1)}}true{{else}}not true{{/if}}")).toBe("not true");
      expect(renderTemplate("{{json (add 0.1 0.2)}}")).toBe("0.3");
    });

    it("calculates as whole numbers do", () => {
      const scaled = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
      fc.assert(
        fc.property(scaled, scaled, (left, right) => {
          expect(call("add", shifted(left), shifted(right))).toBe(shortest(left + right, 5));
          expect(call("subtract", shifted(left), shifted(right))).toBe(shortest(left - right, 5));
          expect(call("multiply", shifted(left), shifted(right))).toBe(shortest(left * right, 10));
        }),
      );
    });
  });

  /** With five digits after the point. */
  function shifted(units: bigint): string {
    return written(units, 5);
  }

  function shortest(units: bigint, scale: number): string {
    return written(units, scale).replace(/\.?0+$/, "");
  }

  function written(units: bigint, scale: number): string {
    const digits = String(units)
      .replace("-", "")
      .padStart(scale + 1, "0");
    return `${units < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  }
});

it.each([
  ["{{round n}}", 2.5, "3"],
  ["{{round n}}", -2.5, "-3"],
  ["{{round n}}", 2.49, "2"],
  ["{{round n}}", -0.4, "0"],
  ["{{round n digits=2}}", 1.005, "1.01"],
  ["{{round n digits=2}}", 1.5, "1.5"],
  ["{{round n digits=2}}", "9.999", "10"],
  ["{{round n digits=n}}", 1.26, "1"],
  ["{{round n digits=missing}}", 7.5, "8"],
  ["{{round n digits=20}}", 1, "1"],
  ["{{round n}}", "many", ""],
  ["{{round n}}", null, ""],
])("round() as in %s of %j is %j", (template, n, text) => {
  expect(renderTemplate(template, { n })).toBe(text);
});

it.each(["-1", "1.5", "21", "'x'"])("round() refuses digits=%s", (digits) => {
  expect(problemOfTemplate(`{{round n digits=${digits}}}`).message).toBe(
    'helper "round" takes digits that are a whole number from 0 to 20',
  );
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

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

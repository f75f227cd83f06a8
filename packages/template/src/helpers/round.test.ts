import { expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

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

// esbuild's errors → problems.

import { expect, test } from "vitest";
import { describeBuildErrors } from "./bundle-module.ts";

test("describeBuildErrors() describes errors without a position, and at most ten", () => {
  const errors = Array.from({ length: 12 }, () => ({ text: "The disk is full", location: null }));
  const problems = describeBuildErrors({ errors }, "a.js");
  expect(problems).toHaveLength(10);
  expect(problems[0]).toEqual({
    code: "transform_syntax",
    message: 'The transform module "a.js" cannot be built: The disk is full.',
  });
});

import { expect, test } from "vitest";
import { chooseSeed, type SeedEnvironment } from "./vitest-seed.ts";

test("chooseSeed() takes the seed of the environment", () => {
  expect(chooseSeed({ HOOKWRIGHT_SEED: "42" })).toBe(42);
});

test("chooseSeed() chooses and prints a seed once, and then returns the same seed", () => {
  const env: SeedEnvironment = {};
  const printed: string[] = [];
  const seed = chooseSeed(env, (line) => printed.push(line));
  expect(chooseSeed(env, (line) => printed.push(line))).toBe(seed);
  expect(printed).toEqual([`property tests: HOOKWRIGHT_SEED=${seed}`]);
});

test("chooseSeed() refuses a seed that is not an integer", () => {
  expect(() => chooseSeed({ HOOKWRIGHT_SEED: "soon" })).toThrow("must be an integer");
});

import { expect, test } from "vitest";
import { chooseSeed, type SeedEnvironment } from "./vitest-seed.ts";

test("chooseSeed() takes the seed of the environment", () => {
  expect(chooseSeed({ HOOKWRIGHT_SEED: "42" })).toBe(42);
});

test("chooseSeed() is the same for each run unless it is asked for a random one", () => {
  expect(chooseSeed({})).toBe(chooseSeed({}));
});

test("chooseSeed() chooses and prints a random seed once, and then returns the same seed", () => {
  const env: SeedEnvironment = { HOOKWRIGHT_SEED: "random" };
  const printed: string[] = [];
  const seed = chooseSeed(env, (line) => printed.push(line));
  expect(chooseSeed(env, (line) => printed.push(line))).toBe(seed);
  expect(printed).toEqual([`property tests: HOOKWRIGHT_SEED=${seed}`]);
});

test("chooseSeed() refuses a seed that is not an integer", () => {
  expect(() => chooseSeed({ HOOKWRIGHT_SEED: "soon" })).toThrow("or an integer");
});

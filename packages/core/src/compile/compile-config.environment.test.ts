import { expect, test } from "vitest";
import { compileUsable } from "../../test/reporting.ts";
import type { HooksInput } from "../config/config.ts";
import type { CompileOptions } from "./options.ts";

const createEnvironment = (hooks: HooksInput, options: CompileOptions) =>
  compileUsable({ hooks }, options).compiled.environment;

test("compileConfig() serves where nothing is passed", () => {
  const { limits, transformTimeoutMs } = createEnvironment({}, {});
  expect(limits).toEqual({ maxCharacters: 1_000_000, maxIterations: 10_000, maxNesting: 50 });
  expect(transformTimeoutMs).toBe(10_000);
});

test("compileConfig() takes the time of the runtime", () => {
  const before = Date.now();
  const now = createEnvironment({}, {}).clock();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

test("compileConfig() makes unpredictable ids", () => {
  const { randomId } = createEnvironment({}, {});
  const ids = new Set(Array.from({ length: 100 }, randomId));
  expect(ids.size).toBe(100);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/);
});

test("compileConfig() sets timers that can be called off", async () => {
  const { timer } = createEnvironment({}, {});
  const done: string[] = [];
  const cancel = timer(() => done.push("cancelled"), 5);
  await new Promise<void>((resolve) => {
    timer(() => {
      done.push("first");
      resolve();
    }, 1);
    timer(() => done.push("late"), 10_000)();
    cancel();
  });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(done).toEqual(["first"]);
});

test("compileConfig() takes the ports that are passed", () => {
  const ports = { clock: () => 5, randomId: () => "id", timer: () => () => undefined };
  expect(createEnvironment({}, { ...ports, transformTimeoutMs: 50 })).toMatchObject({
    ...ports,
    transformTimeoutMs: 50,
  });
});

test("compileConfig() takes limits from the config, and before them from the host", () => {
  const hooks = { limits: { maxCharacters: 500, maxIterations: 50, maxNesting: 5 } };
  expect(createEnvironment(hooks, {}).limits).toEqual(hooks.limits);
  expect(createEnvironment(hooks, { limits: { maxCharacters: 100 } }).limits).toEqual({
    maxCharacters: 100,
    maxIterations: 50,
    maxNesting: 5,
  });
});

test("compileConfig() takes a limit that is undefined for one that was not passed", () => {
  const limits = { maxCharacters: undefined } as unknown as { maxCharacters: number };
  expect(createEnvironment({}, { limits }).limits.maxCharacters).toBe(1_000_000);
});

// Law: with a fixed clock and fixed ids, the same event always comes to the same.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import type { Hooks } from "../../src/serving/resolve/hooks.ts";
import { createCounter, echoTransform, events, everyStage } from "./arbitraries.ts";

test("resolve() returns the same output for the same input", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(events, { minLength: 1, maxLength: 5 }), async (list) => {
      expect(await resolveAll(createHooks(), list)).toEqual(await resolveAll(createHooks(), list));
    }),
    { numRuns: 100 },
  );
});

test("resolve() remembers nothing of earlier events", async () => {
  const fixed = compileHooks(everyStage, { ...ports, randomId: () => "id" });
  await fc.assert(
    fc.asyncProperty(events, events, async (event, other) => {
      const before = await fixed.resolve(event);
      await fixed.resolve(other);
      expect(await fixed.resolve(event)).toEqual(before);
    }),
    { numRuns: runs(200) },
  );
});

test("resolve() changes nothing in the event", async () => {
  const hooks = createHooks();
  await fc.assert(
    fc.asyncProperty(events, async (event) => {
      const before = structuredClone(event);
      await hooks.resolve(freeze(event));
      expect(event).toEqual(before);
    }),
    { numRuns: runs(200) },
  );
});

const ports = { clock: () => 1_767_323_045_678, transforms: echoTransform };

function createHooks(): Hooks {
  return compileHooks(everyStage, { ...ports, randomId: createCounter() });
}

async function resolveAll(
  hooks: Hooks,
  list: readonly Parameters<Hooks["resolve"]>[0][],
): Promise<unknown> {
  const resolutions: unknown[] = [];
  for (const event of list) resolutions.push(await hooks.resolve(event));
  return resolutions;
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const item of Object.values(value)) freeze(item);
  return Object.freeze(value);
}

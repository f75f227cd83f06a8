// Law: whatever JSON an event carries, resolve answers with one of its outcomes.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import type { HookwrightConfig } from "../../src/authoring/config/config.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import { echoTransform, events, everyStage, jsonValues } from "./arbitraries.ts";

const catchAll: HookwrightConfig = {
  hooks: { mappings: [{ messageTemplate: "{{payload}}{{#each payload}}{{this}}{{/each}}" }] },
};
const configs = [everyStage, catchAll, {}, { hooks: { enabled: false, mappings: [] } }];
const compiled = configs.map((config) => compileHooks(config, { transforms: echoTransform }));
const outcomes = ["action", "batch", "handled", "skipped", "refused", "unmatched"];

test("resolve() answers every JSON value, whatever the config", async () => {
  await fc.assert(
    fc.asyncProperty(events, async (event) => {
      for (const hooks of compiled) {
        const resolution = await hooks.resolve(event);
        expect(outcomes).toContain(resolution.outcome);
      }
    }),
    { numRuns: runs(1000) },
  );
});

test("resolve() answers any kind of value in the fields that the config reads", async () => {
  const odd = fc.oneof(
    fc.constantFrom<unknown>(null, true, 0, -0.5, "", "x", [], {}, [null], { b: null, id: null }),
    jsonValues,
  );
  const read = "a b list messages name sessionKey to model thinking agentId id item".split(" ");
  const payloads = fc.dictionary(fc.constantFrom(...read), odd, { noNullPrototype: true });
  const paths = fc.constantFrom("fields", "blocks", "each", "when", "code", "gmail");
  await fc.assert(
    fc.asyncProperty(paths, payloads, async (path, payload) => {
      for (const hooks of compiled) {
        const resolution = await hooks.resolve({ path, payload });
        expect(outcomes).toContain(resolution.outcome);
      }
    }),
    { numRuns: runs(500) },
  );
});

test("resolve() answers values nested in lists and objects up to 100,000 deep", async () => {
  const links = fc.array(fc.constantFrom("a", "list", "payload", "item", "[]"), { minLength: 1 });
  const deep = fc.record({
    path: fc.constantFrom("fields", "blocks", "each", "when", "code", "wake", "agent"),
    root: fc.constantFrom("a", "list", "message", "unknown"),
    links,
    levels: fc.constantFrom(400, 600, 5_000, 100_000),
    core: jsonValues,
  });
  await fc.assert(
    fc.asyncProperty(deep, async ({ path, root, links: way, levels, core }) => {
      let value = core;
      for (let level = 0; level < levels; level++) value = wrap(value, way[level % way.length]);
      for (const hooks of compiled) {
        const resolution = await hooks.resolve({ path, payload: { [root]: value } });
        expect(outcomes).toContain(resolution.outcome);
      }
    }),
    { numRuns: 60 },
  );
});

test("resolve() answers lists of a hundred thousand elements", async () => {
  const huge = fc.record({
    path: fc.constantFrom("fields", "blocks", "each", "when", "code", "anything"),
    element: fc.oneof(fc.integer(), fc.constant({ id: "x" }), fc.constant([[]])),
    length: fc.constantFrom(201, 10_001, 100_000),
  });
  await fc.assert(
    fc.asyncProperty(huge, async ({ path, element, length }) => {
      const list = new Array(length).fill(element);
      for (const hooks of compiled) {
        const resolution = await hooks.resolve({ path, payload: { list } });
        expect(outcomes).toContain(resolution.outcome);
      }
    }),
    { numRuns: 8 },
  );
});

function wrap(value: unknown, link: string | undefined): unknown {
  return link === undefined || link === "[]" ? [value] : { [link]: value };
}

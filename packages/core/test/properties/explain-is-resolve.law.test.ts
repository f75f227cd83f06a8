// Law: what explain reports is what resolve does.

import { readOwn } from "@hookwright/base";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import type { HooksInput } from "../../src/authoring/config/config.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import type { ConfigLocation } from "../../src/model/explanation.ts";
import type { Hooks } from "../../src/serving/resolve/hooks.ts";
import { createCounter, echoTransform, events, everyStage } from "./arbitraries.ts";

/** For when the laws are tried twenty thousand times. */
const TIME = { timeout: 600_000 };

test("explain() returns the same resolution as resolve()", TIME, async () => {
  const options = fc.constantFrom({}, { details: "report" } as const);
  await fc.assert(
    fc.asyncProperty(events, options, async (event, details) => {
      const { resolution } = await createHooks().explain(event, details);
      expect(resolution).toEqual(await createHooks().resolve(event));
    }),
    { numRuns: runs(150) },
  );
});

test(
  "explain() that leaves transforms out gives the same resolution for a mapping without one",
  TIME,
  async () => {
    await fc.assert(
      fc.asyncProperty(events, async (event) => {
        const explained = await createHooks().explain(event, { transforms: "skip" });
        const { resolution, notes } = explained;
        const isLeftOut = notes.some(({ code }) => code === "transform_left_out");
        if (!isLeftOut) expect(resolution).toEqual(await createHooks().resolve(event));
        if (isLeftOut) expect(resolution).toMatchObject({ mappingId: "mapping-5" });
      }),
      { numRuns: runs(150) },
    );
  },
);

test(
  "explain() names the mapping that resolve() takes as the only one that matched",
  TIME,
  async () => {
    const hooks = createHooks();
    await fc.assert(
      fc.asyncProperty(events, async (event) => {
        const { resolution, matches } = await hooks.explain(event);
        const matched = matches.filter(({ result }) => result === "matched");
        const taken = "mappingId" in resolution ? [resolution.mappingId] : [];
        if (taken.length > 0) expect(matched.map(({ mappingId }) => mappingId)).toEqual(taken);
        if (resolution.outcome === "unmatched") expect(matched).toEqual([]);
        expect(matches.map(({ mappingId }) => mappingId)).toEqual(
          hooks.mappings.map(({ id }) => id),
        );
      }),
      { numRuns: runs(300) },
    );
  },
);

test("explain() reports no mapping as matched if a built-in route took the event", async () => {
  const all = compileHooks({ hooks: { mappings: [{ messageTemplate: "x" }] } });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("wake", "agent", "/wake/"), async (path) => {
      const { matches } = await all.explain({ path, payload: { text: "x", message: "x" } });
      expect(matches.map(({ result }) => result)).not.toContain("matched");
    }),
  );
});

test("explain() locates what it reports in the config as written", TIME, async () => {
  const hooks = createHooks();
  const written = everyStage.hooks as HooksInput;
  const read = ({ path, span }: ConfigLocation) => {
    const value = path.slice(1).reduce<unknown>((at, key) => readOwn(at, String(key)), written);
    return String(value).slice(span?.start, span?.end);
  };
  await fc.assert(
    fc.asyncProperty(events, async (event) => {
      const { fields, emptyExpressions, unreachedExpressions, blocks } = await hooks.explain(
        event,
        { details: "report" },
      );
      const expressions = [
        ...emptyExpressions,
        ...unreachedExpressions,
        ...blocks,
        ...fields
          .flatMap(({ spans }) => spans)
          .flatMap(({ at, origin }) => (origin.kind === "payload" ? [{ at, ...origin }] : [])),
      ];
      for (const { at, expression } of expressions) {
        if (at !== undefined) expect(read(at)).toBe(expression);
      }
      const reached = expressions.filter((one) => !unreachedExpressions.includes(one as never));
      for (const { at } of unreachedExpressions) {
        expect(reached).not.toContainEqual(expect.objectContaining({ at }));
      }
    }),
    { numRuns: runs(150) },
  );
});

function createHooks(): Hooks {
  return compileHooks(everyStage, {
    clock: () => 1_767_323_045_678,
    transforms: echoTransform,
    randomId: createCounter(),
  });
}

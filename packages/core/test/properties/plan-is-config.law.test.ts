// Law: hooks that are linked of a plan's JSON text resolve every event as the hooks of its config.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import type { CompileOptions } from "../../src/authoring/plan/options.ts";
import { plan, safeCompileHooks } from "../../src/compile-hooks.ts";
import type { HookEvent } from "../../src/model/event.ts";
import { rules, subjects } from "../conditions/generate-rule.ts";
import { linkOfText } from "../link-of-text.ts";
import { createCounter, echoTransform, events, everyStage } from "./arbitraries.ts";
import { OPERATORS, someEvents, TRANSFORMS } from "./mutant-configs.ts";

/** For when the laws are tried twenty thousand times. */
const TIME = { timeout: 600_000 };

const NOW = 1_767_323_045_678;

/** Ports of the same values for each of the two. */
const ports = (transforms: CompileOptions["transforms"] = {}) => ({
  clock: () => NOW,
  randomId: createCounter(),
  transforms,
});

async function expectSame(
  config: unknown,
  event: HookEvent,
  transforms?: CompileOptions["transforms"],
): Promise<void> {
  const compiled = safeCompileHooks(config, ports(transforms));
  const linked = linkOfText(config, ports(transforms));
  if (!compiled.ok || !linked.ok) {
    expect([compiled.ok, linked.ok]).toEqual([false, false]);
    return;
  }
  expect(linked.hooks.warnings).toEqual(compiled.hooks.warnings);
  expect(await linked.hooks.resolve(event)).toEqual(await compiled.hooks.resolve(event));
}

test(
  "link() of a plan's text resolves any event at every stage as compileHooks() does",
  TIME,
  async () => {
    await fc.assert(
      fc.asyncProperty(events, (event) => expectSame(everyStage, event, echoTransform)),
      { numRuns: runs(300) },
    );
  },
);

test.each(OPERATORS)(
  "link() of a plan's text resolves generated configs as compileHooks() does: %s",
  TIME,
  async (_operator, configs) => {
    await fc.assert(
      fc.asyncProperty(configs, someEvents, async (config, some) => {
        for (const event of some.slice(0, 4)) await expectSame(config, event, TRANSFORMS);
      }),
      { numRuns: runs(20) },
    );
  },
);

test("link() of a plan's text holds any rule as compileHooks() does", TIME, async () => {
  await fc.assert(
    fc.asyncProperty(rules, subjects, async (when, { payload, headers, query, path }) => {
      const mappings = [{ match: { path, when }, messageTemplate: "m" }];
      const event = { path, payload, headers, query } as HookEvent;
      await expectSame({ hooks: { mappings } }, event);
    }),
    { numRuns: runs(1_000) },
  );
});

test("link() of a plan's text compares with numbers that JSON cannot write", async () => {
  for (const limit of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN]) {
    for (const rule of [{ "<": [{ var: "payload.a" }, limit] }, { in: [1, [limit, 1]] }]) {
      const mappings = [{ match: { path: "a", when: rule }, messageTemplate: "m" }];
      await expectSame({ hooks: { mappings } }, { path: "a", payload: { a: 1 } });
    }
  }
});

test("plan() returns data that JSON keeps as it is", TIME, () => {
  for (const [, configs] of OPERATORS) {
    fc.assert(
      fc.property(configs, (config) => {
        const planned = plan(config);
        if (planned.ok) expect(JSON.parse(JSON.stringify(planned.plan))).toEqual(planned.plan);
      }),
      { numRuns: runs(10) },
    );
  }
});

// Laws of mutation, for each operator: what is proved the same is the same, and what is killed is different.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { outcomeOf } from "../../../testing/src/cover/suggest-case.ts";
import { FIXED_PORTS } from "../../../testing/src/fixed-ports.ts";
import type { Expectation, Outcome, SingleCase } from "../../../testing/src/model.ts";
import { createMutantCompiler } from "../../../testing/src/mutate/compile-mutant.ts";
import { mutateConfig } from "../../../testing/src/mutate/mutate-config.ts";
import { createProver } from "../../../testing/src/mutate/prove-same.ts";
import { runMutants } from "../../../testing/src/mutate/run-mutants.ts";
import type { HookEvent } from "../../src/model/event.ts";
import type { Resolution } from "../../src/model/resolution.ts";
import type { CompiledConfig } from "../../src/serving/resolve/compiled.ts";
import { resolveEvent } from "../../src/serving/resolve/resolve-event.ts";
import { OPERATORS, someEvents, TRANSFORMS } from "./mutant-configs.ts";

const RUNS = runs(15);

/** Each run compiles a config and its mutants, beside other tests on two cores. */
const TIME = { timeout: 600_000 };

/** So many mutants with the verdict are met, each in a config of its own or nearly so. */
const MIN_SEEN = 5;
const MAX_ROUNDS = 30;

/** Chance alone may give a few runs no such mutant: then there are more runs, with seeds that follow. */
async function holdsOften<T>(law: fc.IAsyncProperty<T>, seen: () => number): Promise<void> {
  const { seed = 0 } = fc.readConfigureGlobal();
  for (let round = 0; round < MAX_ROUNDS && (round === 0 || seen() < MIN_SEEN); round++) {
    await fc.assert(law, { numRuns: RUNS, seed: seed + round });
  }
  expect(seen()).toBeGreaterThanOrEqual(MIN_SEEN);
}

const OPTIONS = { ...FIXED_PORTS, transforms: TRANSFORMS };

/** Everything that is done with the event. Why no mapping matches is reported only to the author. */
async function resultOf(event: HookEvent, config: CompiledConfig): Promise<Resolution> {
  const resolution = await resolveEvent(event, config);
  return resolution.outcome === "unmatched" ? { outcome: "unmatched" } : resolution;
}

test.each(OPERATORS)(
  "mutate: %s – a mutant proved equal gives the action of the original",
  TIME,
  async (operator, configs) => {
    let seen = 0;
    const law = fc.asyncProperty(configs, someEvents, async (config, events) => {
      const { base, compile } = createMutantCompiler(config, OPTIONS);
      const isSame = createProver(config, OPTIONS);
      const mutants = mutateConfig(config, { samplesOf: () => events, text: true });
      for (const mutant of mutants) {
        if (mutant.operator !== operator) continue;
        const compiled = compile(mutant);
        if (compiled === undefined || !isSame(mutant)) continue;
        seen += 1;
        for (const event of events) {
          expect(await resultOf(event, compiled)).toEqual(await resultOf(event, base));
        }
      }
    });
    await holdsOften(law, () => seen);
  },
);

test.each(OPERATORS)(
  "mutate: %s – the event of the case that kills gives another action",
  TIME,
  async (operator, configs) => {
    let seen = 0;
    const law = fc.asyncProperty(configs, someEvents, async (config, events) => {
      const { base, compile } = createMutantCompiler(config, OPTIONS);
      const cases = await Promise.all(
        events.map(async (event, index): Promise<SingleCase> => {
          const expectation = index % 2 === 0 ? SNAPSHOT : await expectationOf(event, base);
          return { name: String(index), index, event, expect: expectation, reviewed: true };
        }),
      );
      const { results } = await runMutants(config, [{ cases, options: OPTIONS }], {
        text: true,
        suggests: false,
        choose: (mutants) => mutants.filter((one) => one.operator === operator),
      });
      for (const { mutant, verdict, killedBy } of results) {
        if (verdict !== "killed") continue;
        seen += 1;
        const event = events[Number(killedBy)] as HookEvent;
        const compiled = compile(mutant) as CompiledConfig;
        expect(await resultOf(event, compiled)).not.toEqual(await resultOf(event, base));
      }
    });
    await holdsOften(law, () => seen);
  },
);

const SNAPSHOT: Expectation = { snapshot: true };

/** What authors write manually. */
async function expectationOf(event: HookEvent, config: CompiledConfig): Promise<Expectation> {
  const resolution = await resultOf(event, config);
  const mapping = "mappingId" in resolution ? resolution.mappingId : undefined;
  return { becomes: outcomeOf(resolution) as Outcome, mapping: mapping ?? null };
}

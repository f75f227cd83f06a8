// Laws: a config compared with itself makes no difference of any event, and a change of a config makes
// differences of its class, and of no other, in the events that it is about.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { compareHooks } from "../../../testing/src/compare/compare-hooks.ts";
import type { ChangeClass } from "../../../testing/src/compare/model.ts";
import { FIXED_PORTS } from "../../../testing/src/fixed-ports.ts";
import type { MappingInput } from "../../src/authoring/config/config.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import { echoTransform, events, everyStage } from "./arbitraries.ts";

test("compareHooks() finds nothing if a config is compared with itself", async () => {
  const compile = () => compileHooks(everyStage, { ...FIXED_PORTS, transforms: echoTransform });
  await fc.assert(
    fc.asyncProperty(fc.array(events, { maxLength: 5 }), async (list) => {
      const {
        same,
        groups,
        static: ofMappings,
      } = await compareHooks(compile(), compile(), {
        events: list,
      });
      expect({ same, groups }).toEqual({ same: list.length, groups: [] });
      expect(Object.values(ofMappings).flat()).toEqual([]);
    }),
    { numRuns: runs(60) },
  );
});

const WORDS = fc.constantFrom("a", "b", "c");

const mappings: fc.Arbitrary<readonly MappingInput[]> = fc
  .array(fc.record({ path: WORDS, name: WORDS, key: WORDS, text: WORDS }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((list) =>
    list.map(({ path, name, key, text }, index) => ({
      id: `m${index}`,
      match: { path, headers: { kind: `k${index % 2}` } },
      name,
      sessionKey: `hook:{{${key}}}`,
      instructions: "Read it.",
      messageTemplate: `{{${text}}}`,
    })),
  );

const sent = fc.array(
  fc.record({
    path: WORDS,
    headers: fc.record({ kind: fc.constantFrom("k0", "k1") }),
    payload: fc.record({ a: WORDS, b: WORDS, c: WORDS }),
  }),
  { minLength: 1, maxLength: 6 },
);

interface Edit {
  readonly change: (mapping: MappingInput) => MappingInput;
  readonly expected: ChangeClass;
}

const EDITS: readonly Edit[] = [
  { change: (one) => ({ ...one, skip: true }), expected: "lost" },
  { change: (one) => ({ ...one, allowUnsafeExternalContent: true }), expected: "unsafe" },
  {
    change: ({ messageTemplate, name: _, sessionKey: __, ...one }) => ({
      ...one,
      action: "wake",
      textTemplate: messageTemplate ?? "",
    }),
    expected: "kind",
  },
  { change: (one) => ({ ...one, channel: "slack" }), expected: "target" },
  { change: (one) => ({ ...one, thinking: "high" }), expected: "fields" },
  { change: (one) => ({ ...one, messageTemplate: `${one.messageTemplate}!` }), expected: "text" },
  { change: (one) => ({ ...one, id: "renamed" }), expected: "routing" },
];

test("compareHooks() finds the class of a change in the events of its mapping, and nothing in others", async () => {
  await fc.assert(
    fc.asyncProperty(
      mappings,
      sent,
      fc.nat(),
      fc.constantFrom(...EDITS),
      async (list, all, seed, { change, expected }) => {
        const at = seed % list.length;
        const old = list.map((one) => ({ ...one }));
        const next = old.map((one, index) => (index === at ? change(one) : one));
        const compile = (some: readonly MappingInput[]) =>
          compileHooks({ hooks: { mappings: some } }, FIXED_PORTS);
        const before = compile(old);
        const { events: compared } = await compareHooks(before, compile(next), { events: all });
        for (const [index, event] of all.entries()) {
          const resolution = await before.resolve(event);
          const isTaken = resolution.outcome === "action" && resolution.mappingId === `m${at}`;
          const classes = compared[index]?.changes.map((one) => one.class);
          expect(classes).toEqual(isTaken ? [expected] : []);
        }
      },
    ),
    { numRuns: runs(60) },
  );
});

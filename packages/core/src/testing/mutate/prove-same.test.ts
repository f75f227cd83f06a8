import fc from "fast-check";
import { expect, test } from "vitest";
import type { CompiledConfig } from "../../compiled.ts";
import type { MappingInput } from "../../model/config.ts";
import type { HookEvent } from "../../model/event.ts";
import { resolveEvent } from "../../resolve/resolve-event.ts";
import { FIXED_PORTS } from "../fixed-ports.ts";
import { snapshotText } from "../snapshot-text.ts";
import { createMutantCompiler } from "./compile-mutant.ts";
import type { Mutant } from "./model.ts";
import { mutateConfig } from "./mutate-config.ts";
import { createProver } from "./prove-same.ts";
import { runMutants } from "./run-mutants.ts";

const kinds = fc.constantFrom("p", "q", "r");
const equal = kinds.map((kind) => ({ "==": [{ var: "payload.kind" }, kind] }));
const rule = fc.oneof(
  equal,
  fc.tuple(equal, equal).map((both) => ({ or: both })),
  fc.tuple(equal, kinds).map(([one, kind]) => ({
    and: [one, { in: [{ var: "payload.kind" }, [kind, "p"]] }],
  })),
  equal.map((one) => ({ "!": one })),
  fc.constant({ some: [{ var: "payload.list" }, { "==": [{ var: "" }, "p"] }] }),
);

const mapping: fc.Arbitrary<MappingInput> = fc
  .record({
    path: fc.constantFrom("a", "b"),
    header: fc.option(fc.subarray(["p", "q"], { minLength: 1 })),
    when: fc.option(rule),
    not: fc.option(rule),
    skip: fc.boolean(),
    wakeMode: fc.constantFrom("now" as const, "next-heartbeat" as const),
    text: fc.constantFrom("{{kind}}", "{{#if kind}}x{{else}}y{{/if}}", "{{default kind 'z'}}", "n"),
  })
  .map(({ path, header, when, not, skip, wakeMode, text }) => ({
    match: {
      path,
      ...(header !== null && { headers: { "x-kind": header } }),
      ...(when !== null && { when }),
      ...(not !== null && { not: { when: not } }),
    },
    skip,
    wakeMode,
    deliver: false,
    sessionKey: "hook:{{kind}}",
    messageTemplate: text,
  }));

const value = fc.constantFrom<unknown>("p", "q", "r", "", null, ["p"], {}, 1, "other");
const someEvent: fc.Arbitrary<HookEvent> = fc
  .record({
    path: fc.constantFrom("a", "b", "c"),
    header: fc.constantFrom(undefined, "p", "q", "r"),
    kind: value,
    list: fc.array(value, { maxLength: 2 }),
    isObject: fc.constantFrom(true, true, true, false),
  })
  .map(({ path, header, kind, list, isObject }) => ({
    path,
    headers: header === undefined ? {} : { "x-kind": header },
    payload: isObject ? { kind, list } : "text",
  }));

const textOf = async (event: HookEvent, config: CompiledConfig) =>
  snapshotText(await resolveEvent(event, config));

const configs = fc.array(mapping, { minLength: 1, maxLength: 4 });

test("M1: no generated event finds a difference of what is proved the same", async () => {
  await fc.assert(
    fc.asyncProperty(configs, fc.array(someEvent, { maxLength: 30 }), async (mappings, events) => {
      const config = { hooks: { mappings } };
      const { base, compile } = createMutantCompiler(config, FIXED_PORTS);
      const isSame = createProver(config);
      for (const mutant of mutateConfig(config)) {
        const compiled = compile(mutant);
        if (compiled === undefined || !isSame(mutant)) continue;
        for (const event of events) {
          expect(await textOf(event, compiled)).toBe(await textOf(event, base));
        }
      }
    }),
    { numRuns: 15 },
  );
});

test("M1: the event of the case that kills is different by itself", async () => {
  await fc.assert(
    fc.asyncProperty(configs, fc.array(someEvent, { maxLength: 10 }), async (mappings, events) => {
      const config = { hooks: { mappings } };
      const cases = events.map((event, index) => ({
        name: String(index),
        index,
        event,
        expect: { snapshot: true },
        reviewed: true,
      }));
      const { base, compile } = createMutantCompiler(config, FIXED_PORTS);
      const { results } = await runMutants(config, [{ cases }], { suggests: false });
      for (const { mutant, verdict, killedBy } of results) {
        if (verdict !== "killed") continue;
        const event = events[Number(killedBy)] as HookEvent;
        const compiled = compile(mutant) as CompiledConfig;
        expect(await textOf(event, compiled)).not.toBe(await textOf(event, base));
      }
    }),
    { numRuns: 8 },
  );
});

const provedOf = (...mappings: readonly MappingInput[]) => {
  const config = { hooks: { mappings } };
  const isSame = createProver(config);
  return (operator: string): readonly boolean[] =>
    mutateConfig(config)
      .filter((one: Mutant) => one.operator === operator)
      .map(isSame);
};

const m = (id: string, match: MappingInput["match"], parts: object = {}): MappingInput => ({
  id,
  ...(match !== undefined && { match }),
  messageTemplate: "m",
  ...parts,
});

const is = (kind: string) => ({ "==": [{ var: "payload.kind" }, kind] });

test("M1: a mapping that gets no event can go, if another one has its name", () => {
  const never = { path: "a", when: { and: [is("p"), is("q")] } };
  expect(provedOf(m("n", never))("mapping-remove")).toEqual([false]);
  expect(provedOf(m("n", never), m("x", { path: "b" }))("mapping-remove")).toEqual([false, false]);
  expect(provedOf(m("n", never), m("x", { path: "a" }))("mapping-remove")).toEqual([true, false]);
  expect(provedOf(m("n", never), m("x", undefined))("mapping-remove")).toEqual([true, false]);
  expect(provedOf(m("x", undefined), m("y", undefined))("mapping-remove")).toEqual([false, false]);
});

test("M1: mappings without a common event can change places", () => {
  const p = m("p", { path: "a", headers: { "x-k": "p" } });
  const q = m("q", { path: "a", headers: { "x-k": "q" } });
  const any = m("any", undefined);
  expect(provedOf(p, q)("mapping-swap")).toEqual([true]);
  expect(provedOf(p, any, q)("mapping-swap")).toEqual([false]);
  expect(provedOf(p, m("r", { path: "b" }), q)("mapping-swap")).toEqual([true]);
  expect(provedOf(p, m("r", { path: "a" }))("mapping-swap")).toEqual([false]);
  const status = (value: number) => ({
    path: "a",
    when: { "===": [{ var: "payload.status" }, value] },
  });
  expect(provedOf(m("down", status(0)), m("up", status(1)))("mapping-swap")).toEqual([true]);
  expect(provedOf(m("down", status(0)), m("off", status(0)))("mapping-swap")).toEqual([false]);
});

test("M1: mappings whose headers differ can change places, whatever their conditions are", () => {
  const when = { "==": [{ cat: [{ var: "payload.a" }, "x"] }, "yx"] };
  const p = m("p", { path: "a", headers: { "x-k": "p" }, when });
  const q = m("q", { path: "a", headers: { "x-k": "q" }, not: { when } });
  expect(provedOf(p, q)("mapping-swap")).toEqual([true]);
  expect(provedOf(p, m("r", { path: "a", when: is("q") }))("mapping-swap")).toEqual([false]);
  expect(provedOf(m("s", { path: "a", when }), q)("mapping-swap")).toEqual([false]);
});

test("M1: a clause that decides nothing can go, and one that is not looked into cannot", () => {
  const opaque = { ">": [{ var: "payload.n" }, 1] };
  expect(provedOf(m("a", { path: "a", when: opaque }))("cond-drop")).toEqual([]);
  expect(provedOf(m("a", { path: "a", when: { or: [is("p"), is("p")] } }))("cond-drop")).toEqual([
    true,
    true,
  ]);
  const both = { or: [opaque, opaque] };
  expect(provedOf(m("a", { path: "a", when: both }))("cond-drop")).toEqual([false, false]);
  const earlier = m("e", { path: "a", headers: { "x-k": "p" } });
  const later = m("l", { path: "a", headers: { "x-k": ["p", "q"] } });
  expect(provedOf(earlier, later)("value-drop")).toEqual([true, false]);
  const signed = { auth: "none" as const };
  expect(provedOf({ ...earlier, ...signed }, later)("value-drop")).toEqual([false, false]);
});

test("M1: what is said twice, or of an event that is skipped, can go", () => {
  expect(provedOf(m("a", { path: "a" }, { wakeMode: "now" }))("field-drop")).toEqual([true]);
  expect(provedOf(m("a", { path: "a" }, { name: "x", skip: true }))("field-drop")).toEqual([true]);
  expect(provedOf(m("a", { path: "a" }, { name: "x", skip: true }))("guard-drop")).toEqual([false]);
  const unsafe = { allowUnsafeExternalContent: false };
  expect(provedOf(m("a", { path: "a" }, unsafe))("field-drop")).toEqual([true]);
});

import { expect, test } from "vitest";
import type { MappingInput } from "../../../core/src/config/config.ts";
import type { Mutant } from "./model.ts";
import { mutateConfig } from "./mutate-config.ts";
import { createProver } from "./prove-same.ts";

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
});

test("M1: events go past an earlier mapping that has another proof of its senders", () => {
  const signed = { auth: "none" as const };
  const p = { path: "a", headers: { "x-k": "p" } };
  const both = { path: "a", headers: { "x-k": ["p", "q"] } };
  const ofAll = m("all", { headers: { "x-k": "p" } });
  expect(provedOf(ofAll, m("l", both))("value-drop")).toEqual([true, false]);
  expect(provedOf(ofAll, m("l", both, signed))("value-drop")).toEqual([false, false]);
  expect(provedOf(m("e", p, signed), m("l", both, signed))("value-drop")).toEqual([true, false]);
  // Without the signed mapping, the name would be open to the hook token.
  const any = m("any", undefined);
  expect(provedOf(any, m("s", p))("mapping-remove")).toEqual([false, true]);
  expect(provedOf(any, m("s", p, signed))("mapping-remove")).toEqual([false, false]);
});

test("M1: what is said twice, or of an event that is skipped, can go", () => {
  expect(provedOf(m("a", { path: "a" }, { wakeMode: "now" }))("field-drop")).toEqual([true]);
  expect(provedOf(m("a", { path: "a" }, { name: "x", skip: true }))("field-drop")).toEqual([true]);
  expect(provedOf(m("a", { path: "a" }, { name: "x", skip: true }))("guard-drop")).toEqual([false]);
  const unsafe = { allowUnsafeExternalContent: false };
  expect(provedOf(m("a", { path: "a" }, unsafe))("field-drop")).toEqual([true]);
});

// An event whose work is spent: refused as a whole, whichever stage spends it.
import { describe, expect, it } from "vitest";
import { MAX_WORK_UNITS } from "../../../template/src/serving/render/budget.ts";
import type { MappingInput } from "../../src/authoring/config/config.ts";
import type { CompileOptions } from "../../src/authoring/plan/options.ts";
import { compileHooks } from "../../src/compile-hooks.ts";

const REFUSAL = {
  code: "work_limit",
  status: 400,
  message: "This event takes too much work.",
  issues: [],
};

function hooksOf(mappings: readonly MappingInput[], options: CompileOptions = {}) {
  return compileHooks({ hooks: { mappings: [...mappings] } }, options);
}

const dear = { some: [{ var: "payload.list" }, { "==": [{ var: "" }, -1] }] };
const million = { list: Array.from({ length: 1_000_000 }, () => 1) };
/** Half of an event's work: 170,000 elements of 180 units. */
const half = { list: Array.from({ length: 170_000 }, () => 1) };

describe("resolve()", () => {
  it("does not try the next mapping when the work of an event is spent", async () => {
    const hooks = hooksOf([
      { id: "dear", match: { path: "x", when: dear }, messageTemplate: "first" },
      { id: "next", match: { path: "x" }, messageTemplate: "second" },
    ]);
    expect(await hooks.resolve({ path: "x", payload: million })).toEqual({
      outcome: "refused",
      refusal: REFUSAL,
    });
    expect(await hooks.resolve({ path: "x", payload: half })).toMatchObject({ mappingId: "next" });
  });

  it("does not take a condition that is too much work for one that fails under match.not", async () => {
    const hooks = hooksOf([
      { match: { path: "x", not: { when: dear } }, messageTemplate: "first" },
    ]);
    expect(await hooks.resolve({ path: "x", payload: million })).toMatchObject({
      refusal: REFUSAL,
    });
  });

  it("has one budget for the conditions of all mappings", async () => {
    const mapping = { match: { path: "x", when: dear }, messageTemplate: "." };
    const outcome = async (count: number) => {
      const hooks = hooksOf(Array.from({ length: count }, () => mapping));
      return (await hooks.resolve({ path: "x", payload: half })).outcome;
    };
    expect(await outcome(1)).toBe("unmatched");
    expect(await outcome(2)).toBe("refused");
  });

  it("has one budget for conditions and templates, and names the mapping that matched", async () => {
    const text = "{{#if (first list)}}{{/if}}{{#if (last list)}}{{/if}}done";
    const resolve = (when: unknown) =>
      hooksOf([{ id: "m", match: { path: "x", when }, messageTemplate: text }]).resolve({
        path: "x",
        payload: half,
      });
    expect(await resolve(true)).toMatchObject({ outcome: "action" });
    expect(await resolve({ "!": dear })).toEqual({
      outcome: "refused",
      mappingId: "m",
      refusal: REFUSAL,
    });
  });

  it("has one budget for all elements, and refuses the event and not an element", async () => {
    const text = "{{#if (eq item.list 'x')}}{{/if}}done";
    const mapping = { id: "m", match: { path: "x" }, forEach: "items", messageTemplate: text };
    const items = [{}, half, half, {}];
    expect(await hooksOf([mapping]).resolve({ path: "x", payload: { items } })).toEqual({
      outcome: "refused",
      mappingId: "m",
      refusal: REFUSAL,
    });
  });

  it("charges the fence, also behind a transform and for a direct request", async () => {
    const text = "<".repeat(40_000);
    const transforms = { "t.js": async () => ({ message: text }) };
    const mapping = { id: "m", match: { path: "x" }, transform: { module: "t.js" } };
    const hooks = hooksOf([mapping], { transforms });
    expect(await hooks.resolve({ path: "x", payload: {} })).toEqual({
      outcome: "refused",
      mappingId: "m",
      refusal: REFUSAL,
    });
    for (const [path, payload] of [
      ["agent", { message: text }],
      ["wake", { text }],
    ] as const) {
      expect(await hooks.resolve({ path, payload })).toEqual({
        outcome: "refused",
        refusal: REFUSAL,
      });
    }
    expect(
      await hooks.resolve({ path: "wake", payload: { text: "<".repeat(9_000) } }),
    ).toMatchObject({ outcome: "action" });
  });

  it("throws for an error that is not a limit: it is a fault of this library or of a port", () => {
    const randomId = () => {
      throw new Error("no randomness");
    };
    expect(() =>
      hooksOf([], { randomId }).resolve({ path: "wake", payload: { text: "x" } }),
    ).toThrow("no randomness");
  });

  it("gives an event the work that the raised limits of an operator allow", async () => {
    const mapping = { match: { path: "x", when: dear }, messageTemplate: "." };
    const limits = { maxIterations: 100_000 };
    expect(
      await hooksOf([mapping], { limits }).resolve({ path: "x", payload: million }),
    ).toMatchObject({
      outcome: "unmatched",
    });
    expect(MAX_WORK_UNITS).toBeLessThan(1_000_000 * 180);
  });
});

describe("explain()", () => {
  it("shows which condition takes too much work, and that no later mapping was tried", async () => {
    const hooks = hooksOf([
      { id: "other", match: { path: "y" }, messageTemplate: "." },
      { id: "dear", match: { path: "x", when: dear }, messageTemplate: "." },
      { id: "next", match: { path: "x" }, messageTemplate: "." },
    ]);
    const { resolution, matches, stages } = await hooks.explain({ path: "x", payload: million });
    expect(resolution).toMatchObject({ refusal: REFUSAL });
    expect(stages).toEqual(["Refused (work_limit): This event takes too much work."]);
    expect(matches).toEqual([
      {
        mappingId: "other",
        result: "not matched",
        clause: "path",
        seen: "x",
        wouldMatchIf: 'the path were "y"',
      },
      {
        mappingId: "dear",
        result: "not matched",
        clause: "when",
        wouldMatchIf: "the condition took less work for this payload",
      },
      { mappingId: "next", result: "not tried" },
    ]);
  });

  it("shows the same of a condition under match.not", async () => {
    const hooks = hooksOf([{ match: { path: "x", not: { when: dear } }, messageTemplate: "." }]);
    const { matches } = await hooks.explain({ path: "x", payload: million });
    expect(matches).toMatchObject([
      { clause: "not", wouldMatchIf: "the condition took less work for this payload" },
    ]);
  });

  it("has one budget for the conditions of all mappings, as resolve() has", async () => {
    const mapping = (match: object) => ({ match: { path: "x", ...match }, messageTemplate: "." });
    const mappings = [
      mapping({ when: dear }),
      mapping({ headers: { "x-a": "1" }, when: dear }),
      mapping({ when: { "!": dear } }),
      mapping({}),
    ];
    const { resolution, matches } = await hooksOf(mappings).explain({ path: "x", payload: half });
    expect(resolution).toMatchObject({ refusal: REFUSAL });
    const wouldMatchIf = "the conditions up to this one took less work for this payload";
    expect(matches).toMatchObject([
      { clause: "when", wouldMatchIf: expect.stringMatching(/ held$/) },
      { clause: "headers.x-a" },
      { result: "not matched", clause: "when", wouldMatchIf },
      { result: "not tried" },
    ]);
    const under = [mapping({ when: dear }), mapping({ not: { when: dear } })];
    const second = (await hooksOf(under).explain({ path: "x", payload: half })).matches[1];
    expect(second).toMatchObject({ result: "not matched", clause: "not", wouldMatchIf });
  });

  it("goes on behind a condition that is too much work and was not asked", async () => {
    const hooks = hooksOf([
      { match: { path: "x", headers: { "x-a": "1" }, when: dear }, messageTemplate: "." },
      { id: "next", match: { path: "x" }, messageTemplate: "second" },
    ]);
    const { resolution, matches } = await hooks.explain({ path: "x", payload: million });
    expect(resolution).toMatchObject({ mappingId: "next" });
    expect(matches).toMatchObject([
      {
        clause: "headers.x-a",
        wouldMatchIf: 'header "x-a" were "1" and the condition took less work for this payload',
      },
      { mappingId: "next", result: "matched" },
    ]);
  });

  it("throws what a port throws", async () => {
    const headers = {
      get "x-a"(): string {
        throw new Error("no header");
      },
    };
    for (const path of ["x", "y"]) {
      const hooks = hooksOf([{ match: { path, headers: { "x-a": "1" } }, messageTemplate: "." }]);
      await expect(hooks.explain({ path: "x", payload: {}, headers })).rejects.toThrow("no header");
    }
  });
});

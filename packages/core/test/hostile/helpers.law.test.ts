// Helpers that are called on huge values, and again and again: a clear code, in bounded time and memory.
import { describe, expect, it } from "vitest";
import { builtInHelpers } from "../../../template/src/serving/helpers/index.ts";
import { outcomeOf } from "./resolve-one.ts";
import { millionElements, nestedList, nestedObject, TEN_MEGABYTES } from "./values.ts";

/** A pattern is part of the template, and so are the names of arguments. */
const LITERALS: Readonly<Record<string, string>> = {
  matches: '"(x+x+)+y"',
  extract: '"(x+x+)+y"',
  replaceMatch: '"(x+x+)+y" "z"',
  choose: "a=v",
  filter: "eq=v",
  find: "eq=v",
  count: "eq=v",
  groupBy: 'by="name"',
};

/** Each helper with the field `v` for every argument, as few as it takes. */
const calls = [...builtInHelpers.values()]
  .filter(({ kind }) => kind === "value")
  .map(({ name, arity: [least] }) => {
    const others = LITERALS[name] ?? "v ".repeat(least - 1);
    return { name, call: `${name} @root.v ${others.replaceAll("v", "@root.v")}` };
  });

const LIMITS = ["render_limit", "work_limit"];

/** Refused, or something small that was made of something big. */
function expectBounded(outcome: string): void {
  if (!LIMITS.includes(outcome)) expect(outcome.length).toBeLessThan(100);
}

const bigText = "x\n".repeat(50_000);
const bigList = Array.from({ length: 5_000 }, (_, index) => ({ id: index, name: `name ${index}` }));
const bigObject = Object.fromEntries(bigList.map(({ name, id }) => [name, id]));
const list = Array.from({ length: 10_000 }, () => 1);
const million = millionElements();
const deep = [nestedList(100_000), nestedObject(100_000), [nestedObject(100_000)]];

describe.each(calls)("$name()", ({ call }) => {
  it("is bounded for a text of 10 MB", async () => {
    expectBounded(await outcomeOf(`{{${call}}}`, { v: TEN_MEGABYTES }));
  });

  it("refuses a million elements", async () => {
    expect(await outcomeOf(`{{${call}}}`, { v: million })).toBe("work_limit");
  });

  it.each([
    ["text", bigText],
    ["list", bigList],
  ])("refuses to look at a big %s 10,000 times", async (_what, v) => {
    const template = `{{#each list}}{{#if (${call})}}{{/if}}{{/each}}done`;
    expect(await outcomeOf(template, { v, list })).toBe("work_limit");
  });

  it("is bounded for an object of 5,000 keys, 10,000 times", async () => {
    const template = `{{#each list}}{{#if (${call})}}{{/if}}{{/each}}done`;
    expectBounded(await outcomeOf(template, { v: bigObject, list }));
  });

  it("ends for a value with 100,000 levels", async () => {
    for (const v of deep) {
      const outcome = await outcomeOf(`{{#if (${call})}}{{/if}}done`, { v });
      expect(["done", "payload_too_deep"]).toContain(outcome);
    }
  });
});

describe("resolve() of calls within calls", () => {
  const x = "x".repeat(2_000);

  it.each([
    "{{replace (replace (replace x 'x' x) 'x' x) 'x' x}}",
    "{{#if (replace (replace x 'x' x) 'x' x)}}{{/if}}",
    "{{#if (join (split (join (split x '') x) '') x)}}{{/if}}",
    "{{#if (json (json (json (json (json (json (json (json (json quotes)))))))))}}{{/if}}",
    "{{#if (json deep indent=10)}}{{/if}}",
    "{{#if (join ones x)}}{{/if}}",
    "{{#each list}}{{#if (sort ../lines)}}{{/if}}{{/each}}",
    "{{#each list}}{{#if (unique ../lines)}}{{/if}}{{/each}}",
    "{{#each list}}{{#if (in 'z' ../lines)}}{{/if}}{{/each}}",
    "{{#each list}}{{#if (truncate 'abc' 1 ellipsis=../long)}}{{/if}}{{/each}}",
    "{{#each list}}{{#if (pluck ../few ../long)}}{{/if}}{{/each}}",
  ])("refuses %s", async (template) => {
    const payload = {
      x,
      list,
      quotes: '"'.repeat(10_000),
      deep: [nestedList(300), Array.from({ length: 50_000 }, () => nestedList(1)), nestedList(400)],
      ones: Array.from({ length: 1_000 }, () => 1),
      lines: Array.from({ length: 19 }, (_, index) => `${x}${index}`),
      few: [1, 2, 3],
      long: "a.".repeat(50_000),
    };
    expect(LIMITS).toContain(await outcomeOf(template, payload));
  });

  it.each(["contains", "replace", "split"])("searches in linear time: %s", async (name) => {
    const quarter = "a".repeat(200_000);
    // The built-in search takes half a minute for this one.
    const payload = { whole: quarter.repeat(4), part: `${quarter}b${quarter}` };
    const other = name === "replace" ? "''" : "";
    const template = `{{#if (${name} whole part ${other})}}yes{{else}}no{{/if}}`;
    expect(await outcomeOf(template, payload)).toBe(name === "contains" ? "no" : "yes");
  });
});

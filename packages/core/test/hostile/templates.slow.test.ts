// Payloads that are meant to hurt a template: each comes to a clear code, in bounded time and memory.
import { describe, expect, it } from "vitest";
import { explainOne, outcomeOf, resolveOne } from "./resolve-one.ts";
import {
  INHERITED,
  millionElements,
  nestedList,
  nestedObject,
  objectThatLies,
  TEN_MEGABYTES,
} from "./values.ts";

describe("resolve() of a huge payload", () => {
  it.each([
    "{{s}}",
    "{{#if s}}{{s}}{{/if}}",
    "{{lookup this 's'}}",
    "{{payload}}",
    "{{#each list}}{{../s}}{{/each}}",
  ])("refuses a text of 10 MB: %s", async (template) => {
    const payload = { s: TEN_MEGABYTES, list: [1, 2, 3] };
    expect(await outcomeOf(template, payload)).toBe("render_limit");
  });

  it("refuses a text of 10 MB as the context of a partial", async () => {
    const called = { partials: { row: "" } };
    expect(await outcomeOf("{{> row s note=1}}", { s: TEN_MEGABYTES }, called)).toBe("work_limit");
  });

  it("is not slowed by 10 MB that are not rendered", async () => {
    const payload = { s: TEN_MEGABYTES, o: { id: 1 } };
    expect(await outcomeOf("{{#if s}}{{o.id}}{{/if}}{{lookup o s}}", payload)).toBe("1");
  });

  it.each([
    "{{#each list}}{{this}}{{/each}}",
    "{{#each list}}{{#if @last}}{{this}}{{/if}}{{/each}}",
    "{{#list}}{{/list}}",
    "{{#each list}}{{> row}}{{/each}}",
  ])("refuses a million elements: %s", async (template) => {
    const partials = { row: "" };
    expect(await outcomeOf(template, { list: millionElements() }, { partials })).toBe(
      "render_limit",
    );
  });

  it("refuses the text of a million elements", async () => {
    expect(await outcomeOf("{{list}}", { list: millionElements() })).toBe("work_limit");
  });

  it("is not slowed by a million elements of which one is read", async () => {
    const payload = { list: millionElements() };
    expect(await outcomeOf("{{list[999999]}} of {{list.length}}", payload)).toBe(
      "999999 of 1000000",
    );
  });

  it("refuses a context of many keys that is copied again and again", async () => {
    const wide = Object.fromEntries(Array.from({ length: 16_000 }, (_, at) => [`k${at}`, 0]));
    const payload = { ...wide, list: Array.from({ length: 5000 }, () => 1) };
    const template = '{{#each list}}{{> row .. note="x"}}{{/each}}';
    expect(await outcomeOf(template, payload, { partials: { row: "{{note}}" } })).toBe(
      "work_limit",
    );
  });

  it("refuses a text that its indents make too long", async () => {
    const indent = " ".repeat(50);
    const partials = { outer: `${indent}{{> inner}}\n`, inner: "{{s}}" };
    const payload = { s: "\n".repeat(100_000) };
    expect(await outcomeOf(`${indent}{{> outer}}\n`, payload, { partials })).toBe("render_limit");
  });
});

describe("resolve() of a deep payload", () => {
  it.each([
    ["{{payload}}", { d: nestedObject(100_000) }],
    ["{{d}}", { d: nestedList(100_000) }],
    ["{{#each d}}{{this}}{{/each}}", { d: [nestedList(100_000)] }],
    ["{{#with d}}{{a}}{{/with}}", { d: nestedObject(100_000) }],
    ["{{lookup o d}}", { o: {}, d: nestedList(100_000) }],
  ])("refuses to render 100,000 levels: %s", async (template, payload) => {
    expect(await outcomeOf(template, payload)).toBe("payload_too_deep");
  });

  it("reads a field of a value with 100,000 levels", async () => {
    const payload = { d: nestedObject(100_000), list: nestedList(100_000) };
    const template = "{{#if d.a.a.a}}some{{/if}}{{#if list[0][0][0]}} more{{/if}}{{d.a.a.b}}";
    expect(await outcomeOf(template, payload)).toBe("some more");
  });

  it("refuses to follow 100,000 levels with partials", async () => {
    const partials = { tree: "x{{#if a}}{{> tree a}}{{/if}}" };
    const payload = { d: nestedObject(100_000) };
    expect(await outcomeOf("{{> tree d}}", payload, { partials })).toBe("render_limit");
  });

  it("refuses a tree that is too wide for partials", async () => {
    const wide = (depth: number): unknown =>
      Array.from({ length: depth === 0 ? 0 : 4 }, () => ({ c: wide(depth - 1) }));
    const partials = { tree: "x{{#each c}}{{> tree}}{{/each}}" };
    expect(await outcomeOf("{{> tree}}", { c: wide(6) }, { partials })).toBe("render_limit");
  });

  it("counts the blocks around partials, so that no stack overflows", async () => {
    const tree = (blocks: number) =>
      `x{{#if a}}${"{{#if end}}{{else}}".repeat(blocks)}{{> tree a}}${"{{/if}}".repeat(blocks)}{{/if}}`;
    const outcome = (blocks: number, depth: number) =>
      outcomeOf("{{> tree d}}", { d: nestedObject(depth) }, { partials: { tree: tree(blocks) } });
    expect(await outcome(8, 49)).toBe("x".repeat(50));
    expect(await outcome(8, 50)).toBe("render_limit");
    expect(await outcome(90, 4)).toBe("x".repeat(5));
    expect(await outcome(90, 40)).toBe("render_limit");
    const loops = `x{{#if a}}${"{{#each list}}".repeat(90)}{{> tree ../a}}${"{{/each}}".repeat(90)}{{/if}}`;
    const payload = { d: nestedObject(3), list: [1] };
    expect(await outcomeOf("{{> tree d}}", payload, { partials: { tree: loops } })).toBe("x");
  });

  it("refuses partials that double their context with each call", async () => {
    const doubled = (levels: number) =>
      `{{#if ${"a.".repeat(levels)}a}}{{this}}{{else}}{{> p a=this b=this}}{{/if}}`;
    for (const levels of [20, 40]) {
      const called = { partials: { p: doubled(levels) } };
      expect(await outcomeOf("{{> p a=this b=this}}", {}, called)).toBe("render_limit");
    }
  });

  it("lets each partial pass its context to the next, to the limit of nesting", async () => {
    const partials = { p: "x{{#if a}}{{> p a above=this}}{{/if}}" };
    const payload = { d: nestedObject(48) };
    expect(await outcomeOf("{{> p d above=this}}", payload, { partials })).toBe("x".repeat(49));
  });

  it("refuses partials that include themselves for all data", async () => {
    const partials = { a: "a{{> b}}", b: "b{{> a}}" };
    expect(await outcomeOf("{{> a}}", {}, { partials })).toBe("render_limit");
  });
});

describe("resolve() of invalid text and of objects as text", () => {
  it("removes lone surrogates from the text of an action, and explain shows them", async () => {
    const payload = { s: "\ud800x\udc00", list: ["\udfff"] };
    expect(await outcomeOf("{{s}} {{list}}", payload)).toBe('x ["\\udfff"]');
    const { fields } = await explainOne("{{s}}", payload);
    expect(fields[0]?.text).toBe("\ud800x\udc00");
  });

  it.each(INHERITED)("never reads the inherited property %s", async (name) => {
    const template = `[{{${name}}}{{o.${name}}}{{list.${name}}}{{s.${name}.name}}{{lookup o '${name}'}}]`;
    expect(await outcomeOf(template, { o: {}, list: [], s: "text" })).toBe("[]");
  });

  it("never calls functions of an object", async () => {
    const lies = objectThatLies();
    expect(await outcomeOf("{{o.toString}} {{o.then}} {{o.length}}", { o: lies })).toBe(
      "own toString own then own length",
    );
    expect(await outcomeOf("{{o}}", { o: lies })).toBe(JSON.stringify(lies));
    const eachFirst = "[{{#each o}}{{#if @first}}{{@key}}={{this}}{{/if}}{{/each}}]";
    expect(await outcomeOf(eachFirst, { o: lies })).toBe("[__proto__=]");
  });
});

describe("compileHooks() with limits", () => {
  it("counts the characters of all templates of an event", async () => {
    const limits = { maxCharacters: 30 };
    const payload = (length: number) => ({ s: "x".repeat(length), name: "six..." });
    expect(await outcomeOf("{{s}}", payload(24), { limits })).toBe("x".repeat(24));
    expect(await outcomeOf("{{s}}", payload(25), { limits })).toBe("render_limit");
  });

  it("counts the turns of all loops of an event, and the calls of partials", async () => {
    const limits = { maxIterations: 4 };
    const template = "{{#each a}}{{#each this}}.{{/each}}{{/each}}{{#a}}{{/a}}!";
    expect(await outcomeOf(template, { a: [[1, 2]] }, { limits })).toBe("..!");
    expect(await outcomeOf(template, { a: [[1, 2, 3]] }, { limits })).toBe("render_limit");
    const partials = { p: "." };
    const called = "{{> p}}{{> p}}{{> p}}{{#if more}}{{> p}}{{> p}}{{/if}}";
    expect(await outcomeOf(called, {}, { limits, partials })).toBe("...");
    expect(await outcomeOf(called, { more: 1 }, { limits, partials })).toBe("render_limit");
  });

  it("names the exceeded limit, and no value of the payload", async () => {
    const limits = { maxCharacters: 10 };
    const resolution = await resolveOne("{{s}}", { s: "secret secret" }, { limits });
    expect(resolution).toEqual({
      outcome: "refused",
      mappingId: "one",
      refusal: {
        code: "render_limit",
        status: 400,
        message: "This payload cannot be rendered: the rendered text is too long.",
        issues: [],
      },
    });
  });
});

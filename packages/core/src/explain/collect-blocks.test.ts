import { describe, expect, test } from "vitest";
import { explain } from "../../test/explaining/explain.ts";
import type { BlockReport } from "../base/explanation.ts";
import { compileHooks } from "../engine.ts";

async function blocksOf(template: string, payload: unknown): Promise<readonly BlockReport[]> {
  const mapping = { match: { path: "ci" }, messageTemplate: `x ${template}` };
  const hooks = await explain([mapping], { path: "ci", payload });
  return hooks.blocks;
}

describe("collectBlocks()", () => {
  test("tells which half of a block was rendered, and what decided it", async () => {
    const template = "{{#if pull_request.merged}}merged{{else}}closed{{/if}}";
    expect(await blocksOf(template, { pull_request: { merged: false } })).toEqual([
      {
        field: "message",
        expression: "{{#if pull_request.merged}}",
        rendered: "else",
        times: 1,
        value: false,
        seen: [{ expression: "payload.pull_request.merged", value: false }],
        helpers: [],
      },
    ]);
    expect(await blocksOf(template, {})).toEqual([
      {
        field: "message",
        expression: "{{#if pull_request.merged}}",
        rendered: "else",
        times: 1,
        seen: [{ expression: "payload.pull_request.merged" }],
        helpers: [],
      },
    ]);
  });

  test.each([
    ["{{#if a}}A{{/if}}", "body", "none"],
    ["{{~#if a~}}A{{/if}}", "body", "none"],
    ["{{#if a}}A{{else}}B{{/if}}", "body", "else"],
    ["{{#unless a}}A{{/unless}}", "none", "body"],
    ["{{#unless a}}A{{else}}B{{/unless}}", "else", "body"],
    ["{{#a}}A{{/a}}", "body", "none"],
    ["{{^a}}A{{/a}}", "none", "body"],
    ["{{~^a}}A{{else}}B{{/a}}", "else", "body"],
    ["{{#with a}}A{{else}}B{{/with}}", "body", "else"],
  ])("tells the halves of %s as they are written", async (template, ifTrue, ifFalse) => {
    expect(await blocksOf(template, { a: true })).toMatchObject([{ rendered: ifTrue }]);
    expect(await blocksOf(template, { a: false })).toMatchObject([{ rendered: ifFalse }]);
    expect((await blocksOf(template, { a: true }))[0]?.expression).toBe(
      /^\{\{[^}]*\}\}/.exec(template)?.[0],
    );
  });

  test("tells each condition of a chain, from outside to inside", async () => {
    const template = '{{#if a}}A{{else if (eq b "x}}")}}B{{else}}C{{/if}}';
    const halves = (await blocksOf(template, { b: "x}}" })).map(({ expression, rendered }) => [
      expression,
      rendered,
    ]);
    expect(halves).toEqual([
      ["{{#if a}}", "else"],
      ['{{else if (eq b "x}}")}}', "body"],
    ]);
  });

  test("counts the turns of a loop, and joins those of its blocks", async () => {
    const template =
      "{{#each list}}{{#if bad}}!{{else}}.{{/if}}{{/each}}{{#list}}{{/list}}{{#if list}}{{/if}}";
    const list = [{ bad: true }, {}, { bad: true }, {}, {}];
    const blocks = await blocksOf(template, { list });
    expect(blocks.map(({ value: _, ...block }) => block)).toEqual([
      {
        field: "message",
        expression: "{{#each list}}",
        rendered: "body",
        times: 1,
        turns: 5,
        seen: [{ expression: "payload.list", value: list }],
        helpers: [],
      },
      {
        field: "message",
        expression: "{{#if bad}}",
        rendered: "body",
        times: 2,
        seen: [{ expression: "payload.list.0.bad", value: true }],
        helpers: [],
      },
      {
        field: "message",
        expression: "{{#if bad}}",
        rendered: "else",
        times: 3,
        seen: [{ expression: "payload.list.1.bad" }],
        helpers: [],
      },
      {
        field: "message",
        expression: "{{#list}}",
        rendered: "body",
        times: 1,
        turns: 5,
        seen: [{ expression: "payload.list", value: list }],
        helpers: [],
      },
      {
        field: "message",
        expression: "{{#if list}}",
        rendered: "body",
        times: 1,
        seen: [{ expression: "payload.list", value: list }],
        helpers: [],
      },
    ]);
    const none = await blocksOf("{{#each list}}{{this}}{{else}}none{{/each}}", { list: [] });
    expect(none).toMatchObject([{ rendered: "else", turns: 0, value: [] }]);
    expect(await blocksOf("{{#each a}}{{@key}}{{/each}}", { a: { b: 1, c: 2 } })).toMatchObject([
      { turns: 2 },
    ]);
  });

  test("tells the blocks of each element, and of what field", async () => {
    const mapping = {
      match: { path: "ci" },
      forEach: "list",
      messageTemplate: "x {{#if item}}y{{/if}}",
      name: "{{#if @root.n}}N{{/if}}",
    };
    const { blocks } = await explain([mapping], { path: "ci", payload: { list: [1, 0], n: 1 } });
    expect(
      blocks.map(({ field, index, rendered, seen }) => [field, index, rendered, seen]),
    ).toEqual([
      ["message", 0, "body", [{ expression: "item", value: 1 }]],
      ["name", 0, "body", [{ expression: "payload.n", value: 1 }]],
      ["message", 1, "none", [{ expression: "item", value: 0 }]],
      ["name", 1, "body", [{ expression: "payload.n", value: 1 }]],
    ]);
  });

  test("tells what a condition of headers, of the query and of `now` saw", async () => {
    const template =
      "{{#if headers.x-event}}{{/if}}{{#if query.q}}{{/if}}{{#if now}}{{/if}}{{#if headers}}{{/if}}{{#if @first}}{{/if}}";
    const { blocks } = await explain([{ match: { path: "ci" }, messageTemplate: `x${template}` }], {
      path: "ci",
      payload: {},
      headers: { "X-Event": ["a", "b"] },
      receivedAt: 0,
    });
    expect(blocks.map(({ seen }) => seen)).toEqual([
      [{ expression: "headers.x-event", value: "a, b" }],
      [{ expression: "query.q" }],
      [{ expression: "now", value: "1970-01-01T00:00:00.000Z" }],
      [{ expression: "headers", value: { "x-event": ["a", "b"] } }],
      [],
    ]);
  });

  test("says why a helper in a condition gave nothing", async () => {
    const template = "{{#with (parseJson text)}}{{a}}{{else}}none{{/with}}";
    expect(await blocksOf(template, { text: "{a" })).toMatchObject([
      {
        rendered: "else",
        reasons: [{ helper: "parseJson", code: "not_json", path: "payload.text", value: "{a" }],
      },
    ]);
  });

  test("leaves out a raw block, and a block in which the event is refused", async () => {
    expect(await blocksOf("{{{{raw}}}}{{#if a}}{{/if}}{{{{/raw}}}}", {})).toEqual([]);
    const list = Array.from({ length: 10_001 }, () => 0);
    const template = "{{#if list}}{{/if}}{{#each list}}.{{/each}}";
    expect(await blocksOf(template, { list })).toMatchObject([{ expression: "{{#if list}}" }]);
  });

  test("tells the blocks of a partial that stands on an indented line", async () => {
    const mapping = { match: { path: "ci" }, messageTemplate: "x\n  {{> row}}\n" };
    const hooks = compileHooks({
      hooks: { mappings: [mapping], partials: { row: "{{#if a}}{{number a}}{{/if}}" } },
    });
    const { blocks, emptyExpressions } = await hooks.explain({ path: "ci", payload: { a: "x" } });
    expect(blocks).toMatchObject([{ expression: "{{#if a}}", rendered: "body" }]);
    expect(emptyExpressions).toMatchObject([{ reasons: [{ code: "not_a_number" }] }]);
  });
});

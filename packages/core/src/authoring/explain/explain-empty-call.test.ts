import { describe, expect, test } from "vitest";
import { explain } from "../../../test/explaining/explain.ts";
import { compileHooks } from "../../compile-hooks.ts";
import type { BlockReport } from "../../model/explanation.ts";

async function reasonsOf(template: string, payload: unknown) {
  const mapping = { match: { path: "ci" }, messageTemplate: `x ${template}` };
  const { emptyExpressions } = await explain([mapping], {
    path: "ci",
    payload,
    headers: { "x-at": "later" },
  });
  return emptyExpressions.flatMap(({ reasons = [] }) => reasons);
}

describe("explainEmptyCall()", () => {
  test.each([
    ["{{date at}}", { at: "next Friday" }, "not_a_date", "payload.at", "next Friday"],
    ["{{date at}}", { at: "" }, "not_a_date", "payload.at", ""],
    [
      "{{date at}}",
      { at: "0001-01-01T00:00:00Z" },
      "unset_date",
      "payload.at",
      "0001-01-01T00:00:00Z",
    ],
    ["{{date at}}", { at: "30/9/2018" }, "day_first", "payload.at", "30/9/2018"],
    ["{{date headers.x-at}}", {}, "not_a_date", "headers.x-at", "later"],
    ["{{date at pattern}}", { at: 1, pattern: "Qo" }, "format", "payload.pattern", "Qo"],
    ["{{date at zone=zone}}", { at: 1, zone: "Mars" }, "format", "payload.zone", "Mars"],
    ["{{ago at}}", { at: "soon" }, "not_a_date", "payload.at", "soon"],
    ["{{duration s}}", { s: "1h" }, "not_a_number", "payload.s", "1h"],
    ["{{money n 'eur'}}", { n: "12 EUR" }, "not_a_number", "payload.n", "12 EUR"],
    ["{{bytes n}}", { n: `0.${"1".repeat(400)}` }, "too_long", "payload.n", `0.${"1".repeat(400)}`],
    ["{{subtract a b}}", { a: "a", b: 1 }, "not_a_number", "payload.a", "a"],
    ["{{divide a b}}", { a: 1, b: 0 }, "zero", "payload.b", 0],
  ])("says why %s of %j is empty", async (template, payload, code, path, value) => {
    const helper = /\w+/.exec(template)?.[0];
    expect(await reasonsOf(template, payload)).toEqual([{ helper, code, path, value }]);
  });

  test("says that a value is missing or null", async () => {
    const missing = { helper: "date", code: "missing", path: "payload.at" };
    expect(await reasonsOf("{{date at}}", {})).toEqual([missing]);
    expect(await reasonsOf("{{date at}}", { at: null })).toEqual([missing]);
    expect(await reasonsOf("{{duration a b}}", { a: 1 })).toEqual([
      { helper: "duration", code: "missing", path: "payload.b" },
    ]);
  });

  test("names no path of a value that was computed, nor of one that is fixed", async () => {
    expect(await reasonsOf("{{number (upper n)}}", { n: "a" })).toEqual([
      { helper: "number", code: "not_a_number", value: "A" },
    ]);
    expect(await reasonsOf('{{number "a"}}', {})).toEqual([
      { helper: "number", code: "not_a_number", value: "a" },
    ]);
  });

  test("says why an argument of a partial is empty where the partial shows it", async () => {
    const hooks = compileHooks({
      hooks: {
        mappings: [{ match: { path: "ci" }, messageTemplate: "x {{> row at=(date created)}}" }],
        partials: { row: "{{title}} {{at}}" },
      },
    });
    const { emptyExpressions } = await hooks.explain({ path: "ci", payload: { created: "soon" } });
    expect(emptyExpressions).toEqual([
      { field: "message", expression: "{{title}}" },
      {
        field: "message",
        expression: "{{at}}",
        reasons: [{ helper: "date", code: "not_a_date", path: "payload.created", value: "soon" }],
      },
    ]);
  });

  test("says it where lines without text are dropped, too, of each expression and block by itself", async () => {
    const messageTemplate = [
      "x {{date a}} {{date b}}{{#if (number c)}}!{{/if}}",
      "{{number d}}",
      "{{ago e}}",
    ].join("\n");
    const hooks = compileHooks({
      hooks: {
        templates: { emptyLines: "drop" },
        mappings: [{ match: { path: "ci" }, messageTemplate }],
      },
    });
    const payload = { a: "2026-01-02T03:04:05Z", b: "soon", c: "c", d: "d", e: 0 };
    const { emptyExpressions, blocks, resolution } = await hooks.explain({
      path: "ci",
      payload,
      receivedAt: 0,
    });
    expect(resolution).toMatchObject({
      action: { untrustedText: "x 2026-01-02 03:04 \njust now" },
    });
    expect(emptyExpressions.map(({ expression, reasons }) => [expression, reasons])).toEqual([
      ["{{date b}}", [{ helper: "date", code: "not_a_date", path: "payload.b", value: "soon" }]],
      ["{{number d}}", [{ helper: "number", code: "not_a_number", path: "payload.d", value: "d" }]],
    ]);
    expect(blocks).toMatchObject([
      { rendered: "none", reasons: [{ helper: "number", path: "payload.c", value: "c" }] },
    ]);
  });

  test("hides the values that the operator hides", async () => {
    const mapping = {
      match: { path: "ci" },
      messageTemplate: "x {{number headers.x-secret}}",
      auth: { header: "x-secret", token: "a-long-random-text-of-your-own" },
    };
    const event = {
      path: "ci",
      payload: {},
      headers: { "x-secret": "a-long-random-text-of-your-own" },
    };
    const explanation = await explain([mapping], event);
    expect(JSON.stringify(explanation)).not.toContain("a-long-random-text");
    expect(explanation.emptyExpressions[0]?.reasons).toEqual([
      { helper: "number", code: "missing", path: "headers.x-secret" },
    ]);
  });
});

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
    ["{{#a}}A{{/a}}", "body", "none"],
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

  test("reports the blocks of a partial on an indented line", async () => {
    const mapping = { match: { path: "ci" }, messageTemplate: "x\n  {{> row}}\n" };
    const hooks = compileHooks({
      hooks: { mappings: [mapping], partials: { row: "{{#if a}}{{number a}}{{/if}}" } },
    });
    const { blocks, emptyExpressions } = await hooks.explain({ path: "ci", payload: { a: "x" } });
    expect(blocks).toMatchObject([{ expression: "{{#if a}}", rendered: "body" }]);
    expect(emptyExpressions).toMatchObject([{ reasons: [{ code: "not_a_number" }] }]);
  });
});

import { describe, expect, test } from "vitest";
import { explain } from "../../test/explaining/explain.ts";
import { compileHooks } from "../engine.ts";

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
    ["{{date at}}", { at: { iso: 1 } }, "not_a_date", "payload.at", { iso: 1 }],
    ["{{date at}}", { at: true }, "not_a_date", "payload.at", true],
    [
      "{{date at}}",
      { at: "0001-01-01T00:00:00Z" },
      "unset_date",
      "payload.at",
      "0001-01-01T00:00:00Z",
    ],
    ["{{date at}}", { at: "30/9/2018" }, "day_first", "payload.at", "30/9/2018"],
    ["{{date at dayFirst=true}}", { at: "9/30/2018" }, "day_first", "payload.at", "9/30/2018"],
    ["{{date headers.x-at}}", {}, "not_a_date", "headers.x-at", "later"],
    ["{{date at pattern}}", { at: 1, pattern: "Qo" }, "format", "payload.pattern", "Qo"],
    ["{{date at zone=zone}}", { at: 1, zone: "Mars" }, "format", "payload.zone", "Mars"],
    ["{{ago at}}", { at: "soon" }, "not_a_date", "payload.at", "soon"],
    ["{{duration s}}", { s: "1h" }, "not_a_number", "payload.s", "1h"],
    ["{{duration a b}}", { a: 1, b: "x" }, "not_a_date", "payload.b", "x"],
    ["{{number n}}", { n: "1e3" }, "not_a_number", "payload.n", "1e3"],
    ["{{number n}}", { n: [1] }, "not_a_number", "payload.n", [1]],
    ["{{money n 'eur'}}", { n: "12 EUR" }, "not_a_number", "payload.n", "12 EUR"],
    ["{{bytes n}}", { n: `0.${"1".repeat(400)}` }, "too_long", "payload.n", `0.${"1".repeat(400)}`],
    ["{{round n}}", { n: "a" }, "not_a_number", "payload.n", "a"],
    ["{{plural n 'job'}}", { n: "a" }, "not_a_number", "payload.n", "a"],
    ["{{add a b}}", { a: 1, b: "b" }, "not_a_number", "payload.b", "b"],
    ["{{subtract a b}}", { a: "a", b: 1 }, "not_a_number", "payload.a", "a"],
    ["{{multiply a b}}", { a: 1, b: "b" }, "not_a_number", "payload.b", "b"],
    ["{{divide a b}}", { a: 1, b: 0 }, "zero", "payload.b", 0],
    ["{{percent a b}}", { a: 1, b: "0.0" }, "zero", "payload.b", "0.0"],
    ["{{parseJson t}}", { t: "[1, 2" }, "not_json", "payload.t", "[1, 2"],
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

  test("names the path of a value inside of a loop", async () => {
    const template = "{{#each list}}{{date at}}{{/each}}";
    expect(await reasonsOf(template, { list: [{ at: 1 }, { at: "soon" }] })).toEqual([
      { helper: "date", code: "not_a_date", path: "payload.list.1.at", value: "soon" },
    ]);
  });

  test("says nothing of helpers that may be empty for any value, nor where another value is shown", async () => {
    expect(await reasonsOf("{{upper name}}", {})).toEqual([]);
    expect(await reasonsOf('{{default (date at) "never"}}', {})).toEqual([]);
  });

  test("says the innermost reason first", async () => {
    const reasons = await reasonsOf("{{date (add a 1)}}", { a: "x" });
    expect(reasons.map(({ helper, code }) => [helper, code])).toEqual([
      ["add", "not_a_number"],
      ["date", "not_a_date"],
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

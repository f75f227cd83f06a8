import { readOwn } from "@hookwright/base";
import { expect, test } from "vitest";
import { compileHooks } from "../../compile-hooks.ts";
import type { ConfigLocation } from "../../model/explanation.ts";
import type { HooksInput } from "../config/config.ts";

const path = "ci";

const DETAILS = { details: "report" } as const;

/** What the config has at a location: the keys within `hooks`, and the text. */
function readLocation(hooks: HooksInput, at: ConfigLocation | undefined): string | undefined {
  if (at === undefined) return undefined;
  const [, ...keys] = at.path;
  const text = keys.reduce<unknown>((value, key) => readOwn(value, String(key)), hooks);
  return `${keys.join(".")}: ${String(text).slice(at.span?.start, at.span?.end)}`;
}

async function explainWritten(hooks: HooksInput, payload: unknown) {
  const explanation = await compileHooks({ hooks }).explain({ path, payload }, DETAILS);
  const read = (one: { readonly at?: ConfigLocation }) => readLocation(hooks, one.at);
  return {
    fields: explanation.fields.map(({ key, spans }) => [
      key,
      spans.map((span) => [span.text, read(span)]),
    ]),
    empty: explanation.emptyExpressions.map(read),
    blocks: explanation.blocks.map((one) => [one.rendered, one.times, read(one)]),
    unreached: explanation.unreachedExpressions.map(({ field, expression, ...one }) => [
      field,
      expression,
      read(one),
    ]),
  };
}

const M = "mappings.0.messageTemplate";

test("createMappingLocator() tells equal expressions apart, also in a partial", async () => {
  const hooks = {
    mappings: [{ match: { path }, messageTemplate: "{{title}} is {{title}}, {{> row}}" }],
    partials: { row: "row {{title}}" },
  };
  expect(await explainWritten(hooks, { title: "T" })).toMatchObject({
    fields: [
      [
        "messageTemplate",
        [
          ["T", `${M}: {{title}}`],
          [" is ", `${M}:  is `],
          ["T", `${M}: {{title}}`],
          [", ", `${M}: , `],
          ["row ", "partials.row: row "],
          ["T", "partials.row: {{title}}"],
        ],
      ],
    ],
  });
  const { fields } = await compileHooks({ hooks }).explain(
    { path, payload: { title: "T" } },
    DETAILS,
  );
  const starts = fields[0]?.spans.map(({ at }) => at?.span?.start);
  expect(starts).toEqual([0, 9, 13, 22, 0, 4]);
});

test("createMappingLocator() locates blocks, empty expressions and those that an event does not reach", async () => {
  const messageTemplate = [
    "{{#if a}}{{b}}{{> row}}{{else}}{{c}}{{d}}{{/if}}",
    "{{#if a}}{{b}}{{/if}}",
    "{{#each list}}{{c}}{{/each}}",
  ].join("\n");
  const hooks = {
    mappings: [{ match: { path }, messageTemplate, name: "{{n}}" }],
    partials: { row: "{{r}}{{#if r}}{{s}}{{/if}}" },
  };
  const found = await explainWritten(hooks, { c: "C" });
  expect(found).toEqual({
    fields: [
      [
        "messageTemplate",
        [
          ["C", `${M}: {{c}}`],
          ["\n", `${M}: \n`],
          ["\n", `${M}: \n`],
        ],
      ],
    ],
    empty: [`${M}: {{d}}`, "mappings.0.name: {{n}}"],
    blocks: [
      ["else", 1, `${M}: {{#if a}}`],
      ["none", 1, `${M}: {{#if a}}`],
      ["none", 1, `${M}: {{#each list}}`],
    ],
    unreached: [
      ["message", "{{b}}", `${M}: {{b}}`],
      ["message", "{{r}}", "partials.row: {{r}}"],
      ["message", "{{s}}", "partials.row: {{s}}"],
      ["message", "{{b}}", `${M}: {{b}}`],
      ["message", "{{c}}", `${M}: {{c}}`],
    ],
  });
});

test("createMappingLocator() locates literals without the white space that tags remove", async () => {
  const messageTemplate =
    "a\n{{#if x}}\n  b \\{{c}} {{! no }} d\n{{/if}}\n{{{{raw}}}}{{r}}{{{{/raw}}}} {{~x}}";
  const hooks = { mappings: [{ match: { path }, messageTemplate }] };
  const { fields } = await explainWritten(hooks, { x: "X" });
  expect(fields).toEqual([
    [
      "messageTemplate",
      [
        ["a\n", `${M}: a\n`],
        ["  b {{c}}  d\n", `${M}:   b \\{{c}} {{! no }} d\n`],
        ["{{r}}", undefined],
        ["X", `${M}: {{~x}}`],
      ],
    ],
  ]);
});

test("createMappingLocator() locates the lines of a template that drops empty ones, and leaves out indents", async () => {
  const hooks: HooksInput = {
    templates: { emptyLines: "drop" },
    mappings: [
      {
        match: { path },
        messageTemplate: "a {{x}}\n\nb\n{{gone}}\n  {{> row}}\n{{x}}",
        action: "agent",
      },
    ],
    partials: { row: "1 {{x}}\n2" },
  };
  const { fields, empty } = await explainWritten(hooks, { x: "X" });
  expect(empty).toEqual([`${M}: {{gone}}`]);
  const [, spans = []] = fields[0] ?? [];
  expect((spans as string[][]).map(([text]) => text).join("")).toBe("a X\n\nb\n  1 X\n  2X");
  expect(spans).toContainEqual(["  ", undefined]);
  expect(spans).toContainEqual(["1 ", "partials.row: 1 "]);
  expect(spans).toContainEqual(["X", "partials.row: {{x}}"]);
});

test("createMappingLocator() locates each kind of template in the text as written", async () => {
  const hooks: HooksInput = {
    mappings: [
      {
        match: { path },
        auth: { header: "x-own", token: "a-long-random-text-of-your-own" },
        messageTemplate: "plain",
        sessionKey: "  hook:{{key}} ",
        name: "a\n b {{n}}",
        instructions: " Be kind, it is {{now}} ",
        dedupeKey: "{{id}}",
        route: { channel: "telegram", to: "{{chat}}", from: "{{id}}" },
      },
    ],
  };
  const { fields } = await explainWritten(hooks, { key: "k", n: "N", id: "7", chat: "42" });
  const texts = Object.fromEntries(
    fields.map(([key, spans]) => [
      key,
      (spans as string[][]).map(([, at]) => at?.replace("mappings.0.", "")),
    ]),
  );
  expect(texts).toEqual({
    messageTemplate: ["messageTemplate: plain"],
    sessionKey: ["sessionKey: hook:", "sessionKey: {{key}}"],
    instructions: ["instructions: Be kind, it is", "instructions: {{now}}"],
    name: ["name: a\n b", "name: {{n}}"],
    dedupeKey: ["dedupeKey: {{id}}"],
    "route.to": ["route.to: {{chat}}"],
    "route.from": ["route.from: {{id}}"],
  });
});

test("createMappingLocator() has no location in the text of a preset", async () => {
  const hooks: HooksInput = { presets: ["gmail"] };
  const payload = { messages: [{ id: "m1", subject: "Hi", from: "ann", body: "b" }] };
  const { fields } = await compileHooks({ hooks }).explain({ path: "gmail", payload }, DETAILS);
  const spans = fields.flatMap((field) => field.spans);
  expect(spans.length).toBeGreaterThan(0);
  expect(spans.every(({ at }) => at === undefined)).toBe(true);
});

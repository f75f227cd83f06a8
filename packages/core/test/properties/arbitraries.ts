// Generators that the laws share: payloads, events and configs that meet often enough to matter.
import fc from "fast-check";
import type { HookwrightConfig } from "../../src/authoring/config/config.ts";
import type { HookEvent } from "../../src/model/event.ts";
import type { TransformModule } from "../../src/model/transform.ts";

/** Keys that the configs below read, and keys that lead astray. */
const keys = fc.oneof(
  fc.constantFrom(
    ...["a", "b", "list", "messages", "id", "source", "subject", "payload", "0", "length"],
    ...["text", "message", "mode", "name", "sessionKey", "deliver", "channel", "to", "agentId"],
    ...["model", "thinking", "timeoutSeconds", "wakeMode", "headers", "path", "item", "if"],
    ...[
      "__proto__",
      "constructor",
      "prototype",
      "toString",
      "hasOwnProperty",
      "toJSON",
      "then",
      "",
    ],
  ),
  fc.string({ maxLength: 6 }),
);

export const texts: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("\ud800", "\udc00", "a", "\u0000", "\n", "{{", "}}") }),
  fc.constantFrom("now", "last", "telegram", "hook:x", "s", "main", "{{a}}", "{{#if a}}"),
);

const scalars = fc.oneof(texts, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));

/** Any JSON value; own `__proto__` keys, as JSON.parse makes them, are among its keys. */
export const jsonValues: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "small" }, scalars, tie("list"), tie("record")),
  list: fc.array(tie("value"), { maxLength: 4 }),
  record: fc
    .array(fc.tuple(keys, tie("value")), { maxLength: 6 })
    .map((entries) => Object.fromEntries(entries)),
})).value;

export const events: fc.Arbitrary<HookEvent> = fc.record(
  {
    path: fc.oneof(
      fc.constantFrom("wake", "agent", "gmail", "fields", "blocks", "each", "when", "code", "/x/"),
      texts,
    ),
    payload: jsonValues,
    headers: fc.dictionary(keys, fc.oneof(texts, fc.array(texts, { maxLength: 2 })), {
      maxKeys: 3,
    }),
    query: fc.dictionary(keys, texts, { maxKeys: 3 }),
  },
  { requiredKeys: ["path", "payload"] },
);

/** One config that uses every stage of the walk. */
export const everyStage: HookwrightConfig = {
  hooks: {
    presets: ["gmail"],
    mappings: [
      {
        match: { path: "fields" },
        messageTemplate:
          "{{a}} {{a.b}} {{list[0].id}} {{payload}} {{headers.a}} {{query.b}} {{now}}",
        name: "{{name}} {{a.name}}",
        sessionKey: "{{sessionKey}}{{id}}",
        to: "{{to}}",
        model: "{{model}}",
        thinking: "{{thinking}}",
        agentId: "{{agentId}}",
      },
      {
        match: { path: "blocks" },
        action: "wake",
        textTemplate: [
          "{{#each list}}{{@index}}{{@key}}{{this}}{{../a}}{{lookup .. @key}}{{/each}}",
          "{{#with a}}{{b}}{{else}}{{toString}}{{/with}}{{#if a}}{{#a}}{{.}}{{/a}}{{/if}}",
          "{{^b}}no b{{/b}}{{#each payload as |value key|}}{{key}}={{value}};{{/each}}",
        ].join("\n"),
      },
      {
        match: { path: "each" },
        forEach: "list",
        messageTemplate: "{{item}} {{index}} {{a}}",
      },
      {
        match: {
          path: "when",
          when: {
            or: [{ "==": [{ var: "payload.a" }, 1] }, { in: ["s", { var: "payload.list" }] }],
          },
        },
        messageTemplate: "{{a}} {{list}}",
      },
      { match: { path: "code" }, messageTemplate: "{{a}}", transform: { module: "echo.js" } },
      { match: { source: "s" }, messageTemplate: "From {{path}}.", sessionKey: "s:{{id}}" },
    ],
  },
  agents: { list: [{ id: "main" }], defaults: { models: { "v/m": { alias: "m" } } } },
};

/** Returns the payload itself: whatever was sent becomes what a transform says. */
export const echoTransform: Readonly<Record<string, TransformModule>> = {
  "echo.js": { default: ({ payload }: { payload: object }) => payload },
};

/** Ids in order, so that two walks over the same events can be compared. */
export function createCounter(): () => string {
  let count = 0;
  return () => `id-${++count}`;
}

// Mappings with `action: "deliver"`: the action, its pieces, and what is refused.
import { expect, test } from "vitest";
import { type CompileOptions, compileHooks } from "../../index.ts";

type Written = Readonly<Record<string, unknown>>;

async function resolve(mapping: Written, payload: object, options: CompileOptions = {}) {
  const one = { match: { path: "x" }, action: "deliver", ...mapping };
  const hooks = compileHooks({ hooks: { mappings: [one] } } as object, options);
  return hooks.resolve({ path: "x", payload });
}

const DELIVERED = { outcome: "action", action: { kind: "deliver" } };

test("resolve() makes a text for a channel, in pieces of the operator and of the event", async () => {
  const mapping = {
    textTemplate: "Deploy of {{service}}{{#if late}} is **late**{{/if}}.\n",
    channel: "telegram",
    to: "{{chat}}",
    accountId: "work",
    markup: true,
    summary: true,
  };
  const payload = { service: "a\u202e\u0007b", late: true, chat: "42" };
  const resolution = await resolve(mapping, payload);
  expect(resolution).toMatchObject(DELIVERED);
  expect(resolution).toMatchObject({
    taintedFields: ["to"],
    action: {
      text: "Deploy of ab is **late**.\n",
      untrustedText: "ab",
      parts: [
        { kind: "trusted", text: "Deploy of " },
        { kind: "untrusted", text: "ab", source: 'webhook "mapping-1"' },
        { kind: "trusted", text: " is **late**.\n" },
      ],
      channel: "telegram",
      to: "42",
      accountId: "work",
      markup: true,
      summary: true,
    },
  });
});

test("resolve() has one trusted piece for a text without an expression, and defaults", async () => {
  expect(await resolve({ textTemplate: "Done." }, {})).toMatchObject({
    taintedFields: [],
    action: {
      text: "Done.",
      parts: [{ kind: "trusted", text: "Done." }],
      untrustedText: "",
      channel: "last",
      markup: false,
      summary: false,
    },
  });
});

test.each([
  ["an empty text", { textTemplate: " {{missing}} " }, "empty_text"],
  ["a recipient of two lines", { textTemplate: "x", to: "{{two}}" }, "invalid_payload"],
  ["an account of two lines", { textTemplate: "x", accountId: "{{two}}" }, "invalid_payload"],
  ["an unknown agent", { textTemplate: "x", agentId: "{{two}}" }, "agent_refused"],
])("resolve() refuses %s", async (_name, mapping, code) => {
  const resolution = await resolve(mapping, { two: "a\nb" });
  expect(resolution).toMatchObject({ outcome: "refused", refusal: { code, status: 400 } });
});

test.each([
  [
    "a text",
    { text: "*from* outside" },
    { parts: [{ kind: "untrusted", text: "*from* outside" }] },
  ],
  ["a recipient", { to: "7" }, { to: "7", parts: [{ kind: "trusted", text: "Hi " }, {}] }],
])("resolve() takes %s of a transform as text from outside", async (_name, result, action) => {
  const mapping = { textTemplate: "Hi {{a}}", markup: true, transform: { module: "t.js" } };
  const resolution = await resolve(mapping, { a: "b" }, { transforms: { "t.js": () => result } });
  expect(resolution).toMatchObject({ outcome: "action", action });
});

test("resolve() lets a transform withhold a text, run an agent instead, and nothing more", async () => {
  const own = { textTemplate: "Hi {{a}}", transform: { module: "t.js" } };
  const of = (result: object, mapping: Written = own) =>
    resolve(mapping, { a: "b" }, { transforms: { "t.js": (() => result) as () => never } });
  expect(await of({ deliver: false })).toMatchObject({ outcome: "handled" });
  expect(await of({ kind: "agent" })).toMatchObject({ action: { kind: "agent" } });
  expect(await of({ message: "x" })).toMatchObject({
    notes: ['The transform returned "message", which a delivery does not use: its text is "text".'],
  });
  const run = { ...own, action: "agent", messageTemplate: "x", textTemplate: undefined };
  expect(await of({ kind: "deliver", text: "x" }, run)).toMatchObject({
    refusal: { code: "transform_failed", detail: expect.stringContaining('the kind "deliver"') },
  });
});

test("explain() shows each piece with the expressions that it is made of", async () => {
  const mapping = { match: { path: "x" }, action: "deliver", textTemplate: "**{{a}}** {{b}}" };
  const explain = async (more: Written, payload: object) => {
    const hooks = compileHooks({ hooks: { mappings: [{ ...mapping, ...more }] } } as object);
    return hooks.explain({ path: "x", payload }, { details: "report" });
  };
  const explained = await explain({ markup: true, agentId: "main" }, { a: "1\u0007", b: "2" });
  expect(explained.parts?.map(({ field, pieces }) => [field, pieces])).toEqual([
    ["text", [{ text: "**", span: 0 }]],
    ["text", [{ text: "1", span: 1 }]],
    ["text", [{ text: "** ", span: 2 }]],
    ["text", [{ text: "2", span: 3 }]],
  ]);
  expect(JSON.stringify(explained)).toContain(
    "The text has 7 characters and no fence: people read it, and no model. The values of the event in it are no markup.",
  );
});

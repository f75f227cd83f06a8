import { expect, test } from "vitest";
import { explain } from "../../../test/explaining/explain.ts";
import type { MappingInput } from "../../authoring/config/config.ts";
import type { CompileOptions } from "../../authoring/plan/options.ts";
import { compileHooks } from "../../compile-hooks.ts";
import type { Resolution } from "../../model/resolution.ts";

test("resolveElement() refuses what renders longer than the limit", async () => {
  const limits = { maxCharacters: 10 };
  const resolution = await resolve({ messageTemplate: "{{a}}" }, { a: "x".repeat(11) }, { limits });
  expect(resolution).toMatchObject({ refusal: { code: "render_limit", status: 400 } });
});

test("resolveElement() answers for a helper that throws, without its message", async () => {
  const fail = {
    arity: [1, 1] as const,
    call: () => {
      throw new Error("inner secret");
    },
  };
  const resolution = await resolve({ messageTemplate: "{{fail a}}" }, {}, { helpers: { fail } });
  expect(resolution).toMatchObject({
    outcome: "refused",
    refusal: { code: "helper_failed", status: 500, message: "A template helper failed." },
  });
});

test("resolveElement() hides no fault that no JSON can cause", () => {
  const hooks = compileHooks({
    hooks: { mappings: [{ match: { path: "ci" }, messageTemplate: "{{a}}" }] },
  });
  const payload = {
    get a(): never {
      throw new TypeError("no data");
    },
  };
  expect(() => hooks.resolve({ path: "ci", payload })).toThrow("no data");
});

test("resolveElement() fails one event of a transform and no other", async () => {
  const hooks = compileHooks(
    { hooks: { mappings: [{ match: { path: "ci" }, transform: { module: "odd.js" } }] } },
    {
      transforms: {
        "odd.js": async ({ payload }: { payload: { fail: boolean } }) => {
          if (payload.fail) throw new Error("odd one");
          return { message: "even" };
        },
      },
    },
  );
  const fails = [true, false, true, false];
  const resolutions = await Promise.all(
    fails.map((fail) => hooks.resolve({ path: "ci", payload: { fail } })),
  );
  expect(resolutions.map(({ outcome }) => outcome)).toEqual([
    "refused",
    "action",
    "refused",
    "action",
  ]);
});

test("resolveElement() keeps the detail of a failed transform out of what the sender reads", async () => {
  const transforms = { "t.js": () => Promise.reject(new RangeError("inner secret")) };
  const resolution = await resolve({ transform: { module: "t.js" } }, {}, { transforms });
  if (resolution.outcome !== "refused") throw new Error("must be refused");
  const { detail, ...sent } = resolution.refusal;
  expect(sent).toMatchObject({ code: "transform_failed", status: 500 });
  expect(JSON.stringify(sent)).not.toContain("secret");
  expect(detail).toContain('mapping "mapping-1" threw RangeError: inner secret');
});

test("resolveElement() refuses an event for which a transform has no room, with a 503", async () => {
  const full = Object.assign(new Error("has 7 events waiting"), { name: "TransformOverload" });
  const transforms = { "t.js": () => Promise.reject(full) };
  const resolution = await resolve({ transform: { module: "t.js" } }, {}, { transforms });
  expect(resolution).toMatchObject({
    refusal: {
      code: "transform_overloaded",
      status: 503,
      message: "Too many events wait for this hook; try again.",
      detail: 'The transform of mapping "mapping-1" has 7 events waiting.',
    },
  });
});

test("resolveElement() goes on when the answer of a transform comes too late", async () => {
  let answer: (result: object) => void = () => undefined;
  const late = new Promise<object>((done) => {
    answer = done;
  });
  const options = { transforms: { "t.js": () => late }, transformTimeoutMs: 5 };
  const resolution = await resolve({ transform: { module: "t.js" } }, {}, options);
  answer({ message: "too late" });
  await late;
  expect(resolution).toMatchObject({ refusal: { code: "transform_failed" } });
});

test("resolveElement() notes what a transform may not set, and only then", async () => {
  const transform = { module: "t.js", lock: true };
  const mapping = { messageTemplate: "x", name: "Mine", transform };
  const noted = await resolve(mapping, {}, { transforms: { "t.js": () => ({ name: "Yours" }) } });
  const plain = await resolve(mapping, {}, { transforms: { "t.js": () => ({ to: "you" }) } });
  expect(noted).toMatchObject({
    action: { name: "Mine" },
    notes: [expect.stringMatching(/"name"/)],
  });
  expect(plain).not.toHaveProperty("notes");
});

test("resolveElement() notes a text under the name of the other kind of action", async () => {
  const mapping = { messageTemplate: "x", transform: { module: "t.js" } };
  const notesOf = async (result: object) =>
    Reflect.get(await resolve(mapping, {}, { transforms: { "t.js": () => result } }), "notes");
  expect(await notesOf({ text: "y" })).toEqual([
    'The transform returned "text", which a run does not use: its text is "message".',
  ]);
  expect(await notesOf({ action: "wake", message: "y" })).toEqual([
    'The transform returned "message", which a wake does not use: its text is "text".',
  ]);
  expect(await notesOf({ message: "y" })).toBe(undefined);
  expect(await notesOf({ kind: "wake", text: "y" })).toBe(undefined);
});

test("resolveElement() counts the expressions of a text if all of them are empty", async () => {
  const countOf = async (mapping: MappingInput, payload: object, options?: CompileOptions) =>
    Reflect.get(await resolve(mapping, payload, options), "emptyExpressions");
  expect(await countOf({ messageTemplate: "{{a}} and {{#if b}}{{c}}{{/if}}" }, {})).toBe(1);
  expect(await countOf({ messageTemplate: "{{a}}, {{#if b}}{{c}}{{/if}}" }, { b: 1 })).toBe(2);
  expect(await countOf({ action: "wake", textTemplate: "Got {{a}}" }, {})).toBe(1);
  expect(await countOf({ messageTemplate: "{{a}} and {{b}}" }, { b: 0 })).toBe(undefined);
  expect(await countOf({ messageTemplate: "Done." }, {})).toBe(undefined);
  const transforms = { "t.js": () => ({ message: "a" }) };
  const changed = { messageTemplate: "x {{a}}", transform: { module: "t.js" } };
  expect(await countOf(changed, {}, { transforms })).toBe(undefined);
  const alone = { transform: { module: "t.js" } };
  expect(await countOf(alone, {}, { transforms })).toBe(undefined);
});

test.each([
  ["Deploy done.{{#if failed}} FAILED{{/if}}", { failed: false }],
  ["Hi {{#unless quiet}}there{{/unless}}", { quiet: true }],
  ["A {{#with u}}{{name}}{{/with}}", {}],
  ["{{#each alerts}}{{name}}{{/each}} end", { alerts: [] }],
  ["{{#section}}{{x}}{{/section}}.", {}],
  ["{{#if a}}{{#if b}}{{c}}{{/if}}{{/if}}.", { a: 1 }],
])("resolveElement() counts no expression that was not asked for: %s", async (text, payload) => {
  const resolution = await resolve({ messageTemplate: text }, payload);
  expect(resolution).toMatchObject({ outcome: "action" });
  expect(resolution).not.toHaveProperty("emptyExpressions");
  const { stages } = await explain([{ match: { path: "ci" }, messageTemplate: text }], {
    path: "ci",
    payload,
  });
  expect(stages.join()).not.toContain("is empty");
});

test("resolveElement() refuses a channel that a transform made up", async () => {
  const transforms = { "t.js": () => ({ channel: "pager" }) };
  const mapping = { messageTemplate: "x", transform: { module: "t.js" } };
  const resolution = await resolve(mapping, {}, { transforms });
  expect(resolution).toMatchObject({ refusal: { code: "transform_failed" } });
});

async function resolve(
  mapping: MappingInput,
  payload: object,
  options: CompileOptions = {},
): Promise<Resolution> {
  const hooks = compileHooks(
    { hooks: { mappings: [{ match: { path: "ci" }, ...mapping }] } },
    options,
  );
  return hooks.resolve({ path: "ci", payload });
}

function nested(levels: number): unknown {
  return levels === 0 ? [] : [nested(levels - 1)];
}

test("resolveElement() refuses what is nested too deep to be shown", async () => {
  const resolution = await resolve({ messageTemplate: "{{deep}}" }, { deep: nested(2_000) });
  expect(resolution).toMatchObject({
    outcome: "refused",
    mappingId: "mapping-1",
    refusal: { code: "payload_too_deep", status: 400 },
  });
});

test("resolveElement() counts the characters of all fields of a mapping together", async () => {
  const limits = { maxCharacters: 10 };
  const mapping = { messageTemplate: "{{a}}", name: "{{a}}" };
  const resolution = await resolve(mapping, { a: "x".repeat(6) }, { limits });
  expect(resolution).toMatchObject({ refusal: { code: "render_limit" } });
});

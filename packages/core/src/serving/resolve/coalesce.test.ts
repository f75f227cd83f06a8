// Mappings with `coalesce`: what an action says about it, what is refused, and what a wrong config gets.
import { expect, test } from "vitest";
import { type CompileOptions, compileHooks, safeCompileHooks } from "../../index.ts";

type Written = Readonly<Record<string, unknown>>;

function configOf(mapping: Written): object {
  return { hooks: { mappings: [{ match: { path: "x" }, ...mapping }] } };
}

async function resolve(mapping: Written, payload: object, options: CompileOptions = {}) {
  return compileHooks(configOf(mapping), options).resolve({ path: "x", payload });
}

const WINDOW = { key: "{{repo}}#{{number}}", seconds: 30 };

test.each([
  ["agent", { messageTemplate: "{{title}}" }],
  ["wake", { action: "wake", textTemplate: "{{title}}" }],
  ["deliver", { action: "deliver", textTemplate: "{{title}}" }],
])("resolve() gives %s actions the rendered key and all defaults", async (kind, mapping) => {
  const payload = { repo: "acme/shop", number: 7, title: "hi" };
  expect(await resolve({ ...mapping, coalesce: WINDOW }, payload)).toMatchObject({
    outcome: "action",
    action: {
      kind,
      coalesce: {
        key: "acme/shop#7",
        seconds: 30,
        maxSeconds: 300,
        limit: 50,
        keep: "all",
        hasSessionKey: false,
      },
    },
  });
});

test("resolve() keeps what the mapping sets, and at most a day as the default of maxSeconds", async () => {
  const given = { key: "all", seconds: 10, maxSeconds: 20, limit: 5, keep: "last" };
  const { action } = (await resolve({ messageTemplate: "hi", coalesce: given }, {})) as never;
  expect(action).toMatchObject({ coalesce: { ...given, hasSessionKey: false } });
  const long = { key: "all", seconds: 3_600 };
  expect(await resolve({ messageTemplate: "hi", coalesce: long }, {})).toMatchObject({
    action: { coalesce: { maxSeconds: 36_000 } },
  });
});

test.each([
  ["the mapping", { sessionKey: "hook:{{repo}}" }, {}],
  ["a transform", { transform: { module: "m.js" } }, { "m.js": () => ({ sessionKey: "hook:a" }) }],
])("resolve() says that %s sets the session key", async (_, rest, transforms) => {
  const mapping = { messageTemplate: "hi", coalesce: { key: "all", seconds: 1 }, ...rest };
  expect(await resolve(mapping, { repo: "a" }, { transforms })).toMatchObject({
    action: { sessionKey: "hook:a", coalesce: { hasSessionKey: true } },
  });
});

test("resolve() refuses an event for which every expression of the key is empty", async () => {
  const mapping = { messageTemplate: "{{title}}", coalesce: WINDOW };
  expect(await resolve(mapping, { title: "hi" })).toMatchObject({
    outcome: "refused",
    refusal: { code: "coalesce_key_refused", status: 400, message: expect.any(String) },
  });
  // One empty expression of several is fine.
  expect(await resolve(mapping, { title: "hi", number: 7 })).toMatchObject({
    action: { coalesce: { key: "#7" } },
  });
});

test.each([
  ["of more than 256 characters", "a".repeat(257)],
  ["with a control character", "a\u0000b"],
])("resolve() refuses a key %s", async (_, repo) => {
  const mapping = { messageTemplate: "hi", coalesce: { key: "{{repo}}", seconds: 30 } };
  expect(await resolve(mapping, { repo })).toMatchObject({
    refusal: { code: "coalesce_key_refused" },
  });
});

test("resolve() renders the key for each element of a list", async () => {
  const mapping = {
    messageTemplate: "{{item.text}}",
    forEach: "items",
    coalesce: { key: "{{item.id}}", seconds: 30 },
  };
  const payload = {
    items: [
      { id: 1, text: "a" },
      { id: 2, text: "b" },
    ],
  };
  const resolution = await resolve(mapping, payload);
  if (resolution.outcome !== "batch") throw new Error("a batch was expected");
  expect(resolution.elements.map(({ resolution: one }) => one)).toMatchObject([
    { action: { coalesce: { key: "1" } } },
    { action: { coalesce: { key: "2" } } },
  ]);
});

test.each([
  [{ key: "a" }, "seconds"],
  [{ seconds: 5 }, "key"],
  [{ key: "a", seconds: 0 }, "seconds"],
  [{ key: "a", seconds: 3_601 }, "seconds"],
  [{ key: "a", seconds: 5, maxSeconds: 86_401 }, "maxSeconds"],
  [{ key: "a", seconds: 60, maxSeconds: 30 }, "maxSeconds"],
  [{ key: "a", seconds: 5, limit: 1 }, "limit"],
  [{ key: "a", seconds: 5, keep: "first" }, "keep"],
  [{ key: " ", seconds: 5 }, "key"],
  [{ key: "{{#if a}}", seconds: 5 }, "key"],
])("compileHooks() refuses the coalesce %j", (coalesce, key) => {
  const result = safeCompileHooks(configOf({ messageTemplate: "hi", coalesce }));
  if (result.ok) throw new Error("a problem was expected");
  const errors = result.problems.filter(({ severity }) => severity === "error");
  const path = ["hooks", "mappings", 0, "coalesce", key];
  expect(errors.map((error) => error.path)).toEqual([path]);
});

test.each([
  [{ debounce: 30 }, "coalesce"],
  [{ coalesce: 30 }, "{{id}}"],
  [{ coalesce: { key: "a", window: 30 } }, '"seconds"'],
  [{ coalesce: { key: "a", seconds: 30, maxWait: 30 } }, '"maxSeconds"'],
  [{ delay: 30 }, "coalesce"],
  [{ delaySeconds: 30 }, "coalesce"],
])("compileHooks() says what to write for %j of another product", (written, hint) => {
  const result = safeCompileHooks(configOf({ messageTemplate: "hi", ...written }));
  if (result.ok) throw new Error("a problem was expected");
  expect(result.problems.map((problem) => problem.hint).join("\n")).toContain(hint);
});

test("explain() names the key, the times and the number", async () => {
  const hooks = compileHooks(
    configOf({ messageTemplate: "{{title}}", coalesce: { ...WINDOW, keep: "last" } }),
  );
  const payload = { repo: "acme/shop", number: 7, title: "hi" };
  const explanation = await hooks.explain({ path: "x", payload });
  expect(JSON.stringify(explanation)).toContain(
    String.raw`the key \"acme/shop#7\": one action with the text of the last starts 30 s after the last of them, at the latest 300 s after the first, and at once with 50 events.`,
  );
  expect(explanation.fields.map(({ field }) => field)).toContain("coalesce.key");
});
